// Tight claims with a constant or a side changed by a millionth: where that makes them false, a point is found.
#include <fmt/format.h>

#include "tests/support/claim_disguises.hpp"
#include "tests/support/problem_files.hpp"
#include "tests/verify/decided_claims.hpp"

using namespace lemmacheck;
using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;
using prover::Verdict;
using test_support::FileProblem;
using test_support::rewritten;

namespace {

constexpr std::size_t most_points = 5000;  // of one claim
constexpr Precision precision{192};

struct Changed {
  std::string words;
  Claim claim;
};

NodeId scaled(Graph& graph, NodeId literal, bool up) {
  Decimal value = graph.literal_value(literal);
  value.digits = (Rational::parse(value.digits) * (up ? 1000001 : 999999)).to_string();
  value.exponent -= 6;
  return graph.literal(Decimal::parse(value.to_string()));
}

/// Every literal that is no exponent changed where it stands, then each side of each comparison.
std::vector<Changed> changes(const Claim& original) {
  std::vector<Changed> all;
  for (const NodeId id : original.graph.reachable(std::span(&original.statement, 1))) {
    const Graph& graph = original.graph;
    if (graph.node(id).kind != NodeKind::call || graph.is_boolean(id)) continue;
    for (std::size_t i = 0; i < graph.arguments(id).size(); ++i) {
      const NodeId literal = graph.arguments(id)[i];
      if (graph.node(literal).kind != NodeKind::literal || (i == 1 && graph.is_call(id, "^"))) continue;
      for (const bool up : {false, true}) {
        Changed made{fmt::format("literal {} of node {} {}", i, index_of(id), up ? "up" : "down"), original};
        Graph& g = made.claim.graph;
        made.claim.statement = rewritten(g, made.claim.statement, [&](NodeId node, std::span<const NodeId> arguments) {
          if (node != id) return std::optional<NodeId>();
          std::vector<NodeId> fresh(arguments.begin(), arguments.end());
          fresh[i] = scaled(g, literal, up);
          return std::optional(g.call(*g.node(id).function, fresh));
        });
        all.push_back(std::move(made));
      }
    }
  }
  for (const char* factor : {"0.999999", "1.000001"}) {
    Changed made{fmt::format("larger side times {}", factor), original};
    Graph& g = made.claim.graph;
    made.claim.statement = rewritten(g, made.claim.statement, [&](NodeId node, std::span<const NodeId> arguments) {
      if (!g.is_call(node, "<") && !g.is_call(node, "<=")) return std::optional<NodeId>();
      const NodeId larger = g.call("*", {g.literal(Decimal::parse(factor)), arguments[1]});
      return std::optional(g.call(*g.node(node).function, {arguments[0], larger}));
    });
    all.push_back(std::move(made));
  }
  return all;
}

/// Numbers of a range: its ends, its middle and small whole numbers, and numbers at distances 10^-k from them; powers
/// of ten towards an infinite end.
std::vector<Rational> samples(const Claim& claim, const ClaimVariable& v) {
  std::vector<Rational> near = {0, 1}, all;
  const auto approx = [&](const ClaimEnd& end) {
    const Evaluated<BigInterval> value =
        Tape(claim.graph, std::span(&end.value, 1)).run(std::vector<BigInterval>{}, precision).back();
    const auto exact = exact_value(claim.graph, end.value);
    return exact ? *exact : value.value.lower_rational();
  };
  if (!v.lower.infinite) near.push_back(approx(v.lower));
  if (!v.upper.infinite) near.push_back(approx(v.upper));
  if (near.size() == 4) near.push_back((near[2] + near[3]) / 2);
  for (const Rational& c : near) {
    all.push_back(c);
    for (const long k : {0L, 1L, 2L, 3L, 4L, 6L, 9L}) {
      all.push_back(c + pow(Rational(10), -k));
      all.push_back(c - pow(Rational(10), -k));
    }
  }
  for (const long k : {1L, 2L, 3L, 4L, 5L, 6L, 8L}) {
    if (v.upper.infinite) all.push_back(pow(Rational(10), k));
    if (v.lower.infinite) all.push_back(-pow(Rational(10), k));
  }
  std::erase_if(all, [&](const Rational& x) {
    return (v.integer && !x.is_integer()) || (!v.lower.infinite && x < approx(v.lower)) ||
           (!v.upper.infinite && x > approx(v.upper));
  });
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Whether one of a few thousand points certainly violates the claim.
bool violated(const Claim& original) {
  Claim claim = original;
  std::vector<std::vector<Rational>> axes;
  std::size_t points = 1;
  for (const ClaimVariable& v : claim.variables) {
    axes.push_back(samples(claim, v));
    points *= axes.back().size();
    const auto bound = [&](const ClaimEnd& end, NodeId a, NodeId b) {
      if (!end.infinite) claim.hypotheses.push_back(claim.graph.call(end.open ? "<" : "<=", {a, b}));
    };
    bound(v.lower, v.lower.value, v.node);
    bound(v.upper, v.node, v.upper.value);
  }
  std::vector<NodeId> roots = claim.hypotheses;
  roots.push_back(claim.statement);
  const Tape tape(claim.graph, roots);
  const std::size_t step = points / most_points + 1;
  std::vector<BigInterval> values(claim.graph.variable_count(), BigInterval(precision));
  for (std::size_t i = 0; i < points; i += step) {
    std::size_t left = i;
    for (std::size_t a = 0; a < axes.size(); left /= axes[a].size(), ++a) {
      const std::uint32_t index = claim.graph.node(claim.variables[a].node).index;
      values[index] = BigInterval(axes[a][left % axes[a].size()], precision);
    }
    const auto found = tape.run(values, precision);
    bool inside = true;
    for (const NodeId h : claim.hypotheses) inside = inside && found[tape.slot(h)].value.certain_sign() > 0;
    const Evaluated<BigInterval>& statement = found[tape.slot(claim.statement)];
    if (inside && statement.defined == Defined::everywhere && statement.value.is_point() &&
        statement.value.contains_zero()) {
      return true;
    }
  }
  return false;
}

/// The changes that are false, each `step`-th of them decided.
void check_changes(std::size_t step, double seconds) {
  std::size_t number = 0;
  for (const std::string& file : test_support::problem_file_names) {
    if (file == "boxes.txt") continue;
    for (const FileProblem& p : test_support::read_problem_file(file)) {
      if (!p.truth) continue;
      for (const Changed& changed : changes(read_claim(p.texts))) {
        if (number++ % step != 0 || !violated(changed.claim)) continue;
        const ClaimTexts texts = test_support::texts_of(changed.claim);
        CAPTURE(p.id, changed.words, texts.statements[0].text);
        const prover::Outcome outcome = tests::decided(texts, seconds);
        CAPTURE(prover::to_string(outcome.verdict), outcome.reason);
        // A change can also take away the value somewhere, which comes first.
        CHECK((outcome.verdict == Verdict::refuted || outcome.verdict == Verdict::undefined));
      }
    }
  }
}

}  // namespace

TEST_CASE("sharp constants: a millionth more is refuted", "[verify][negative][problems]") { check_changes(25, 5); }
TEST_CASE("sharp constants: a millionth more is refuted, all", "[verify][negative][problems][slow]") {
  check_changes(1, 10);
}
