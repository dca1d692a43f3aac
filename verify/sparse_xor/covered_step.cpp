#include "verify/sparse_xor/covered_step.hpp"

#include <algorithm>

#include "numerics/decimal_text.hpp"
#include "numerics/error.hpp"
#include "verify/evaluate.hpp"
#include "verify/library.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::BigInterval;
using numerics::Rational;

namespace {

/// An embedded theorem, evaluated at one point.
class Evaluated {
 public:
  Evaluated(const char* id, const TheoremPointText& point)
      : theorem_(load(embedded_theorem({id, {}}))), binding_(theorem_, settings(point)) {
    evaluation_ = Evaluator(theorem_, binding_).at_point();
  }

  bool holds() const { return evaluation_.verdict == TheoremVerdict::holds; }

  std::string reason() const {
    std::string why;
    for (const std::string& name : evaluation_.failing) why += (why.empty() ? "" : ", ") + name;
    return why.empty() ? evaluation_.reason : "fails: " + why;
  }

  /// A conclusion of a theorem that holds.
  NamedBound conclusion(const char* name) const {
    const auto found = std::ranges::find(evaluation_.conclusions, name,
                                         [](const EvaluatedConclusion& c) { return c.conclusion->name; });
    LEMMACHECK_ASSERT(found != evaluation_.conclusions.end() && found->value);
    return {name, found->value->value};
  }

  NamedBound quantity(const char* name) const {
    const auto found =
        std::ranges::find(evaluation_.quantities, name, [](const EvaluatedQuantity& q) { return q.quantity->name; });
    LEMMACHECK_ASSERT(found != evaluation_.quantities.end());
    return {name, found->value.value};
  }

  /// eta_min, rounded up.
  Rational step_size() const {
    return Rational::parse(numerics::to_decimal_up(conclusion("eta_min").value, {.digits = 20}));
  }

 private:
  static std::vector<Text> settings(const TheoremPointText& point) {
    std::vector<Text> result;
    for (const auto& [name, value] : {std::pair<const char*, const Text&>{"d", point.positions},
                                      {"m", point.dimension},
                                      {"delta", point.failure},
                                      {"eps", point.epsilon}})
      result.push_back({std::string(name) + " = " + value.text, value.place});
    return result;
  }

  Theorem theorem_;
  Binding binding_;
  Evaluation evaluation_;
};

}  // namespace

CoveredPoint covered_point(const TheoremPointText& point) {
  const Evaluated theorem("theorem-2", point);
  if (!theorem.holds()) return {.reason = theorem.reason()};
  return {"", theorem.step_size(), theorem.quantity("G12"), theorem.quantity("G1k")};
}

CoveredSamples covered_samples(const TheoremPointText& point) {
  const Evaluated corollary("corollary-3", point);
  if (!corollary.holds()) return {.reason = corollary.reason()};
  return {"",
          corollary.step_size(),
          {corollary.conclusion("n_hoeffding_universal"), corollary.conclusion("n_hoeffding"),
           corollary.conclusion("n_bernstein")}};
}

bool CoveredSamples::covers(const Rational& eta, const Rational& sample_count) const {
  return step_size && eta >= *step_size && std::ranges::any_of(samples, [&](const auto& route) {
           return route && sample_count >= route->value.upper_rational();
         });
}

Rational covered_step_size(const Text& positions, const Text& dimension, const Text& failure, const Text& epsilon) {
  const CoveredPoint point = covered_point({positions, dimension, failure, epsilon});
  if (!point.step_size) {
    throw numerics::DomainError("LC241", "theorem-2 covers no step size at d = " + positions.text +
                                             ", m = " + dimension.text + ", delta = " + failure.text + " (" +
                                             point.reason + "); give --eta, or a larger --delta");
  }
  return *point.step_size;
}

}  // namespace lemmacheck::verify::sparse_xor
