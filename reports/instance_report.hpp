// What a person gets to see of an instance certificate.
#pragma once

#include <string>

#include "reports/text_writer.hpp"
#include "verify/sparse_xor/certificate.hpp"
#include "verify/sparse_xor/margin_statistics.hpp"

namespace lemmacheck::reports {

std::string instance_text(const verify::sparse_xor::InstanceCertificate& certificate, const TextOptions& options);

/// What samples in place of the population do to one instance.
struct InstanceSamples {
  std::array<std::vector<verify::sparse_xor::MarginMoments>, 2> moments;  // of each head, from its own position
  verify::sparse_xor::SampleSize size;
  numerics::Rational failure;
};
/// The certified sample size in words, and mean, deviation and range of the margins of one input: to the support
/// partner, and to the ambient position where the mean is smallest against the deviation.
std::string samples_text(const verify::sparse_xor::InstanceCertificate& certificate, const InstanceSamples& samples,
                         const TextOptions& options);
/// The certificate's JSON with "sample_size" and "sample_variance" (of the margins of "sample_mean") added.
std::string instance_json(const std::string& certificate_json, const InstanceSamples& samples,
                          const std::vector<verify::sparse_xor::MarginMoments>& first_support);

/// One line: verdict, attention on the support, losses.
std::string instance_line(const verify::sparse_xor::InstanceCertificate& certificate, const TextOptions& options);

}  // namespace lemmacheck::reports
