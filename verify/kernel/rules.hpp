// The rules of proof. Each takes a goal and gives the goals that together imply it, or says why it does not apply.
//
// Trusted: what a rule promises is a theorem, stated and proved in words where the rule is implemented. The search
// builds proofs by applying rules, the checker applies them again; nothing else decides what a step needs.
//
//   rule        parameters            the goals that are left
//   zero        -                     none: f is 0 wherever it has a value, and >= is asked
//   constant    -                     none: f has no variables and the right sign
//   defined     sign-1 .., powers,    that every part of f (given: that is in no hypothesis) has a value; then f with
//               given                 `defined`
//   rewrite     to                    `to` in place of f, equal wherever both have a value
//   interior    -                     f on the open domain
//   affine      variable, part        f with its part a + b variable as the variable
//   ratio       variable, over        f with over * variable in place of variable
//   shift       variable              f with lower + variable in place of variable, for a range [lower, inf)
//   drop        variable              f without a variable that nothing depends on
//   point       variable              f at the only value of a variable
//   split       variable, at, closed  f on the two parts of a range
//   monotone    variable, from, by,   the sign of the derivative, and f at one end of the range
//               strict
//   concave     variable, lower,      f' = factor * rest: factor > 0, the sign of rest', and f at both ends; the second
//               upper, factor, rest,  derivative when factor and rest are left out
//               strict
//   product     signs                 the signs of the factors of f
//   sum         strict                the terms of f
//   sign        -                     the sign of the argument, for functions that keep signs or are positive
//   inverse     rest, part, scale     part is atan(u) or log(u), f = scale (rest + part): u against tan or exp
//   logarithms  left, right           left > 0, right > 0 and log(left) - log(right), for f = left - right
//   squares     left, right           left >= 0 and left^2 - right^2, for f = left - right
//   unfold      part, identity        a call in f by an identity that the function table records
//   argument    term, argument, to    that an argument of a monotone function moves the right way; f with `to` there
//   series      left, right, from,    the first terms of two power series, and how the others compare
//               strict
//   cases       value                 f under value >= 0, and under value <= 0
//   resolve     part, as              that an abs, min or max is one of its branches, and f with that branch
//   branches    part                  f with either branch of an abs, min or max
//   range       hypothesis, variable, a hypothesis as an end of a range
//               side, end, scale
//   combine     hypothesis, factor,   factor >= 0, and f - factor * hypothesis
//               strict
//   difference  variable, step,       f(v) - f(v + step) (1 when left out), and the limit of f for v -> inf
//               strict
//   induction   variable              f at the first whole number, and f(v + 1) - f(v)
//   real        variable              f for real values of an integer variable
//   boxes       (cover)               none: a cover of the domain by boxes
//   contradiction hypothesis          that a hypothesis holds nowhere
//   forget      hypothesis            f without the hypothesis
//   given       hypothesis            none: f is the value of a hypothesis that says this
#pragma once

#include <set>
#include <span>

#include "verify/kernel/proof.hpp"

namespace lemmacheck::verify::kernel {

struct Applied {
  std::vector<Goal> goals;
  std::string error;  // not empty: the rule does not apply, and `goals` means nothing
};

/// One step of a proof; the goal's formulas live in `graph`, which grows.
Applied apply(numerics::Graph& graph, const numerics::FunctionTable& functions, const Goal& goal, const Proof& step);

/// The parts of f, arguments before uses, in an order that depends on the shape of f alone (ids differ between the
/// search and the checker).
std::vector<numerics::NodeId> parts_in_order(const numerics::Graph& graph, numerics::NodeId f);
std::vector<numerics::NodeId> parts_in_order(const numerics::Graph& graph, std::span<const numerics::NodeId> roots);

/// What has to be shown for every part of an expression to have a value: value > 0, value >= 0 or value != 0.
struct Obligation {
  enum class Kind { positive, nonnegative, nonzero };
  numerics::NodeId value{};
  Kind kind = Kind::positive;
};

/// The obligations of f, inner ones first (so that each has a value once those before it hold), and whether the list
/// is complete: false when a function occurs whose domain the rules do not know.
struct Obligations {
  std::vector<Obligation> list;
  std::string unknown;  // name of such a function, or ""
};
/// u^v with an exponent that is not a number has a value for u >= 0 and v > 0, and for u > 0: `positive_bases` asks for
/// the second.
/// Parts in `given` are known to have a value and ask for nothing.
Obligations obligations(numerics::Graph& graph, numerics::NodeId f, bool positive_bases = false,
                        const std::set<numerics::NodeId>& given = {});

/// The parts of hypotheses, which have values at every point of the domain: of those hypotheses that are made of
/// functions which have a value only where their arguments have one.
std::set<numerics::NodeId> parts_with_value(numerics::Graph& graph, const Domain& domain);

/// Arguments at whose zeros f has a value that its normal form does not have: of xlogx, entropy, kl and of powers with
/// an exponent that is not whole.
std::vector<numerics::NodeId> boundary_values(numerics::Graph& graph, numerics::NodeId f);

/// The box around a domain, with the hypotheses and dependent ends as hypotheses; nullopt when an end has no value.
std::optional<BoxProblem> box_problem(numerics::Graph& graph, const Goal& goal);

/// Whether the rules know that f has a value wherever its variables have one.
bool has_value_everywhere(numerics::Graph& graph, numerics::NodeId f);

/// Whether an end that takes the place of an old one certainly adds no point to the domain. (One that may does not
/// inherit that f has a value everywhere.)
bool adds_no_points(numerics::Graph& graph, const Domain& domain, const End& old, const End& end, bool is_lower);

/// Whether every function in f is continuous on its domain, and differentiable wherever its recorded derivative has a
/// value.
bool is_smooth(const numerics::Graph& graph, numerics::NodeId f);

/// `root` with every occurrence of the node `part` replaced.
numerics::NodeId replace(numerics::Graph& graph, numerics::NodeId root, numerics::NodeId part,
                         numerics::NodeId replacement);

/// A range that pins down its variable or an end of it: the goal at variable = value.
Goal at_value(numerics::Graph& graph, const Goal& goal, std::size_t range, numerics::NodeId value);

/// The first identity on record, from number `from` on, that a call with these arguments fits.
std::optional<std::size_t> matching_identity(numerics::Graph& graph, numerics::NodeId part, std::size_t from);

/// The factors of a product as written: quotients, products, signs and whole powers are opened.
struct ProductFactor {
  numerics::NodeId base{};
  long exponent = 1;
};
struct Product {
  int sign = 1;
  std::vector<ProductFactor> factors;
};
Product open_product(const numerics::Graph& graph, numerics::NodeId f);

/// The terms of a sum as written, with their signs.
struct SumTerm {
  numerics::NodeId value{};
  bool negative = false;
};
std::vector<SumTerm> open_sum(const numerics::Graph& graph, numerics::NodeId f);

}  // namespace lemmacheck::verify::kernel
