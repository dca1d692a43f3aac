#include <fmt/format.h>

#include <algorithm>

#include "numerics/decimal_text.hpp"
#include "numerics/error.hpp"
#include "numerics/tape.hpp"
#include "reports/claim_report.hpp"
#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {
namespace {

using numerics::BigInterval;
using numerics::NodeId;
using numerics::Precision;
using verify::prover::Point;

constexpr Precision side_precision{128};
constexpr int side_digits = 12;

/// Lines "  name      text" below the verdict; an empty text leaves its line out.
class Lines {
 public:
  explicit Lines(std::string first) : text_(std::move(first) + '\n') {}
  void add(const std::string& name, const std::string& text) {
    if (!text.empty()) text_ += fmt::format("  {:<11} {}\n", name, text);
  }
  void add(const std::string& name, const std::vector<std::string>& texts, const char* between = ", ") {
    std::string all;
    for (const std::string& t : texts) all += (all.empty() ? "" : between) + t;
    add(name, all);
  }
  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

std::vector<std::string> words(const std::vector<verify::Text>& texts) {
  std::vector<std::string> all;
  for (const verify::Text& t : texts) all.push_back(t.text);
  return all;
}

/// The comparisons that a statement is made of, in order.
std::vector<NodeId> comparisons(const numerics::Graph& graph, NodeId statement) {
  std::vector<NodeId> all, stack{statement};
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    if (graph.is_call(id, "and")) {
      stack.push_back(graph.arguments(id)[1]);
      stack.push_back(graph.arguments(id)[0]);
    } else {
      all.push_back(id);
    }
  }
  return all;
}

/// Both sides of the comparison that fails at the point, evaluated there: "[1.1, 1.2] <= [0.9, 0.91] is false".
std::string sides_at(const verify::Claim& claim, const Point& point) {
  numerics::Graph graph;
  std::unordered_map<std::uint32_t, NodeId> values;
  for (const verify::ClaimVariable& v : claim.variables) {
    const auto it = point.find(v.name);
    if (it == point.end()) return "";
    values[claim.graph.node(v.node).index] =
        numerics::parse_expression(graph, it->second, *claim.functions, {.source = "counterexample"}).root;
  }
  const NodeId statement = substitute(claim.graph, claim.statement, graph, values);
  for (const NodeId c : comparisons(graph, statement)) {
    const std::vector<NodeId> outputs{graph.arguments(c)[0], graph.arguments(c)[1], c};
    const numerics::Tape tape(graph, outputs);
    const std::vector<BigInterval> none(graph.variable_count(), BigInterval::entire(side_precision));
    const auto slots = tape.run(none, side_precision);
    const auto& holds = slots[tape.slot(c)].value;
    if (holds.certain_sign() != 0 || !holds.contains_zero() || !holds.is_point()) continue;
    const auto side = [&](NodeId id) {
      return numerics::to_string(slots[tape.slot(id)].value, {.digits = side_digits});
    };
    return side(outputs[0]) + ' ' + graph.node(c).function->name + ' ' + side(outputs[1]) + " is false";
  }
  return "";
}

}  // namespace

std::string about(const verify::ClaimTexts& texts) {
  std::string all = verify::statement_text(texts);
  const std::string ranges = verify::ranges_text(texts);
  if (!ranges.empty()) all += " for " + ranges;
  return all;
}

std::string claim_text(const ClaimReport& report, const TextOptions& options) {
  const auto& o = report.outcome;
  std::string first = report.cite.empty() ? painted(verdict_words(o), verdict_tone(o.verdict), options.colour)
                                          : painted("cited", Tone::open, options.colour);
  first += ": ";
  if (!report.id.empty()) first += report.id + ": ";
  Lines lines(first + about(report.texts));
  lines.add("assuming", words(report.texts.hypotheses), " and ");
  lines.add("where", words(report.texts.definitions));
  lines.add("convention", report.claim.conventions);
  lines.add("source", report.cite);
  if (o.vacuous) lines.add("vacuous", "no point satisfies the hypotheses");
  if (o.refutation && o.refutation->undefined_at) {
    const std::string& part = o.refutation->undefined_part;
    lines.add("undefined", "at " + point_text(*o.refutation->undefined_at) +
                               (part.empty() ? "" : ", where " + part + " has no value"));
    lines.add("remedy", convention_hint(report.claim, o));
  }
  if (o.refutation && o.refutation->witness) {
    lines.add("fails", "at " + point_text(*o.refutation->witness));
    lines.add("there", sides_at(report.claim, *o.refutation->witness));
    if (o.refutation->violation)
      lines.add("violation", numerics::to_string(*o.refutation->violation, {.digits = side_digits}));
  }
  lines.add("true on", o.true_on, "; ");
  lines.add("repair", o.repair);
  lines.add("reason", o.reason);
  lines.add("how", o.rules);
  lines.add("margin", margin_words(o));
  lines.add("tight at", o.tight_at, "; ");
  lines.add("not needed", o.redundant, "; ");
  lines.add("holds also", o.holds_beyond, "; ");
  lines.add("certificate", report.certificate);
  if (report.cite.empty())
    lines.add("time", fmt::format("{}, {} box{}", seconds_text(o.seconds), o.boxes, o.boxes == 1 ? "" : "es"));
  return std::move(lines).text();
}

std::string best_text(const BestReport& report, const TextOptions& options) {
  const std::string bracket = best_bracket(report.name, report.best);
  const bool found = !bracket.empty();
  std::string first = painted(found ? "best constant" : "undecided", found ? Tone::good : Tone::open, options.colour);
  first += ": " + (report.id.empty() ? "" : report.id + ": ") + (found ? bracket + ": " : "") + about(report.texts);
  Lines lines(first);
  lines.add("assuming", words(report.texts.hypotheses), " and ");
  lines.add("where", words(report.texts.definitions));
  const char* beyond = report.best.larger_is_harder ? "above " : "below ";
  if (!report.best.holds.empty()) lines.add("holds", "at " + report.name + " = " + report.best.holds);
  if (!report.best.fails.empty()) lines.add("fails", "for every " + report.name + ' ' + beyond + report.best.fails);
  lines.add("reason", report.best.reason);
  lines.add("time", seconds_text(report.seconds));
  return std::move(lines).text();
}

}  // namespace lemmacheck::reports
