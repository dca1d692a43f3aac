#include <nlohmann/json.hpp>

#include "numerics/decimal_text.hpp"
#include "reports/theorem_report.hpp"
#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {
namespace {

using Json = nlohmann::ordered_json;
using numerics::BigInterval;
using numerics::Defined;
using numerics::Truth;

Json ends(const BigInterval& x) {
  if (x.is_empty()) return nullptr;
  const numerics::DecimalEnclosure text = numerics::to_decimal(x, {.digits = 20});
  return {{"lo", text.lo}, {"hi", text.hi}};
}

Json ends(const verify::Number& x) {
  if (!x.exact) return x.defined != Defined::everywhere ? Json(nullptr) : ends(x.value);
  const numerics::DecimalStyle style{.digits = 20};
  return {{"lo", numerics::to_decimal_down(*x.exact, style)}, {"hi", numerics::to_decimal_up(*x.exact, style)}};
}

Json parameters(const verify::Theorem& theorem, const verify::Binding& binding,
                const std::vector<BigInterval>& values) {
  Json all = Json::object();
  for (std::size_t i = 0; i < theorem.parameters.size(); ++i) {
    Json value = ends(values[i]);
    value["given"] = binding.text(i);
    all[theorem.parameters[i].name] = value;
  }
  return all;
}

Json event(const verify::EvaluatedEvent& e) {
  Json made{{"name", e.event->name}, {"share", e.event->share.to_string()}};
  made["fails"] = e.possible != Truth::yes ? Json(nullptr) : Json(rounded(e.charged, verify::Side::upper, 20));
  if (e.event->choice && !e.chosen.is_empty()) {
    Json chosen = ends(verify::Number{e.chosen, Defined::everywhere, e.chosen_exact});
    chosen["name"] = e.event->choice->name;
    made["chosen"] = chosen;
  } else {
    made["chosen"] = nullptr;
  }
  if (e.possible != Truth::yes) made["reason"] = e.reason;
  return made;
}

Json condition(const verify::EvaluatedCondition& c) {
  const char* verdict = c.slack.defined == Defined::nowhere ? "undefined"
                        : c.truth == Truth::yes             ? "holds"
                        : c.truth == Truth::no              ? "fails"
                                                            : "undecided";
  return {
      {"name", c.condition->name}, {"claim", c.condition->claim_text}, {"verdict", verdict}, {"slack", ends(c.slack)}};
}

Json box(const verify::RangeResult& r, const verify::Box& b) {
  Json all = Json::object();
  for (std::size_t i = 0; i < r.range.size(); ++i)
    all[r.range[i].name] = {{"lo", b.lower[i].to_string()}, {"hi", b.upper[i].to_string()}};
  return all;
}

Json range(const verify::Theorem& theorem, const verify::Binding& binding, const verify::RangeResult& r) {
  Json made{{"theorem", theorem.id}, {"verdict", std::string(to_string(r.verdict))}};
  Json variables = Json::object();
  for (const verify::FreeVariable& v : r.range)
    variables[v.name] = {{"lo", v.lower.to_string()}, {"hi", v.upper.to_string()}, {"integer", v.integer}};
  made["range"] = variables;
  Json settings = Json::object();
  for (std::size_t i = 0; i < theorem.parameters.size(); ++i)
    if (!variables.contains(theorem.parameters[i].name)) settings[theorem.parameters[i].name] = binding.text(i);
  made["settings"] = settings;
  made["boxes"] = r.boxes;
  return made;
}

void add_segments(Json& made, const verify::RangeResult& r) {
  made["failing"] = made["holding"] = made["undecided"] = Json::array();
  for (const verify::Segment& s : r.segments) {
    Json entry = box(r, s.box);
    if (s.verdict == verify::TheoremVerdict::holds) {
      made["holding"].push_back(entry);
    } else if (s.verdict == verify::TheoremVerdict::fails) {
      entry["by"] = s.failing;
      made["failing"].push_back(entry);
    } else {
      entry["verdict"] = std::string(to_string(s.verdict));
      entry["reason"] = s.reason;
      made["undecided"].push_back(entry);
    }
  }
}

}  // namespace

std::string evaluation_json(const verify::Theorem& theorem, const verify::Binding& binding,
                            const verify::Evaluation& e) {
  Json made{{"theorem", theorem.id}, {"kind", theorem.kind}, {"verdict", std::string(to_string(e.verdict))}};
  made["failing"] = e.failing;
  if (!e.reason.empty()) made["reason"] = e.reason;
  made["bits"] = e.precision.bits;
  made["parameters"] = parameters(theorem, binding, e.parameters);
  made["events"] = Json::array();
  for (const verify::EvaluatedEvent& each : e.events) made["events"].push_back(event(each));
  made["failure_probability"] =
      e.failure_probability ? Json(rounded(*e.failure_probability, verify::Side::upper, 20)) : Json(nullptr);
  made["quantities"] = Json::object();
  for (const verify::EvaluatedQuantity& q : e.quantities) made["quantities"][q.quantity->name] = ends(q.value);
  made["conditions"] = Json::array();
  for (const verify::EvaluatedCondition& c : e.conditions) made["conditions"].push_back(condition(c));
  made["conclusions"] = Json::object();
  for (const verify::EvaluatedConclusion& c : e.conclusions)
    made["conclusions"][c.conclusion->name] = c.value ? ends(*c.value) : Json(nullptr);
  made["unchecked"] = unchecked(theorem);
  return made.dump(2) + '\n';
}

std::string range_json(const verify::Theorem& theorem, const verify::Binding& binding, const verify::RangeResult& r) {
  Json made = range(theorem, binding, r);
  add_segments(made, r);
  return made.dump(2) + '\n';
}

std::string threshold_json(const verify::Theorem& theorem, const verify::Binding& binding,
                           const verify::RangeResult& r) {
  Json made = range(theorem, binding, r);
  made["intervals"] = Json::array();
  for (std::size_t i = 0; i < r.segments.size(); ++i) {
    if (r.segments[i].verdict != verify::TheoremVerdict::holds) continue;
    const auto neighbour = [&](std::size_t j) -> Json {
      if (j >= r.segments.size()) return "end of the range";
      Json entry{{"verdict", std::string(to_string(r.segments[j].verdict))}, {"by", r.segments[j].failing}};
      return entry;
    };
    made["intervals"].push_back({{"lo", r.segments[i].box.lower[0].to_string()},
                                 {"hi", r.segments[i].box.upper[0].to_string()},
                                 {"below", i == 0 ? neighbour(r.segments.size()) : neighbour(i - 1)},
                                 {"above", neighbour(i + 1)}});
  }
  add_segments(made, r);
  return made.dump(2) + '\n';
}

}  // namespace lemmacheck::reports
