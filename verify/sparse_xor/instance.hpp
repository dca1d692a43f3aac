// Certificates for one gradient step of one instance: rigorous enclosures of everything, and a verdict.
#pragma once

#include <string>

#include "verify/sparse_xor/certificate.hpp"
#include "verify/sparse_xor/instance_file.hpp"
#include "verify/sparse_xor/model.hpp"
#include "verify/sparse_xor/sampling.hpp"

namespace lemmacheck::verify::sparse_xor {

/// Statement    one population gradient step of size eta on both queries, THEORY section 7 [instance]
/// Kind         enclosures; the verdict is certain unless undecided
/// Hypotheses   H1 (checked) the instance is valid: validate()
///              H2 (checked) eta > 0; 0 < epsilon < 1; 2 <= bits
/// Returns      everything at the first precision that decides: binary64, then BigInterval with doubled precision up to
///              highest_bits. A tie with 1 - e0 that no precision decides is undecided, with the reason.
/// Errors       as validate(); DomainError LC238 for eta or epsilon; PrecisionError LC403 for the precisions
/// Source       [instance], explicit form (this project)
/// Checked by   tests/verify/sparse_xor_instance_test.cpp
InstanceCertificate certify_step(const Instance& instance, const StepOptions& options = {});

/// What to write besides the summary.
struct JsonOptions {
  int digits = 20;                 // significant digits of every enclosure, rounded outward
  bool vectors = true;             // queries, attentions, gradients
  const Instance* data = nullptr;  // also V, theta and theta_tilde
};
/// The certificate as one JSON object; numbers are strings, enclosures {"lo", "hi"}. "before_step" and "after_step"
/// hold "population_loss", "sup_error" (sup |f - y|), "sup_loss" (sup (f - y)^2), the attentions, before the step the
/// gradients, after it the queries; "margins" and "attention_on_support" have either time for each head; "sample_mean"
/// is of the gradient. read_instance reads it back when `data` was given (its members d, m, .. theta_tilde).
std::string to_json(const InstanceCertificate& certificate, const JsonOptions& options = {});

}  // namespace lemmacheck::verify::sparse_xor
