#include "verify/evaluate.hpp"

#include <algorithm>

#include "numerics/error.hpp"

namespace lemmacheck::verify {

using numerics::BigInterval;
using numerics::Defined;
using numerics::NodeId;
using numerics::Precision;
using numerics::Truth;

std::string_view to_string(TheoremVerdict verdict) {
  switch (verdict) {
    case TheoremVerdict::holds:
      return "holds";
    case TheoremVerdict::fails:
      return "fails";
    case TheoremVerdict::undefined:
      return "undefined";
    case TheoremVerdict::undecided:
      return "undecided";
  }
  LEMMACHECK_ASSERT(false);
}

Evaluator::Evaluator(const Theorem& theorem, const Binding& binding) : theorem_(theorem), binding_(binding) {
  order_choices();
  collect_outputs();
  tape_.emplace(theorem_.graph, outputs_);
  variables_.assign(theorem_.graph.variable_count(), BigInterval(Precision(64)));
}

void Evaluator::order_choices() {
  std::vector<std::size_t> waiting, cost(theorem_.events.size());
  for (std::size_t i = 0; i < theorem_.events.size(); ++i) {
    if (!theorem_.events[i].choice || theorem_.events[i].choice->is_formula) continue;
    waiting.push_back(i);
    cost[i] = ChoiceSolver(theorem_, theorem_.events[i]).tape().size();
  }
  std::ranges::stable_sort(waiting, {}, [&](std::size_t i) { return cost[i]; });
  while (!waiting.empty()) {
    const auto ready = std::ranges::find_if(waiting, [&](std::size_t i) {
      const Event& event = theorem_.events[i];
      return std::ranges::none_of(waiting, [&](std::size_t j) {
        const NodeId other = theorem_.events[j].choice->node;
        return j != i &&
               (theorem_.graph.depends_on(event.fails, other) || theorem_.graph.depends_on(event.budget, other) ||
                theorem_.graph.depends_on(*event.choice->lower, other) ||
                theorem_.graph.depends_on(*event.choice->upper, other));
      });
    });
    LEMMACHECK_ASSERT(ready != waiting.end());  // circles were refused when the file was understood
    searched_.push_back({*ready, ChoiceSolver(theorem_, theorem_.events[*ready]), std::nullopt});
    waiting.erase(ready);
  }
}

void Evaluator::collect_outputs() {
  for (const Event& e : theorem_.events) {
    outputs_.push_back(e.budget);
    if (!e.choice || e.choice->is_formula) outputs_.push_back(e.fails);
    if (e.choice && e.choice->is_formula)
      outputs_.insert(outputs_.end(), {e.choice->node, *e.choice->lower, *e.choice->upper});
  }
  for (const NamedQuantity& q : theorem_.quantities) outputs_.push_back(q.node);
  for (const Condition& c : theorem_.conditions) outputs_.insert(outputs_.end(), {c.claim, c.slack});
  for (const Conclusion& c : theorem_.conclusions) outputs_.push_back(c.node);
  for (const StatementPart& part : theorem_.statement)
    if (part.node) outputs_.push_back(*part.node);
}

/// Whether the choice that solves a linear `fails` exists. It is max(lower, solution) or min(upper, solution): in the
/// domain as far as the near end goes, unless that end is open and every value up to it is admissible.
void Evaluator::judge_formula_choice(EvaluatedEvent& e, const Number& low, const Number& high, Defined formula) {
  const Choice& c = *e.event->choice;
  const bool near_open = c.smallest ? c.lower_open : c.upper_open, far_open = c.smallest ? c.upper_open : c.lower_open;
  const auto ordered = [&](const BigInterval& end, bool end_first, bool open) {
    const BigInterval &a = end_first ? end : e.chosen, &b = end_first ? e.chosen : end;
    return open ? less(a, b) : less_equal(a, b);
  };
  if (both(both(low.defined, high.defined), both(formula, e.charged.defined)) != Defined::everywhere) {
    e.possible = Truth::unknown;
    e.reason = "its domain, its budget or 'fails' is not certainly defined";
    return;
  }
  e.possible = ordered(c.smallest ? high.value : low.value, !c.smallest, far_open);
  if (e.possible != Truth::yes) {
    e.reason = "no value in its domain fails with at most the share of the budget";
  } else if (near_open && ordered(c.smallest ? low.value : high.value, c.smallest, true) != Truth::yes) {
    e.possible = Truth::unknown;
    e.reason = "every value of its open domain is admissible, so that there is no extreme one";
  }
}

bool Evaluator::fails_without(std::size_t next, Precision precision) {
  for (std::size_t i = 0; i < next; ++i)
    if (searched_[i].solved->possible == Truth::no) return true;
  for (std::size_t i = next; i < searched_.size(); ++i) {
    searched_[i].solved.reset();
    variables_[theorem_.graph.node(theorem_.events[searched_[i].event].choice->node).index] =
        BigInterval::entire(precision);
  }
  values_ = tape_->run(variables_, precision);
  return std::ranges::any_of(theorem_.conditions, [&](const Condition& c) {
    const auto& truth = values_[tape_->slot(c.claim)];
    return truth.defined == Defined::everywhere && truth.value.is_point() && truth.value.contains_zero();
  });
}

void Evaluator::refresh(std::span<const BigInterval> parameters, Precision precision, bool verdict_only) {
  const bool fresh = precision != last_precision_;
  const std::size_t count = theorem_.graph.variable_count();
  const auto changed = std::make_unique<bool[]>(count);
  for (std::size_t i = 0; i < theorem_.parameters.size(); ++i) {
    const std::uint32_t v = theorem_.graph.node(theorem_.parameters[i].node).index;
    changed[v] = fresh || !same_set(variables_[v], parameters[i]);
    variables_[v] = parameters[i];
  }
  const std::span<const bool> marks(changed.get(), count);
  for (std::size_t i = 0; i < searched_.size(); ++i) {
    Searched& s = searched_[i];
    const Event& event = theorem_.events[s.event];
    const std::uint32_t own = theorem_.graph.node(event.choice->node).index;
    bool again = fresh || !s.solved;
    for (std::size_t v = 0; v < count && !again; ++v)
      again = v != own && marks[v] && s.solver.tape().uses_variable(static_cast<std::uint32_t>(v));
    if (!again) continue;
    if (verdict_only && s.solver.tape().size() > tape_->size() && fails_without(i, precision)) {
      last_precision_ = precision;
      return;
    }
    s.solved = s.solver.solve(variables_, precision);
    variables_[own] = s.solved->value;
    if (!verdict_only && s.solved->possible == Truth::unknown) {
      // A condition that fails wherever there is a choice is no name for points where there is none.
      const auto ends = s.solver.tape().run(variables_, precision);
      const auto end = [&](NodeId id) { return ends[s.solver.tape().slot(id)].value; };
      const BigInterval domain = hull(end(*event.choice->lower), end(*event.choice->upper));
      variables_[own] = domain.is_empty() ? BigInterval::entire(precision) : domain;
    }
    changed[own] = true;
  }
  if (fresh || values_.empty())
    values_ = tape_->run(variables_, precision);
  else
    tape_->run_again(values_, variables_, marks, precision);
  last_precision_ = precision;
}

Number Evaluator::at(NodeId id) const {
  const std::size_t slot = tape_->slot(id);
  Number made{values_[slot].value, values_[slot].defined, std::nullopt};
  if (slot < exact_.size() && exact_[slot] && made.defined == Defined::everywhere) {
    made.exact = exact_[slot];
    made.value = BigInterval(*exact_[slot], last_precision_);
  }
  return made;
}

EvaluatedEvent Evaluator::evaluate_event(std::size_t index) const {
  const Event& event = theorem_.events[index];
  EvaluatedEvent e{&event, {BigInterval(last_precision_)}, BigInterval(last_precision_)};
  const auto searched = std::ranges::find(searched_, index, &Searched::event);
  if (searched != searched_.end() && !searched->solved) {
    e.possible = Truth::unknown;
    e.reason = "its choice was not looked at";
    return e;
  }
  if (searched != searched_.end()) {
    e.charged.value = searched->solved->charged;
    if (searched->solved->possible == Truth::yes) e.chosen = searched->solved->value;
    e.possible = searched->solved->possible;
    e.reason = searched->solved->reason;
    return e;
  }
  e.charged = at(event.fails);
  const Number share = at(event.budget);
  if (event.choice) {
    const Number chosen = at(event.choice->node);
    e.chosen = chosen.value;
    judge_formula_choice(e, at(*event.choice->lower), at(*event.choice->upper), both(chosen.defined, share.defined));
    if (e.possible == Truth::yes)
      e.chosen_exact = chosen.exact;
    else
      e.chosen = BigInterval(last_precision_);
  } else if (event.fails != event.budget) {
    e.within_share = e.charged.exact && share.exact ? *e.charged.exact <= *share.exact
                                                    : e.charged.defined == Defined::everywhere &&
                                                          less_equal(e.charged.value, share.value) == Truth::yes;
  }
  return e;
}

Evaluation Evaluator::evaluate(std::span<const BigInterval> box, Precision precision, bool verdict_only) {
  bool domain_certain = true;
  Evaluation made;
  made.precision = precision;
  made.parameters = binding_.parameters(box, precision, domain_certain);
  refresh(made.parameters, precision, verdict_only);
  for (std::size_t i = 0; i < theorem_.events.size(); ++i) made.events.push_back(evaluate_event(i));
  for (const NamedQuantity& q : theorem_.quantities) made.quantities.push_back({&q, at(q.node)});
  for (const Condition& c : theorem_.conditions) {
    const Number truth = at(c.claim);
    EvaluatedCondition e{&c, Truth::unknown, at(c.slack)};
    if (truth.defined == Defined::everywhere && !truth.value.is_empty() && truth.value.is_point())
      e.truth = truth.value.contains_zero() ? Truth::no : Truth::yes;
    made.conditions.push_back(std::move(e));
  }
  for (const Conclusion& c : theorem_.conclusions) {
    const Number value = at(c.node);
    made.conclusions.push_back({&c, value.defined != Defined::nowhere ? std::optional(value) : std::nullopt});
  }
  for (const StatementPart& part : theorem_.statement)
    if (part.node) made.statement.push_back(at(*part.node));
  judge(made, domain_certain);
  return made;
}

void Evaluator::judge(Evaluation& made, bool domain_certain) const {
  std::string undefined, undecided = domain_certain ? "" : "whether the parameters lie in their domains";
  const BigInterval zero(0, made.precision);
  BigInterval total = zero;
  // what an unknown choice leaves without a value is not known, which is less than undefined
  if (std::ranges::find(made.events, Truth::unknown, &EvaluatedEvent::possible) != made.events.end())
    for (EvaluatedCondition& c : made.conditions) c.slack.defined = std::min(c.slack.defined, Defined::partly);
  for (const EvaluatedEvent& e : made.events) {
    if (e.possible == Truth::no) made.failing.push_back(e.event->name);
    if (e.possible == Truth::unknown && undecided.empty()) undecided = "the event '" + e.event->name + "': " + e.reason;
    // a formula below 0 gives nothing back to the other events
    if (!e.event->nested) total = total + max(e.charged.value, zero);
  }
  for (const EvaluatedCondition& c : made.conditions) {
    if (c.truth == Truth::no) made.failing.push_back(c.condition->name);
    if (c.slack.defined == Defined::nowhere && undefined.empty())
      undefined = "the condition '" + c.condition->name + "' has no value here";
    if (c.truth == Truth::unknown && undecided.empty()) undecided = "the condition '" + c.condition->name + "'";
  }
  // the shares add up to at most 1: events that each cost at most their share cost at most the budget
  const std::size_t budget_index =
      static_cast<std::size_t>(theorem_.find_parameter(theorem_.budget_name) - theorem_.parameters.data());
  const bool charges_known = std::ranges::all_of(made.events, [](const EvaluatedEvent& e) {
    return e.possible == Truth::yes && e.charged.defined == Defined::everywhere && (e.within_share || !e.event->nested);
  });
  if (!total.is_empty() && charges_known) {
    const BigInterval& budget = made.parameters[budget_index];
    made.within_budget = std::ranges::all_of(made.events, &EvaluatedEvent::within_share);
    made.failure_probability = Number{made.within_budget ? min(total, budget) : total};
    const auto& exact_budget =
        exact_parameters_.empty() ? std::optional<numerics::Rational>() : exact_parameters_[budget_index];
    if (made.within_budget && exact_budget && less_equal(total, budget.lower()) != Truth::yes)
      made.failure_probability->exact = exact_budget;
  }
  if (!made.failing.empty() && domain_certain) {
    made.verdict = TheoremVerdict::fails;
  } else if (!undefined.empty() && domain_certain) {
    made.verdict = TheoremVerdict::undefined;
    made.reason = undefined;
  } else if (!undecided.empty()) {
    made.verdict = TheoremVerdict::undecided;
    made.reason = undecided;
  } else {
    made.verdict = TheoremVerdict::holds;
    for (const EvaluatedConclusion& c : made.conclusions) {
      if (c.value && c.value->defined == Defined::everywhere) continue;
      made.verdict = c.value ? TheoremVerdict::undecided : TheoremVerdict::undefined;
      made.reason =
          "the conclusion '" + c.conclusion->name + (c.value ? "': whether it has a value" : "' has no value here");
    }
  }
  if (made.verdict != TheoremVerdict::holds)
    for (EvaluatedConclusion& c : made.conclusions) c.value.reset();
}

Evaluation Evaluator::on_box(std::span<const BigInterval> box, Precision precision, bool verdict_only) {
  return evaluate(box, precision, verdict_only);
}

Evaluation Evaluator::at_point(const EvaluationOptions& options) {
  LEMMACHECK_ASSERT(binding_.free().empty());
  std::vector<std::optional<numerics::Rational>> variables(theorem_.graph.variable_count());
  exact_parameters_ = binding_.exact_parameters();
  for (std::size_t i = 0; i < exact_parameters_.size(); ++i)
    variables[theorem_.graph.node(theorem_.parameters[i].node).index] = exact_parameters_[i];
  exact_ = tape_->run_exact(variables);
  for (Precision precision = options.precision;;
       precision = Precision(std::min(2 * precision.bits, options.limit.bits))) {
    Evaluation made = evaluate({}, precision);
    bool settled = made.verdict == TheoremVerdict::holds || made.verdict == TheoremVerdict::fails;
    // every condition that fails is to be named, and every number printed to the digits asked for
    // a choice such as 1 - T(x) <= 1e-400 is 0 up to rounding until the bits reach that far
    for (const EvaluatedEvent& e : made.events)
      settled = settled && e.possible != Truth::unknown &&
                (e.chosen.is_empty() || e.chosen.relative_width_upper() <= options.relative_width);
    for (const EvaluatedCondition& c : made.conditions)
      settled = settled && (c.truth != Truth::unknown || c.slack.defined == Defined::nowhere);
    // a value that is 0 never gets narrow relative to itself
    const bool wide_allowed = precision.bits >= 8 * options.precision.bits;
    for (const EvaluatedQuantity& q : made.quantities)
      settled = settled && (wide_allowed || q.value.value.is_empty() ||
                            q.value.value.relative_width_upper() <= options.relative_width);
    for (const EvaluatedConclusion& c : made.conclusions)
      settled =
          settled && (wide_allowed || !c.value || c.value->value.relative_width_upper() <= options.relative_width);
    if (settled || precision >= options.limit) {
      if (made.verdict == TheoremVerdict::undecided && !made.reason.empty())
        made.reason += " is not decided at " + std::to_string(precision.bits) + " bits, the limit";
      return made;
    }
  }
}

}  // namespace lemmacheck::verify
