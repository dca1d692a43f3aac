// The margins of one instance's gradient, and the smallest step size with which its heads specialise.
#pragma once

#include <cstdint>

#include "numerics/interval.hpp"
#include "numerics/rational.hpp"
#include "verify/sparse_xor/certificate.hpp"

namespace lemmacheck::verify::sparse_xor {

/// Margins of the alignments h = -v . gradient / 2, each the worse of the two heads: the own position of a head minus
/// the other support position, and minus the largest ambient one. Heads may specialise on each other's own position;
/// then the first of them is negative.
struct AlignmentMargins {
  numerics::Interval partner, ambient;
};
AlignmentMargins alignment_margins(const InstanceCertificate& certificate);

enum class StepSearch : std::uint8_t {
  found,    // `fails` fails and `works` works
  none,     // no step size > 0 works
  unknown,  // neither is certain
};

/// Binary64 numbers, both exact: no step of size 0 < eta <= fails specialises the heads, every eta >= works does.
struct SmallestStep {
  StepSearch outcome = StepSearch::unknown;
  double fails = 0.0, works = 0.0;
};

/// Statement    scores after a step are u_k + 2 eta h_k, so a head has attention >= 1 - e0 on position o exactly when
///              F(eta) = sum_{k != o} exp(u_k - u_o + 2 eta (h_k - h_o)) <= t, t = e0/(1 - e0), e0 = sqrt(epsilon)/4.
///              If h_k < h_o for every k, F falls, so one failing and one working eta bracket the smallest that works.
///              If h_k >= h_o and exp(u_k - u_o) > t for some k, its term alone exceeds t for every eta >= 0.
/// Kind         bracket, certain; found and none are never said without the inequalities above being certain
/// Hypotheses   H1 (caller)  the certificate's scores and alignments are those of one step, softmax attention
///              H2 (checked) softmax; 0 < relative_width
/// Returns      the bracket for an assignment of support positions to heads that works from some eta on, when the other
///              one certainly never works; nothing is known from a certificate without enclosures; works <= fails (1 +
///              relative_width) unless enclosures are too wide for that
/// Errors       DomainError LC243 if H2 fails
/// Source       [margin-12], [margin-1k]; explicit form (this project)
/// Checked by   tests/verify/sparse_xor_simulation_test.cpp
SmallestStep smallest_step(const InstanceCertificate& certificate, double relative_width = 1e-6);

}  // namespace lemmacheck::verify::sparse_xor
