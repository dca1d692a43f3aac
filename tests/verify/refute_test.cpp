// Counterexamples: found where a claim is false, never where it is true, and checked again independently.
#include "verify/prover/refute.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "numerics/tape.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/claim_samples.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;
using namespace lemmacheck::verify::prover;
using lemmacheck::verify::tests::claim_from;

namespace {

struct Problem {
  std::string id, claim;
  std::vector<std::string> ranges, hypotheses;
  bool truth = false;
  Claim build() const { return claim_from(ranges, hypotheses, claim); }
};

std::ifstream shared(const std::string& name) {
  return std::ifstream(std::string(LEMMACHECK_SOURCE_DIR) + "/../shared/problems/" + name);
}

std::string trimmed(std::string s) {
  s.erase(0, s.find_first_not_of(' '));
  s.erase(s.find_last_not_of(' ') + 1);
  return s;
}

void read_inequalities(std::vector<Problem>& out) {
  std::ifstream in = shared("inequalities.json");
  if (!in) return;
  for (const auto& p : nlohmann::ordered_json::parse(in)) {
    Problem made{p["id"], p["claim"], {}, p["hypotheses"], p["truth"]};
    for (const auto& [name, v] : p["vars"].items()) {
      const auto open = [&](const char* key) { return v.contains(key) && v[key].get<bool>(); };
      made.ranges.push_back(fmt::format("{}{} in {}{}, {}{}", name, v["type"] == "int" ? " integer" : "",
                                        open("lo_open") ? '(' : '[', v["lo"].get<std::string>(),
                                        v["hi"].get<std::string>(), open("hi_open") ? ')' : ']'));
    }
    out.push_back(made);
  }
}

void read_probes(std::vector<Problem>& out) {
  std::ifstream in = shared("metitarski_and_probes.json");
  if (!in) return;
  for (const auto& p : nlohmann::json::parse(in)) {
    out.push_back({p["id"], p["claim"], p["for"], p["assume"], p["truth"]});
  }
}

void read_boxes(std::vector<Problem>& out) {
  std::ifstream in = shared("boxes.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> fields;
    std::istringstream parts(line);
    for (std::string field; std::getline(parts, field, ';');) fields.push_back(trimmed(field));
    Problem made{fields[0], fields[2], {}, {}, fields[3] == "T"};
    std::string ranges = fields[1];
    for (std::size_t end; (end = ranges.find(']')) != std::string::npos; ranges.erase(0, end + 1)) {
      made.ranges.push_back(trimmed(ranges.substr(0, end + 1)));
      if (made.ranges.back()[0] == ',') made.ranges.back() = trimmed(made.ranges.back().substr(1));
    }
    out.push_back(made);
  }
}

std::vector<Problem> all_problems() {
  std::vector<Problem> out;
  read_inequalities(out);
  read_probes(out);
  read_boxes(out);
  return out;
}

std::string words(const Point& point) {
  std::string out;
  for (const auto& [name, value] : point) out += name + " = " + value + "  ";
  return out;
}

/// The point again, from its text alone, by enclosures: statement and hypotheses.
struct Recheck {
  bool hypotheses = true;
  Evaluated<BigInterval> statement{BigInterval(Precision(2))};
};
Recheck recheck(const Claim& claim, const Point& point, long bits = 4096) {
  Graph graph = claim.graph;
  std::vector<NodeId> roots = claim.hypotheses;
  roots.push_back(claim.statement);
  std::unordered_map<std::uint32_t, NodeId> values;
  for (const ClaimVariable& v : claim.variables) {
    const NodeId value = parse_expression(graph, point.at(v.name), *claim.functions).root;
    values[graph.node(v.node).index] = value;
    const auto bound = [&](const ClaimEnd& end, NodeId a, NodeId b) {
      if (!end.infinite) roots.push_back(graph.call(end.open ? "<" : "<=", {a, b}));
    };
    bound(v.lower, v.lower.value, value);
    bound(v.upper, value, v.upper.value);
    if (v.integer) CHECK(exact_value(graph, value).value().is_integer());
  }
  Recheck result;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const NodeId root = substitute(graph, roots[i], graph, values);
    const auto exact = exact_value(graph, root);
    auto found = Tape(graph, std::span(&root, 1)).run(std::vector<BigInterval>{}, Precision(bits)).back();
    if (exact) found = {BigInterval(*exact, Precision(bits)), Defined::everywhere};
    if (i == claim.hypotheses.size()) {
      result.statement = found;
    } else {
      result.hypotheses = result.hypotheses && found.defined == Defined::everywhere && found.value.is_point() &&
                          found.value.certain_sign() > 0;
    }
  }
  return result;
}

void check_witness(const Claim& claim, const Refutation& refutation) {
  REQUIRE(refutation.witness.has_value());
  const Recheck again = recheck(claim, *refutation.witness);
  CAPTURE(words(*refutation.witness));
  CHECK(again.hypotheses);
  CHECK(again.statement.defined == Defined::everywhere);
  CHECK(again.statement.value.is_point());
  CHECK(again.statement.value.contains_zero());
  REQUIRE(refutation.violation.has_value());
  CHECK(refutation.violation->lower_double() >= 0);
}

}  // namespace

TEST_CASE("false claims are refuted, true ones are not", "[refute]") {
  for (const Problem& p : all_problems()) {
    const Claim claim = p.build();
    CAPTURE(p.id, p.claim);
    const auto found = refute(claim);
    CHECK(found.has_value() == !p.truth);
    if (found && !p.truth) {
      CHECK_FALSE(found->undefined_at.has_value());
      check_witness(claim, *found);
    }
  }
}
