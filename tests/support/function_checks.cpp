#include "tests/support/function_checks.hpp"

#include <cmath>

#include "numerics/expression.hpp"
#include "numerics/tape.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/expressions.hpp"

namespace lemmacheck::test_support {

using namespace numerics;

namespace {

/// Random arguments are drawn until enough of them lie in the domain; of all integers in all places few do.
constexpr std::uint64_t most_tries = 20'000;

/// Numbers from the ranges in which domains lie: the unit interval with its ends, both signs, integers, large.
Rational argument(Hostile& pick) {
  switch (pick.below(6)) {
    case 0:
      return Rational(pick.between(0, 1000), 1000);
    case 1:
      return Rational(pick.between(1, 1000), 1'000'000);
    case 2:
      return Rational(pick.between(-4000, 4000), 1000);
    case 3:
      return Rational(pick.between(0, 12));
    case 4:
      return Rational(pick.between(1000, 60'000), 1000);
    default:
      return Rational(pick.between(0, 2));
  }
}

Evaluated<BigInterval> value(const Function& f, const std::vector<BigInterval>& x, Precision precision) {
  std::vector<const BigInterval*> pointers;
  for (const BigInterval& a : x) pointers.push_back(&a);
  Evaluated<BigInterval> made{BigInterval(precision), Defined::everywhere};
  made.value = f.big(pointers, precision, made.defined);
  return made;
}

bool has_value(const Evaluated<BigInterval>& x) { return x.defined == Defined::everywhere && !x.value.is_empty(); }

std::string shown(const std::vector<Rational>& x) {
  std::string text;
  for (const Rational& a : x) text += a.to_string() + ' ';
  return text;
}

std::vector<BigInterval> enclosed(const std::vector<Rational>& x, Precision precision) {
  std::vector<BigInterval> made;
  for (const Rational& a : x) made.emplace_back(a, precision);
  return made;
}

}  // namespace

void check_derivatives(const FunctionTable& table) {
  constexpr Precision precision{320};
  const Rational step = pow(Rational(1, 2), 60);
  for (const std::string& name : numeric_functions(table)) {
    const Function& f = table.get(name);
    for (std::size_t i = 0; i < f.derivatives.size(); ++i) {
      if (f.derivatives[i].empty()) continue;
      Graph graph;
      std::vector<NodeId> variables;
      for (int k = 0; k < f.arity; ++k) variables.push_back(graph.variable(std::string(1, static_cast<char>('p' + k))));
      const NodeId root = graph.call(f, variables);
      const std::optional<NodeId> slope = derivative(graph, root, variables[i], table);
      CAPTURE(name, i, f.derivatives[i]);
      REQUIRE(slope.has_value());
      const Tape tape(graph, std::span(&*slope, 1));
      int conclusive = 0;
      for (std::uint64_t k = 0; conclusive < scaled(12) && k < most_tries; ++k) {
        Hostile pick("derivative of " + name, k);
        std::vector<Rational> x;
        for (int a = 0; a < f.arity; ++a) x.push_back(argument(pick));
        const std::vector<BigInterval> from = enclosed(x, precision);
        std::vector<BigInterval> to = from, box = from;
        to[i] = BigInterval(x[i] + step, precision);
        box[i] = BigInterval(x[i], x[i] + step, precision);
        const auto low = value(f, from, precision), high = value(f, to, precision);
        if (!has_value(low) || !has_value(high) || !has_value(value(f, box, precision))) continue;
        box.resize(graph.variable_count(), BigInterval(0, precision));
        const auto between = tape.run(box, precision).back();
        if (!has_value(between)) continue;
        CAPTURE(pick.label(), shown(x));
        const BigInterval quotient = (high.value - low.value) / BigInterval(step, precision);
        CHECK(!intersection(quotient, between.value).is_empty());
        const bool sharp = between.value.is_bounded() && between.value.width_upper() < 1e-9;
        if (sharp && quotient.width_upper() < 1e-9) ++conclusive;
      }
      CHECK(conclusive >= 12);
    }
  }
}

void check_number_types(const FunctionTable& table) {
  constexpr Precision coarse{64}, fine{256};
  for (const std::string& name : table.names()) {
    const Function& f = table.get(name);
    if (f.big == nullptr) continue;  // "if": the tape
    int defined = 0;
    for (std::uint64_t k = 0; defined < scaled(40) && k < most_tries; ++k) {
      Hostile pick("number types of " + name, k);
      std::vector<Rational> x;
      for (int a = 0; a < f.arity; ++a) x.push_back(f.boolean ? Rational(pick.between(0, 1)) : argument(pick));
      std::vector<const Rational*> pointers;
      std::vector<double> doubles;
      for (const Rational& a : x) pointers.push_back(&a), doubles.push_back(a.approx_double());
      CAPTURE(name, pick.label(), shown(x));
      const auto exact = f.exact != nullptr ? f.exact(pointers) : std::nullopt;
      const auto low = value(f, enclosed(x, coarse), coarse), high = value(f, enclosed(x, fine), fine);
      CHECK(low.value.precision() == coarse);
      if (exact) {
        CHECK(low.defined != Defined::nowhere);
        CHECK(low.value.contains(*exact));
        CHECK(high.value.contains(*exact));
      }
      if (f.binary64 != nullptr) {
        std::vector<Interval> small;
        std::vector<const Interval*> small_pointers;
        for (const Rational& a : x) small.emplace_back(a);
        for (const Interval& a : small) small_pointers.push_back(&a);
        Defined where = Defined::everywhere;
        const Interval result = f.binary64(small_pointers, where);
        CHECK((where == Defined::nowhere) == result.is_empty());
        if (exact) CHECK(result.contains(*exact));
        if (has_value(high)) CHECK(!intersection(BigInterval(result, fine), high.value).is_empty());
      }
      if (!has_value(low) || !has_value(high)) continue;
      ++defined;
      CHECK(!intersection(low.value.at(fine), high.value).is_empty());
      if (f.approx == nullptr || low.value.relative_width_upper() > 1e-12) continue;
      const double wanted = high.value.approx_double(), found = f.approx(doubles);
      if (std::abs(wanted) < 1e300) CHECK(std::abs(found - wanted) <= 1e-7 * std::max(1.0, std::abs(wanted)));
    }
    CHECK((defined >= 20 || name == "undefined"));
  }
}

void check_directions(const FunctionTable& table) {
  constexpr Precision precision{128};
  for (const std::string& name : numeric_functions(table)) {
    const Function& f = table.get(name);
    for (std::size_t i = 0; i < static_cast<std::size_t>(f.arity); ++i) {
      if (f.direction(i) == Direction::unknown) continue;
      CAPTURE(name, i);
      int pairs = 0, strict = 0;
      for (std::uint64_t k = 0; pairs < scaled(60) && k < most_tries; ++k) {
        Hostile pick("direction of " + name + std::to_string(i), k);
        std::vector<Rational> x;
        for (int a = 0; a < f.arity; ++a) x.push_back(argument(pick));
        std::vector<Rational> y = x;
        y[i] = argument(pick);
        if (y[i] < x[i]) std::swap(x, y);
        const auto low = value(f, enclosed(x, precision), precision),
                   high = value(f, enclosed(y, precision), precision);
        if (x[i] == y[i] || !has_value(low) || !has_value(high)) continue;
        ++pairs;
        CAPTURE(pick.label(), shown(x), shown(y));
        const Truth rises = less(low.value, high.value), falls = less(high.value, low.value);
        CHECK((f.direction(i) == Direction::increasing ? falls : rises) != Truth::yes);
        CHECK(f.direction(i) != Direction::constant);
        if ((f.direction(i) == Direction::increasing ? rises : falls) == Truth::yes) ++strict;
      }
      CHECK(pairs >= 20);
      CHECK(strict >= 10);
    }
  }
}

}  // namespace lemmacheck::test_support
