// The variables that events choose: their domains, the direction of `fails`, and the exact solution of a linear one.
#include "bounds/functions.hpp"
#include "numerics/error.hpp"
#include "numerics/tape.hpp"
#include "verify/monotone.hpp"
#include "verify/scope.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::BigInterval;
using numerics::NodeId;
using numerics::ParseError;
using numerics::Place;
using numerics::Rational;

[[noreturn]] void fail(const char* code, const Place& place, const std::string& what) {
  throw ParseError(code, place.to_string() + ": " + what);
}

}  // namespace

BigInterval Scope::range(NodeId node) const {
  const numerics::Tape tape(theorem_.graph, std::span(&node, 1));
  return tape.run(boxes_, numerics::Precision(64)).back().value;
}

void Scope::choose(std::size_t index) {
  const EventText& e = file_.events[index];
  Text rest{e.choose.text.substr(e.choose.text.find(' ') + 1), e.choose.place};
  rest.place.column += static_cast<int>(e.choose.text.find(' ')) + 1;
  const DomainText domain = parse_domain(rest);
  const std::string& name = domain.name.text;
  enter(name, e.choose.place);

  Choice choice;
  choice.name = prefix_ + name;
  choice.smallest = e.choose.text.starts_with("smallest ");
  choice.lower_open = domain.interval.lower_open;
  choice.upper_open = domain.interval.upper_open;
  const auto end = [&](const Text& text) -> std::optional<NodeId> {
    return text.empty() ? std::nullopt : std::optional(formula(text, "an end of the domain of " + name));
  };
  choice.lower = end(domain.interval.lower);
  choice.upper = end(domain.interval.upper);
  if (!choice.lower || !choice.upper)
    fail("LC123", e.choose.place, "the domain of the chosen variable '" + name + "' must be bounded");
  choice.node = theorem_.graph.variable(choice.name);
  boxes_.resize(theorem_.graph.variable_count(), BigInterval::entire(numerics::Precision(64)));
  boxes_[theorem_.graph.node(choice.node).index] = hull(range(*choice.lower), range(*choice.upper));

  // `fails` speaks of the variable itself; everyone else sees it once it is understood.
  Event& event = *events_[index];
  const NodeId source = parse(e.fails, {});
  const Environment self{{name, Quantity(choice.node)}};
  const Quantity fails = expand(source, self, e.fails.place);
  if (fails.is_enclosed() || theorem_.graph.is_boolean(fails.lower))
    fail("LC134", e.fails.place, "'fails' of the event '" + e.name.text + "' must be an ordinary formula");
  event.fails = fails.lower;
  event.choice = choice;
  solve_if_linear(event, fails.lower);
  if (!event.choice->is_formula) {
    const numerics::Direction wanted =
        choice.smallest ? numerics::Direction::decreasing : numerics::Direction::increasing;
    const numerics::Direction found = direction_in(theorem_.graph, event.fails, choice.node, boxes_);
    if (found != wanted && found != numerics::Direction::unknown)
      fail("LC136", e.fails.place,
           "'fails' must be " + std::string(choice.smallest ? "decreasing" : "increasing") + " in '" + name +
               "' to choose the " + (choice.smallest ? "smallest" : "largest") + "; it is " +
               (found == numerics::Direction::constant ? "constant"
                : choice.smallest                      ? "increasing"
                                                       : "decreasing"));
    event.choice->proved_monotone = found == wanted;
    if (found == numerics::Direction::unknown) {
      event.choice->slope = derivative(theorem_.graph, event.fails, choice.node, bounds::functions());
      if (!event.choice->slope)
        fail("LC136", e.fails.place,
             "'fails' is not provably monotone in '" + name + "': its form does not show it, and a " +
                 "function in it has no derivative on record");
    }
  }
  in_progress_.pop_back();
}

void Scope::solve_if_linear(Event& event, NodeId fails) {
  numerics::Graph& graph = theorem_.graph;
  Choice& choice = *event.choice;
  const std::optional<NodeId> slope = derivative(graph, fails, choice.node, bounds::functions());
  if (!slope || graph.depends_on(*slope, choice.node)) return;
  const BigInterval range_of_slope = range(*slope);
  const BigInterval zero(0, range_of_slope.precision());
  if (equal(range_of_slope, zero) == numerics::Truth::yes) return;  // nothing to solve for
  const numerics::Truth right_sign =
      choice.smallest ? less_equal(range_of_slope, zero) : less_equal(zero, range_of_slope);
  if (range_of_slope.is_empty() || right_sign != numerics::Truth::yes) return;
  const std::uint32_t variable = graph.node(choice.node).index;
  const NodeId at_zero = substitute(graph, fails, graph, {{variable, graph.integer(0)}});
  const std::optional<Rational> exact = numerics::exact_value(graph, at_zero);
  const bool through_zero = exact ? exact->sign() == 0 : range(at_zero).is_point() && range(at_zero).contains_zero();
  const NodeId rest = through_zero ? event.budget : graph.call("-", {event.budget, at_zero});
  const NodeId solution = graph.call("/", {rest, *slope});
  choice.is_formula = true;
  choice.node =
      choice.smallest ? graph.call("max", {*choice.lower, solution}) : graph.call("min", {*choice.upper, solution});
  event.fails = substitute(graph, fails, graph, {{variable, choice.node}});
}

}  // namespace lemmacheck::verify
