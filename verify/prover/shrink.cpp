#include "verify/prover/shrink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace lemmacheck::verify::prover {

using numerics::Rational;

namespace {

constexpr long shrink_bits = 256;
constexpr double clear_violation = 1e-3;  // relative
constexpr double kept_part = 0.2;         // of the violation

/// Numbers to try in place of x, simplest first: integers, fractions, decimals with ever more digits.
std::vector<Coordinate> simpler(Problem& problem, const Axis& axis, const Coordinate& at) {
  std::vector<Coordinate> out = special_coordinates(problem, axis, 24);
  const double x = at.approx;
  const auto add = [&](const Rational& q) { out.push_back(Problem::coordinate(q)); };
  if (!std::isfinite(x)) return out;
  if (std::abs(x) < 1e15) {
    const double whole = std::round(x);
    for (const double k : {0.0, -1.0, 1.0}) add(Rational::from_double(whole + k));
  }
  for (int digits = 1; digits <= 17; ++digits) {
    const Rational decimal = Rational::parse(fmt::format("{:.{}e}", x, digits - 1));
    add(decimal);
    if (digits > 3 || axis.integer || x == 0) continue;
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(x)))) - digits + 1;
    const Rational unit = numerics::pow(Rational(10), exponent);
    for (const long k : {-1, 1, -2, 2, -3, 3}) add(decimal + Rational(k) * unit);
  }
  if (!axis.integer) {
    for (const double radius : {0.2, 0.05, 0.01, 1e-3}) {
      const Rational a = Rational::from_double(x - radius * std::abs(x)),
                     b = Rational::from_double(x + radius * std::abs(x));
      const Rational q = simplest_between(a, b);
      if (mpz_cmp_si(mpq_denref(q.data()), 100) <= 0) add(q);
    }
  }
  return out;
}

}  // namespace

double text_length(const Problem& problem, const ExactPoint& point) {
  double length = 0;
  for (const Coordinate& c : point) {
    length += static_cast<double>(problem.text(c).size());
    if (!c.exact) {
      length += 2.5;
      continue;
    }
    const double size = std::abs(mpz_get_d(mpq_numref(c.exact->data()))) + mpz_get_d(mpq_denref(c.exact->data()));
    if (!as_decimal(*c.exact) && mpz_cmp_si(mpq_denref(c.exact->data()), 12) > 0) length += 1;
    length += 0.5 * size / (size + 100) / static_cast<double>(point.size());
  }
  return length;
}

ExactPoint shrink(Problem& problem, PointJudge& judge, const Completion& completion, ExactPoint point,
                  const std::function<bool()>& stop) {
  const PointAnswer first = judge.judge(point, 4096);
  const double floor = std::min(clear_violation, kept_part * first.relative);
  const bool equality = first.state == PointState::fails && first.violation && first.violation->is_point() &&
                        first.violation->contains_zero();
  for (int pass = 0; pass < 2; ++pass) {
    bool changed = false;
    for (std::size_t i = 0; i < point.size(); ++i) {
      if (completion.determines(i)) continue;
      const double length = text_length(problem, point);
      std::vector<Coordinate> choices = simpler(problem, problem.axes[i], point[i]);
      std::vector<std::pair<double, ExactPoint>> shorter;
      for (Coordinate& c : choices) {
        ExactPoint p = point;
        p[i] = std::move(c);
        completion.complete(p);
        const double size = text_length(problem, p);
        if (size < length) shorter.emplace_back(size, std::move(p));
      }
      std::ranges::stable_sort(shorter, {}, &std::pair<double, ExactPoint>::first);
      for (auto& [size, p] : shorter) {
        if (stop && stop()) return point;
        const PointAnswer answer = judge.judge(p, shrink_bits, equality || first.state == PointState::undefined);
        const bool kept =
            answer.state == first.state && (answer.state != PointState::fails || equality || answer.relative >= floor);
        if (!kept) continue;
        point = std::move(p);
        changed = true;
        break;
      }
    }
    if (!changed) break;
  }
  return point;
}

}  // namespace lemmacheck::verify::prover
