#include "numerics/tape.hpp"

#include <cmath>
#include <thread>

#include "numerics/interval_functions.hpp"
#include "numerics/parser.hpp"
#include "numerics/printer.hpp"
#include "tests/support/enclosure_checks.hpp"
#include "tests/support/expressions.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

NodeId parse(Graph& graph, const std::string& text) {
  return parse_expression(graph, text, elementary_functions()).root;
}

/// The text with x on an interval, in both interval types: they must agree on where it is defined.
Evaluated<BigInterval> on(const std::string& text, const std::string& x = "0") {
  Graph graph;
  graph.variable("x");
  const NodeId root = parse(graph, text);
  const Tape tape(graph, std::span(&root, 1));
  const BigInterval box = read(x, 128);
  const Interval small_box(box);
  const auto big = tape.run(std::span(&box, 1), Precision(128)).back();
  const auto small = tape.run(std::span(&small_box, 1)).back();
  CAPTURE(text, x);
  CHECK(small.defined == big.defined);
  CHECK(small.value.is_empty() == big.value.is_empty());
  CHECK(BigInterval(small.value, Precision(128)).contains(big.value));
  CHECK((big.defined == Defined::nowhere) == big.value.is_empty());
  return big;
}

bool is(const Evaluated<BigInterval>& e, const std::string& interval, Defined defined = Defined::everywhere) {
  return e.defined == defined && same_set(e.value, read(interval, 128));
}

bool certainly(const std::string& claim, bool truth, const std::string& x = "0") {
  return is(on(claim, x), truth ? "1" : "0");
}

/// Every variable replaced by a rational and worked out by the definitions; nullopt: undefined. Small trees only.
std::optional<Rational> by_definition(const Graph& graph, NodeId id, std::span<const Rational> variables) {
  const Node& node = graph.node(id);
  if (node.kind == NodeKind::literal) return graph.literal_value(id).to_rational();
  if (node.kind == NodeKind::variable) return variables[node.index];
  const std::string& f = node.function->name;
  const auto at = [&](std::size_t i) { return by_definition(graph, graph.arguments(id)[i], variables); };
  const auto first = at(0);
  if (!first) return std::nullopt;
  const Rational& a = *first;
  if (f == "if") return at(a.sign() != 0 ? 1 : 2);
  if (f == "neg") return Rational(0) - a;
  if (f == "abs") return a.sign() < 0 ? Rational(0) - a : a;
  if (f == "floor" || f == "ceil") {
    Rational whole;
    if (f == "floor") {
      mpz_fdiv_q(mpq_numref(whole.data()), mpq_numref(a.data()), mpq_denref(a.data()));
    } else {
      mpz_cdiv_q(mpq_numref(whole.data()), mpq_numref(a.data()), mpq_denref(a.data()));
    }
    return whole;
  }
  const auto second = at(1);
  if (!second) return std::nullopt;
  const Rational& b = *second;
  if (f == "+") return a + b;
  if (f == "-") return a - b;
  if (f == "*") return a * b;
  if (f == "/") return b.sign() == 0 ? std::nullopt : std::optional(a / b);
  if (f == "min") return a < b ? a : b;
  if (f == "max") return a < b ? b : a;
  if (f == "<") return a < b ? 1 : 0;
  if (f == "<=") return b < a ? 0 : 1;
  if (f == "=") return a == b ? 1 : 0;
  if (f == "and") return a.sign() != 0 && b.sign() != 0 ? 1 : 0;
  throw std::logic_error("by_definition: " + f);
}

Rational inside(Hostile& pick, const Rational& low, const Rational& high) {
  return low + (high - low) * Rational(static_cast<long long>(pick.below(17)), 16);
}

}  // namespace

TEST_CASE("tape: where an expression is defined", "[numerics][tape][domain]") {
  CHECK(on("log(-1)").defined == Defined::nowhere);
  CHECK(on("log(0)").defined == Defined::nowhere);
  CHECK(is(on("sqrt(x)", "[-1, 4]"), "[0, 2]", Defined::partly));
  CHECK(on("sqrt(x)", "[-2, -1]").defined == Defined::nowhere);
  CHECK(is(on("1/x", "[-1, 2]"), "[-inf, inf]", Defined::partly));
  CHECK(is(on("1/x", "[0, 2]"), "[0.5, inf]", Defined::partly));
  CHECK(is(on("1/x", "[1, 2]"), "[0.5, 1]"));
  CHECK(on("0/0").defined == Defined::nowhere);
  CHECK(on("1/0").defined == Defined::nowhere);
  CHECK(on("x/(1-x)", "1").defined == Defined::nowhere);
  CHECK(on("x^-2", "[-1, 3]").defined == Defined::partly);
  CHECK(on("0^-1").defined == Defined::nowhere);
  CHECK(is(on("x^0", "[-1, 1]"), "1"));
  CHECK(on("(-8)^(1/3)").defined == Defined::nowhere);
  CHECK(on("asin(x)", "[0, 2]").defined == Defined::partly);
  CHECK(on("tan(x)", "[1, 1.8]").defined == Defined::partly);
  CHECK(on("xlogx(x)", "[-1, 1]").defined == Defined::partly);
  CHECK(is(on("xlogx(0)"), "0"));
  CHECK(on("undefined").defined == Defined::nowhere);
  CHECK(on("log((1/2)/(1 - (1/2)*exp(2)))").defined == Defined::nowhere);
  CHECK(is(on("0/x", "[-10, 10]"), "0", Defined::partly));
  CHECK(on("0/x", "0").defined == Defined::nowhere);
  CHECK(is(on("0^x", "[0, 1]"), "[0, 1]"));  // 0^0 = 1
  CHECK(on("0^x", "[-1e-1000, 0]").defined == Defined::partly);
  CHECK(on("x^(0 - 1e-1000)", "[0, 1]").defined == Defined::partly);
  CHECK(on("exp(-1e300) > 0").value.contains(1));  // below every exponent: [0, tiny] cannot say more
  CHECK(on("erfc(1e155) > 0").value.contains(1));
  CHECK(is(on("1e-400 > 0"), "1"));
  CHECK(is(on("x <= 1e1000000000000", "[0, 1]"), "1"));
}

TEST_CASE("tape: what is undefined inside is undefined outside", "[numerics][tape][domain]") {
  CHECK(on("1 + log(-1)").defined == Defined::nowhere);
  CHECK(on("0*log(-1)").defined == Defined::nowhere);
  CHECK(on("max(1, 1/0)").defined == Defined::nowhere);
  CHECK(on("log(-1)^0").defined == Defined::nowhere);
  CHECK(on("|sqrt(x)| + 1", "[-1, 1]").defined == Defined::partly);
  CHECK(on("log(x) >= 7", "[-2, -1]").defined == Defined::nowhere);
  CHECK(on("log(-1) < 1 and 1 < 2").defined == Defined::nowhere);
  CHECK(on("log(x) < 1", "[-1, 1]").defined == Defined::partly);
  CHECK(on("x + 1", "empty").defined == Defined::nowhere);
}

TEST_CASE("tape: if takes only the branch that is taken", "[numerics][tape][domain]") {
  CHECK(is(on("if(x < 0, log(-1), x + 1)", "[1, 2]"), "[2, 3]"));
  CHECK(is(on("if(x >= 0, x, 1/0)", "[1, 2]"), "[1, 2]"));
  CHECK(is(on("if(x > 0, 1/x, 0)", "[1, 2]"), "[0.5, 1]"));
  CHECK(is(on("if(x = 0, 0, 1/x)", "0"), "0"));
  CHECK(on("if(x < 0, log(-1), 1)", "-1").defined == Defined::nowhere);
  CHECK(is(on("if(x < 0, -x, x + 1)", "[-1, 2]"), "[-2, 3]"));  // not known which: the hull of both
  CHECK(is(on("if(x < 0, log(-1), 1)", "[-1, 1]"), "1", Defined::partly));
  CHECK(on("if(x < 0, log(-1), 1/0)", "[-1, 1]").defined == Defined::nowhere);
  CHECK(on("if(log(-1) < 0, 1, 2)").defined == Defined::nowhere);
  CHECK(is(on("if(log(x) < 9, 1, 2)", "[-1, 1]"), "1", Defined::partly));
  CHECK(on("if(log(x) < -9, 1, 2)", "[-1, 1]").defined == Defined::partly);
  CHECK(is(on("if(0 < x < 1 and x < 0.5, 1, 2)", "0.75"), "2"));
}

TEST_CASE("tape: truth values", "[numerics][tape][exact]") {
  CHECK(is(on("0.1 + 0.2 <= 0.3"), "[0, 1]"));  // true with equality: exact_value says so, enclosures cannot
  CHECK(is(on("x < 1", "[0, 2]"), "[0, 1]"));
  CHECK(is(on("x <= 1", "[0, 1]"), "1"));
  CHECK(is(on("x < 1", "[0, 1]"), "[0, 1]"));
  CHECK(is(on("x > 1", "[0, 1]"), "0"));
  CHECK(certainly("x = 1", true, "1"));
  CHECK(certainly("x = 1", false, "[2, 3]"));
  CHECK(certainly("1/x <= 1", true, "1"));
  CHECK(certainly("0 < x <= 1", true, "[0.5, 1]"));
  CHECK(certainly("0 < x <= 1", false, "[2, 3]"));
  CHECK(is(on("0 < x and x < 5", "[-1, 3]"), "[0, 1]"));
  CHECK(certainly("0 < x and x < 5", false, "[-3, -1]"));
}

TEST_CASE("tape: every number type agrees with the definitions", "[numerics][tape][containment]") {
  const std::vector<std::string> variables{"x", "y"};
  int undefined = 0, defined_everywhere = 0;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(scaled(3000)); ++i) {
    Hostile pick("tape rationals", i);
    Graph graph;
    graph.variable("x"), graph.variable("y");
    // No powers: exact ones grow without bound; they are below.
    RandomExpressions random(graph, elementary_functions(), {"abs", "min", "max", "floor", "ceil", "if"}, variables);
    NodeId root = random.number(pick, 4);
    const auto nodes = graph.reachable(std::span(&root, 1));
    if (std::ranges::any_of(nodes, [&](NodeId id) { return graph.is_call(id, "^"); })) continue;
    Rational low[2], high[2], point[2];
    std::vector<BigInterval> box, fine;
    std::vector<Interval> small;
    std::vector<std::optional<Rational>> exact;
    for (int v = 0; v < 2; ++v) {
      low[v] = Rational(pick.between(-6, 6), 2);
      high[v] = pick.one_in(3) ? low[v] : low[v] + Rational(pick.between(1, 16), 8);
      point[v] = inside(pick, low[v], high[v]);
      box.push_back(BigInterval(low[v], high[v], Precision(70)));
      fine.push_back(BigInterval(low[v], high[v], Precision(300)));
      small.push_back(Interval(box.back()));
      exact.push_back(point[v]);
    }
    CAPTURE(pick.label(), to_text(graph, root), point[0].to_string(), point[1].to_string());
    const Tape tape(graph, std::span(&root, 1));
    const auto truth = by_definition(graph, root, point);
    const auto big = tape.run(box, Precision(70)).back(), better = tape.run(fine, Precision(300)).back();
    const auto binary64 = tape.run(small).back();
    const auto value = tape.run_exact(exact).back();
    CHECK(value == truth);
    CHECK(big.value.contains(better.value));
    for (const Defined d : {big.defined, better.defined, binary64.defined}) {
      if (truth) CHECK(d != Defined::nowhere);
      if (!truth) CHECK(d != Defined::everywhere);
    }
    if (big.defined == Defined::everywhere) ++defined_everywhere;
    if (!truth) {
      ++undefined;
      continue;
    }
    CHECK(big.value.contains(*truth));
    CHECK(better.value.contains(*truth));
    CHECK(binary64.value.contains(*truth));
  }
  CHECK(undefined > 50);
  CHECK(defined_everywhere > 500);
}

TEST_CASE("tape: enclosures of all functions meet at two precisions, on boxes and on points inside",
          "[numerics][tape][precision]") {
  const std::vector<std::string> variables{"x", "y"};
  int narrow = 0, points_in_boxes = 0;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(scaled(1500)); ++i) {
    Hostile pick("tape functions", i);
    Graph graph;
    graph.variable("x"), graph.variable("y");
    RandomExpressions random(graph, elementary_functions(), numeric_functions(elementary_functions()), variables);
    NodeId root = random.number(pick, 3);
    std::vector<BigInterval> box, point, fine;
    std::vector<Interval> small;
    std::vector<double> doubles;
    for (int v = 0; v < 2; ++v) {
      const Rational low(pick.between(-8, 16), 8);
      const Rational high = low + Rational(pick.between(0, 8), 16), at = inside(pick, low, high);
      box.push_back(BigInterval(low, high, Precision(60)));
      point.push_back(BigInterval(at, Precision(60)));
      fine.push_back(BigInterval(at, Precision(200)));
      small.push_back(Interval(box.back()));
      doubles.push_back(at.approx_double());
    }
    CAPTURE(pick.label(), to_text(graph, root));
    const Tape tape(graph, std::span(&root, 1));
    const auto on_box = tape.run(box, Precision(60)).back(), on_point = tape.run(point, Precision(60)).back();
    const auto exact = tape.run(fine, Precision(200)).back();
    const auto binary64 = tape.run(small).back();
    const double approx = tape.run_approx(doubles).back();
    if (exact.defined != Defined::everywhere) {
      if (exact.defined == Defined::nowhere) CHECK(on_point.defined != Defined::everywhere);
      continue;
    }
    CHECK(on_point.defined != Defined::nowhere);
    CHECK(on_box.defined != Defined::nowhere);
    CHECK(binary64.defined != Defined::nowhere);
    CHECK(!intersection(on_point.value.at(Precision(200)), exact.value).is_empty());
    CHECK(!intersection(on_box.value.at(Precision(200)), exact.value).is_empty());
    CHECK(!intersection(BigInterval(binary64.value, Precision(200)), exact.value).is_empty());
    if (exact.value.relative_width_upper() < 1e-30) {
      ++narrow;
      CHECK(on_box.value.contains(on_point.value));
      // The double is for search only, but it should not be another number.
      const double value = exact.value.approx_double();
      if (on_point.value.relative_width_upper() < 1e-15 && std::abs(value) < 1e300 && std::isfinite(approx)) {
        CHECK(std::abs(approx - value) <= 1e-6 * std::max(1.0, std::abs(value)));
      }
    }
    if (!on_box.value.is_point() && on_box.defined == Defined::everywhere) ++points_in_boxes;
  }
  CHECK(narrow > 400);
  CHECK(points_in_boxes > 100);
}

TEST_CASE("tape: run_again is run, bit for bit", "[numerics][tape][exact]") {
  const std::vector<std::string> variables{"x", "y", "z", "unused"};
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(scaled(300)); ++i) {
    Hostile pick("tape run again", i);
    Graph graph;
    for (const std::string& name : variables) graph.variable(name);
    RandomExpressions random(graph, elementary_functions(), numeric_functions(elementary_functions()), {"x", "y", "z"});
    const NodeId roots[] = {random.number(pick, 3), random.condition(pick, 2), random.number(pick, 2)};
    const Tape tape(graph, roots);
    const Precision precision(pick.between(50, 150));
    const auto box = [&] {
      const Rational low(pick.between(-8, 16), 8);
      return BigInterval(low, low + Rational(pick.between(0, 8), 16), precision);
    };
    std::vector<BigInterval> values{box(), box(), box(), box()};
    auto kept = tape.run(values, precision);
    for (int round = 0; round < 4; ++round) {
      bool changed[4];
      for (std::size_t v = 0; v < 4; ++v) {
        changed[v] = pick.one_in(3);
        if (changed[v]) values[v] = box();
      }
      tape.run_again(kept, values, changed, precision);
      const auto fresh = tape.run(values, precision);
      REQUIRE(kept.size() == fresh.size());
      for (std::size_t s = 0; s < fresh.size(); ++s) {
        CAPTURE(pick.label(), round, s);
        if (kept[s].defined != fresh[s].defined || !same_set(kept[s].value, fresh[s].value)) FAIL_CHECK("differs");
      }
    }
    std::vector<double> doubles{0.5, 1.25, -0.75, 0};
    auto plain = tape.run_approx(doubles);
    for (std::uint32_t v = 0; v < 4; ++v) {
      doubles[v] = static_cast<double>(pick.between(-64, 64)) / 16;
      tape.run_approx_again(plain, doubles, v);
      const auto fresh = tape.run_approx(doubles);
      for (std::size_t s = 0; s < fresh.size(); ++s)
        if (plain[s] != fresh[s] && !(std::isnan(plain[s]) && std::isnan(fresh[s]))) FAIL_CHECK(pick.label());
    }
  }
}

TEST_CASE("tape: neither the rounding mode outside nor another thread changes a result", "[numerics][tape][exact]") {
  Graph graph;
  const NodeId x = graph.variable("x");
  std::vector<NodeId> roots;
  RandomExpressions random(graph, elementary_functions(), numeric_functions(elementary_functions()), {"x"});
  for (std::uint64_t i = 0; i < 100; ++i) {
    Hostile pick("tape threads", i);
    roots.push_back(random.number(pick, 3));
  }
  roots.push_back(x);
  const Tape tape(graph, roots);

  const Interval box(0.5, 0.75);
  const auto outside = tape.run(std::span(&box, 1));
  const auto inside_scope = [&] {
    const RoundUpward upward;
    return tape.run(std::span(&box, 1));
  }();
  for (std::size_t s = 0; s < tape.size(); ++s)
    if (!same_set(outside[s].value, inside_scope[s].value)) FAIL_CHECK("the rounding mode changes slot " << s);

  const auto run_at = [&](long bits) {
    const BigInterval at(Rational(1, 2), Rational(3, 4), Precision(bits));
    return tape.run(std::span(&at, 1), Precision(bits));
  };
  const long precisions[] = {50, 1000, 64, 300};
  std::vector<Evaluated<BigInterval>> parallel[4];
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) threads.emplace_back([&, t] { parallel[t] = run_at(precisions[t]); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 0; t < 4; ++t) {
    const auto alone = run_at(precisions[t]);
    for (std::size_t s = 0; s < tape.size(); ++s)
      if (!same_set(alone[s].value, parallel[t][s].value)) FAIL_CHECK(precisions[t] << " bits, slot " << s);
  }
}

TEST_CASE("tape: slots of outputs and of their parts", "[numerics][tape]") {
  Graph graph;
  const NodeId a = parse(graph, "x + 1"), b = parse(graph, "(x + 1)*y"), other = parse(graph, "z");
  const NodeId outputs[] = {b, a};
  const Tape tape(graph, outputs);
  CHECK(tape.size() == 5);  // x, 1, x + 1, y, the product
  const BigInterval values[] = {read("2"), read("5"), read("0")};
  const auto run = tape.run(values, Precision(53));
  CHECK(is_exactly(run[tape.slot(a)].value, 3));
  CHECK(is_exactly(run[tape.slot(b)].value, 15));
  CHECK(tape.uses_variable(graph.node(graph.variable("y")).index));
  CHECK(!tape.uses_variable(graph.node(graph.variable("z")).index));
  CHECK(code_of([&] { tape.slot(other); }) == "LC901");
  CHECK(code_of([&] { tape.run(std::span(values, 1), Precision(53)); }) == "LC901");
}

TEST_CASE("tape: doubles are nan where there is no value", "[numerics][tape]") {
  const auto approx = [](const std::string& text) {
    Graph graph;
    const NodeId root = parse(graph, text);
    return Tape(graph, std::span(&root, 1)).run_approx({}).back();
  };
  CHECK(std::isnan(approx("log(-1)")));
  CHECK(std::isnan(approx("max(1, sqrt(-1))")));
  CHECK(std::isnan(approx("if(log(-1) < 1, 1, 2)")));
  CHECK(std::isnan(approx("lgamma(-1)")));
  CHECK(approx("if(1 < 2, 1, log(-1))") == 1);
  CHECK(approx("kl(0.5, 0.5)") == 0);
}

TEST_CASE("tape: known values of the binary64 tape are tight", "[numerics][tape][precision]") {
  for (const char* text : {"0.1", "1/3", "exp(-3^2/2)", "log(2)", "sin(1/10)", "lgamma(10.5)", "kl(0.3, 0.5)", "pi*e",
                           "erfc(5)", "1e-400", "1e400", "2^0.5"}) {
    Graph graph;
    const NodeId root = parse(graph, text);
    const Tape tape(graph, std::span(&root, 1));
    const Interval x = tape.run(std::span<const Interval>()).back().value;
    const BigInterval exact = tape.run(std::span<const BigInterval>(), Precision(200)).back().value;
    CAPTURE(text, x.lower(), x.upper());
    CHECK(BigInterval(x, Precision(200)).contains(exact));
    CHECK((x.upper() - x.lower() <= 8 * std::numeric_limits<double>::epsilon() * x.magnitude() || x.lower() == 0 ||
           x.upper() == std::numeric_limits<double>::infinity()));
  }
}

TEST_CASE("tape: roots of squares are exact, other roots are not rational", "[numerics][tape][exact]") {
  const auto exact = [](const char* text) {
    Graph graph;
    return exact_value(graph, parse_expression(graph, text, elementary_functions()).root);
  };
  CHECK(exact("sqrt(0.01)/4") == Rational(1, 40));
  CHECK(exact("sqrt(4/9)") == Rational(2, 3));
  CHECK(exact("sqrt(0)") == Rational(0));
  CHECK_FALSE(exact("sqrt(2)").has_value());
  CHECK_FALSE(exact("sqrt(4/3)").has_value());
  CHECK_FALSE(exact("sqrt(-4)").has_value());
}
