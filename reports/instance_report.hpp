// What a person gets to see of an instance certificate.
#pragma once

#include <string>

#include "reports/text_writer.hpp"
#include "verify/sparse_xor/certificate.hpp"

namespace lemmacheck::reports {

std::string instance_text(const verify::sparse_xor::InstanceCertificate& certificate, const TextOptions& options);

/// One line: verdict, attention on the support, losses.
std::string instance_line(const verify::sparse_xor::InstanceCertificate& certificate, const TextOptions& options);

}  // namespace lemmacheck::reports
