#include <algorithm>

#include "numerics/decimal_text.hpp"
#include "reports/text_width.hpp"
#include "reports/theorem_report.hpp"
#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {
namespace {

using numerics::BigInterval;
using numerics::Defined;
using numerics::Truth;
using verify::Evaluation;
using verify::Theorem;
using verify::TheoremVerdict;

/// The side on which a formula of the statement is rounded: that of the conclusion or the event that it names; of
/// those with the same formula, if they agree.
std::optional<verify::Side> side_of(const Theorem& theorem, const verify::StatementPart& part) {
  std::optional<verify::Side> same;
  bool agree = true;
  const auto consider = [&](const std::string& name, numerics::NodeId node, verify::Side side) {
    if (node == *part.node && name != part.formula) {
      agree = agree && (!same || *same == side);
      same = side;
    }
    return name == part.formula;
  };
  for (const verify::Conclusion& c : theorem.conclusions)
    if (consider(c.name, c.node, c.side)) return c.side;
  for (const verify::Event& e : theorem.events) {
    if (!e.choice) continue;
    const verify::Side side = e.choice->smallest ? verify::Side::upper : verify::Side::lower;
    if (consider(e.choice->name, e.choice->node, side)) return side;
  }
  return agree ? same : std::nullopt;
}

std::optional<std::string> parameter_words(const Theorem& theorem, const verify::Binding& binding,
                                           numerics::NodeId node) {
  for (std::size_t i = 0; i < theorem.parameters.size(); ++i)
    if (theorem.parameters[i].node == node) return binding.text(i);
  return std::nullopt;
}

std::string truth_word(const verify::EvaluatedCondition& c) {
  if (c.slack.defined == Defined::nowhere) return "undefined";
  return c.truth == Truth::yes ? "holds" : c.truth == Truth::no ? "fails" : "undecided";
}

Table events_table(const Evaluation& e) {
  Table table("Events: the probability that each fails, within its share of the budget");
  table.add_column({.key = "event", .title = "event", .side = Side::none});
  table.add_column({.key = "share", .title = "share"});
  table.add_column({.key = "fails", .title = "fails with", .side = Side::upper});
  table.add_column({.key = "chosen", .title = "chosen", .side = Side::none});
  for (const verify::EvaluatedEvent& event : e.events) {
    std::string chosen;
    if (event.event->choice && !event.chosen.is_empty()) {
      const verify::Choice& c = *event.event->choice;
      chosen = c.name + (c.smallest ? " <= " : " >= ") +
               rounded(verify::Number{event.chosen, Defined::everywhere, event.chosen_exact},
                       c.smallest ? verify::Side::upper : verify::Side::lower);
    }
    table.add_row({(event.event->nested ? "  " : "") + event.event->name, event.event->share,
                   event.possible != Truth::yes ? Cell(Missing{event.reason}) : number_cell(event.charged), chosen});
  }
  return table;
}

Table quantities_table(const Evaluation& e) {
  Table table("Quantities");
  table.add_column({.key = "name", .title = "name", .side = Side::none});
  table.add_column({.key = "value", .title = "value", .side = Side::enclosure, .digits = 10});
  for (const verify::EvaluatedQuantity& q : e.quantities) table.add_row({q.quantity->name, number_cell(q.value)});
  return table;
}

Table conditions_table(const Evaluation& e) {
  Table table("Conditions");
  table.add_column({.key = "name", .title = "name", .side = Side::none});
  table.add_column({.key = "claim", .title = "claim", .side = Side::none});
  table.add_column({.key = "verdict", .title = "verdict", .side = Side::none});
  table.add_column({.key = "slack", .title = "slack", .side = Side::lower});
  for (const verify::EvaluatedCondition& c : e.conditions) {
    const std::string word = truth_word(c);
    const Tone tone = word == "holds" ? Tone::good : word == "fails" ? Tone::bad : Tone::open;
    table.add_row({c.condition->name, c.condition->claim_text, VerdictCell{word, tone}, number_cell(c.slack)});
  }
  return table;
}

Table conclusions_table(const Evaluation& e) {
  Table table("Conclusions");
  table.add_column({.key = "name", .title = "name", .side = Side::none});
  table.add_column({.key = "value", .title = "value", .side = Side::none});
  table.add_column({.key = "meaning", .title = "meaning", .side = Side::none});
  for (const verify::EvaluatedConclusion& c : e.conclusions) {
    const char* relation = c.conclusion->side == verify::Side::lower   ? ">= "
                           : c.conclusion->side == verify::Side::upper ? "<= "
                                                                       : "= ";
    const Cell value = c.value ? Cell(relation + rounded(*c.value, c.conclusion->side, 6, c.conclusion->integer))
                               : Cell(Missing{"the theorem says nothing here"});
    table.add_row({c.conclusion->name, value, c.conclusion->says});
  }
  return table;
}

std::string box_count(const verify::RangeResult& r) {
  return std::to_string(r.boxes) + (r.boxes == 1 ? " box" : " boxes");
}

}  // namespace

std::string statement_text(const Theorem& theorem, const verify::Binding& binding, const Evaluation& evaluation) {
  std::string all;
  std::size_t next = 0;
  for (const verify::StatementPart& part : theorem.statement) {
    all += part.text;
    if (!part.node) continue;
    const verify::Number& value = evaluation.statement[next++];
    if (const auto words = parameter_words(theorem, binding, *part.node))
      all += *words;
    else if (value.value.is_empty() || value.defined != Defined::everywhere)
      all += "(" + part.formula + ", which is not certain to have a value)";
    else
      all += rounded(value, side_of(theorem, part).value_or(verify::Side::exact));
  }
  return all;
}

std::string evaluation_text(const Theorem& theorem, const verify::Binding& binding, const Evaluation& e,
                            const TextOptions& options) {
  std::string out = theorem.id + (theorem.title.empty() ? "" : ": " + theorem.title) + '\n';
  if (!theorem.kind.empty()) out += theorem.kind + (theorem.source.empty() ? "" : "; source: " + theorem.source) + '\n';
  out += "at " + settings_text(theorem, binding) + " (" + std::to_string(e.precision.bits) + " bits)\n\n";
  const VerdictCell verdict = verdict_cell(e.verdict, e.failing);
  out += painted(to_string(verdict), verdict.tone, options.colour);
  if (e.verdict == TheoremVerdict::fails) out += ": the theorem says nothing here.";
  if (!e.reason.empty()) out += ": " + e.reason;
  out += '\n';
  if (e.verdict == TheoremVerdict::holds && theorem.statement.size() > 1)
    out += wrapped(one_line(statement_text(theorem, binding, e)), options.width, 2);
  out += '\n';
  if (!e.conclusions.empty()) out += write_text(conclusions_table(e), options) + '\n';
  if (!e.conditions.empty()) out += write_text(conditions_table(e), options) + '\n';
  out += write_text(events_table(e), options);
  if (e.failure_probability)
    out += "  in all at most " + rounded(*e.failure_probability, verify::Side::upper) +
           (e.within_budget ? ", within the budget " : ", not certainly within the budget ") + theorem.budget_name +
           "\n";
  out += '\n' + write_text(quantities_table(e), options);
  out += "\nNot checked by any computer:\n";
  for (const std::string& hypothesis : unchecked(theorem)) out += wrapped("- " + hypothesis, options.width, 2);
  return out;
}

std::string range_text(const Theorem& theorem, const verify::Binding& binding, const verify::RangeResult& r,
                       const TextOptions& options) {
  std::string out = theorem.id + " for " + settings_text(theorem, binding) + '\n';
  const VerdictCell verdict = verdict_cell(r.verdict);
  out += painted(verdict.word, verdict.tone, options.colour);
  if (r.verdict == TheoremVerdict::holds) {
    bool all_integers = true;
    for (const verify::FreeVariable& v : r.range) all_integers = all_integers && v.integer;
    out += all_integers ? " for every integer point of the range" : " for every point of the range";
  }
  if (r.verdict == TheoremVerdict::fails) out += " somewhere";
  out += " (" + box_count(r) + ")\n";
  if (r.verdict == TheoremVerdict::holds) return out;
  constexpr std::size_t most_lines = 40;
  std::size_t lines = 0;
  for (const verify::Segment& s : r.segments) {
    if (++lines > most_lines) {
      out += "  ... and " + std::to_string(r.segments.size() - most_lines) + " more (--json lists all)\n";
      break;
    }
    const VerdictCell cell = verdict_cell(s.verdict, s.failing);
    out += "  " + box_text(r, s.box) + ": " + painted(to_string(cell), cell.tone, options.colour) +
           (s.reason.empty() ? "" : ": " + s.reason) + '\n';
  }
  return out;
}

std::string threshold_text(const Theorem& theorem, const verify::Binding& binding, const verify::RangeResult& r,
                           const TextOptions& options) {
  const verify::FreeVariable& v = r.range.front();
  std::string out = theorem.id + " for " + settings_text(theorem, binding) + '\n';
  bool any = false;
  for (std::size_t i = 0; i < r.segments.size(); ++i) {
    const verify::Segment& s = r.segments[i];
    if (s.verdict != TheoremVerdict::holds) continue;
    any = true;
    out += painted("holds", Tone::good, options.colour) + " for every " + (v.integer ? "integer " : "") + v.name +
           " in " + ends_text(s.box.lower[0], s.box.upper[0]) + '\n';
    const auto neighbour = [&](const char* where, const verify::Segment& other, const numerics::Rational& end) {
      const bool open = other.verdict == TheoremVerdict::undecided;
      out += std::string("  ") + where +
             (open ? ": not decided on " + ends_text(other.box.lower[0], other.box.upper[0])
                   : ": at " + v.name + " = " + exact_words(end) + " it " +
                         to_string(verdict_cell(other.verdict, other.failing))) +
             (other.reason.empty() ? "" : " (" + other.reason + ")") + '\n';
    };
    if (i > 0)
      neighbour("below", r.segments[i - 1], r.segments[i - 1].box.upper[0]);
    else
      out += "  below: the range ends at " + exact_words(v.lower) + '\n';
    if (i + 1 < r.segments.size())
      neighbour("above", r.segments[i + 1], r.segments[i + 1].box.lower[0]);
    else
      out += "  above: the range ends at " + exact_words(v.upper) + '\n';
  }
  if (!any) {
    out += painted("holds nowhere", Tone::bad, options.colour) + " in the range\n";
    for (const verify::Segment& s : r.segments)
      out += "  " + box_text(r, s.box) + ": " + to_string(verdict_cell(s.verdict, s.failing)) +
             (s.reason.empty() ? "" : ": " + s.reason) + '\n';
  }
  out += "(" + box_count(r) + ")\n";
  return out;
}

}  // namespace lemmacheck::reports
