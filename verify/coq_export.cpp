#include "verify/coq_export.hpp"

#include <algorithm>

#include "numerics/error.hpp"
#include "verify/coq_formula.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::Graph;
using numerics::NodeId;

/// What the comparisons joined by "and" are, left to right.
std::vector<NodeId> conjuncts(const Graph& graph, NodeId root) {
  std::vector<NodeId> waiting{root}, made;
  while (!waiting.empty()) {
    const NodeId id = waiting.back();
    waiting.pop_back();
    if (!graph.is_call(id, "and")) {
      made.push_back(id);
      continue;
    }
    const auto x = graph.arguments(id);
    waiting.push_back(x[1]);
    waiting.push_back(x[0]);
  }
  return made;
}

struct Goal {
  std::string text;
  std::string step;  // what brings it to a form that the tactic takes
};

class Exporter {
 public:
  Exporter(const Claim& claim, int seconds)
      : claim_(claim), graph_(claim.graph), names_(name_variables()), writer_(graph_, names_), seconds_(seconds) {}

  CoqLemma run(const std::string& name) {
    if (!claim_.conventions.empty()) return {"", "it uses the convention " + claim_.conventions.front()};
    for (const ClaimVariable& v : claim_.variables) range(v);
    for (const NodeId h : claim_.hypotheses)
      for (const NodeId part : conjuncts(graph_, h)) premise(part);
    for (const NodeId part : conjuncts(graph_, claim_.statement)) goal(part);
    if (!reason_.empty()) return {"", reason_};
    std::vector<Goal> all;
    for (const std::string& d : writer_.defined()) all.push_back({d, ""});
    all.insert(all.end(), goals_.begin(), goals_.end());
    return {lay_out(name, all), ""};
  }

 private:
  std::map<std::string, std::string> name_variables() {
    std::map<std::string, std::string> names;
    std::vector<std::string> taken;
    for (const ClaimVariable& v : claim_.variables) names[v.name] = coq_name(v.name, taken);
    return names;
  }
  void refuse(const std::string& reason) {
    if (reason_.empty()) reason_ = reason;
  }
  std::string side(NodeId id, CoqLevel least = CoqLevel::sum) {
    const CoqTerm made = writer_.term(id);
    if (!made.reason.empty()) refuse(made.reason);
    return made.at(least);
  }
  bool is_constant(NodeId id) const { return graph_.variables_of(id).empty(); }

  void range(const ClaimVariable& v) {
    if (v.integer) return refuse("'" + v.name + "' is an integer");
    if (v.lower.infinite || v.upper.infinite) return refuse("the range of '" + v.name + "' is not bounded");
    const std::string &x = names_.at(v.name), low = side(v.lower.value), high = side(v.upper.value);
    if (!v.lower.open && !v.upper.open) return premises_.push_back(low + " <= " + x + " <= " + high);
    premises_.push_back(low + (v.lower.open ? " < " : " <= ") + x);
    premises_.push_back(x + (v.upper.open ? " < " : " <= ") + high);
  }

  /// The tactic uses what bounds one variable by constants.
  void premise(NodeId id) {
    const bool strict = graph_.is_call(id, "<");
    if (!strict && !graph_.is_call(id, "<=")) return refuse("a hypothesis that is not an inequality");
    const auto x = graph_.arguments(id);
    const auto bounded = [&](NodeId node) { return graph_.node(node).kind == numerics::NodeKind::variable; };
    const bool absolute = graph_.is_call(x[0], "abs") && bounded(graph_.arguments(x[0])[0]);
    const bool usable = ((bounded(x[0]) || absolute) && is_constant(x[1])) || (is_constant(x[0]) && bounded(x[1]));
    if (!usable) return refuse("a hypothesis that does not bound one variable by constants");
    const std::string left = side(x[0]), right = side(x[1]);
    premises_.push_back(left + (strict ? " < " : " <= ") + right);
  }

  void goal(NodeId id) {
    const bool strict = graph_.is_call(id, "<");
    if (graph_.is_call(id, "=")) return refuse("an equation: the tactic proves inequalities");
    if (!strict && !graph_.is_call(id, "<=")) return refuse("a statement that is not an inequality");
    const auto x = graph_.arguments(id);
    const std::string left = side(x[0]), right = side(x[1]);
    Goal made{left + (strict ? " < " : " <= ") + right, ""};
    if (!is_constant(x[0]) && !is_constant(x[1])) made.step = strict ? "apply Rminus_lt. " : "apply Rminus_le. ";
    goals_.push_back(std::move(made));
  }

  std::string tactic() const {
    std::string options;
    for (const ClaimVariable& v : claim_.variables) options += "i_bisect " + names_.at(v.name) + ", ";
    // Taylor models are for one variable; several are split, with the slope along the first.
    if (claim_.variables.size() == 1) options += "i_taylor " + names_.at(claim_.variables[0].name) + ", ";
    if (claim_.variables.size() > 1) options += "i_autodiff " + names_.at(claim_.variables[0].name) + ", ";
    options += claim_.variables.size() > 1 ? "i_prec 53, i_depth 30" : "i_prec 60, i_depth 20";
    const std::string call = "interval with (" + options + ")";
    return seconds_ > 0 ? "timeout " + std::to_string(seconds_) + ' ' + call : call;
  }

  std::string lay_out(const std::string& name, const std::vector<Goal>& all) const {
    std::string text = "Lemma " + name + " :";
    std::string variables;
    for (const ClaimVariable& v : claim_.variables) variables += ' ' + names_.at(v.name);
    if (!variables.empty()) text += "\n  forall" + variables + " : R,";
    for (const std::string& p : premises_) text += "\n  " + p + " ->";
    for (const Goal& g : all) text += std::string("\n  ") + (&g == &all.front() ? "" : "/\\ ") + g.text;
    text += ".\nProof.\n";
    if (!variables.empty()) text += "  intros" + variables + ".\n";
    text += "  intros.\n";
    if (all.size() > 1) text += "  repeat apply conj.\n";
    for (const Goal& g : all) text += (all.size() > 1 ? "  - " : "  ") + g.step + tactic() + ".\n";
    return text + "Qed.\n";
  }

  const Claim& claim_;
  const Graph& graph_;
  std::map<std::string, std::string> names_;
  CoqWriter writer_;
  int seconds_;
  std::vector<std::string> premises_;
  std::vector<Goal> goals_;
  std::string reason_;
};

/// Why a lemma of a file is not a statement to prove, or "".
std::string unsuited(const Lemma& lemma) {
  if (!lemma.best.empty()) return "it asks for the best constant " + lemma.best.text;
  if (!lemma.expect.empty() && lemma.expect.text != "proved") return "it is expected to be " + lemma.expect.text;
  if (!lemma.uses.empty()) return "it uses other lemmas";
  return "";
}

}  // namespace

CoqLemma coq_lemma(const Claim& claim, const std::string& name, int seconds) {
  return Exporter(claim, seconds).run(name);
}

std::string coq_header() {
  return "(* Proved by CoqInterval's tactic 'interval', or not at all: coqc stops at the first proof that it does not\n"
         "   find. Functions of Coq are total; the first goals of a lemma say that its terms have their usual values. "
         "*)\n"
         "Require Import Reals.\nFrom Interval Require Import Tactic.\nLocal Open Scope R_scope.\n";
}

std::string coq_comment(const std::string& text) {
  std::string made;
  for (const char c : text) {
    if (!made.empty() && ((made.back() == '(' && c == '*') || (made.back() == '*' && c == ')'))) made += ' ';
    made += c == '"' ? '\'' : c == '\n' ? ' ' : c;
  }
  return "(* " + made + " *)\n";
}

CoqFile coq_file(const LemmaFile& file, const std::string& only) {
  CoqFile made;
  made.text = coq_header();
  std::vector<std::string> taken, ids;
  for (const Lemma& lemma : file.lemmas) {
    ids.push_back(lemma.id.text);
    if (!only.empty() && lemma.id.text != only) continue;
    CoqLemma one{"", unsuited(lemma)};
    if (one.reason.empty()) one = coq_lemma(read_claim(lemma.texts), coq_name(lemma.id.text, taken));
    const std::string title = lemma.title.empty() ? "" : ": " + lemma.title.text;
    made.text += '\n' + coq_comment(lemma.id.text + title);
    if (one.reason.empty()) {
      made.text += one.text;
      ++made.exported;
    } else {
      made.text += coq_comment("not exported: " + one.reason);
      made.left_out.emplace_back(lemma.id.text, one.reason);
    }
  }
  if (!only.empty() && std::ranges::find(ids, only) == ids.end())
    throw numerics::ParseError("LC126",
                               file.file + ": no lemma " + numerics::quoted(only) + numerics::did_you_mean(only, ids));
  return made;
}

}  // namespace lemmacheck::verify
