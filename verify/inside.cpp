#include "verify/inside.hpp"

#include <algorithm>

#include "numerics/tape.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::BigInterval;
using numerics::NodeId;
using numerics::Rational;
using numerics::Truth;

const Parameter* parameter_at(const Theorem& theorem, NodeId node) {
  const auto it = std::ranges::find(theorem.parameters, node, &Parameter::node);
  return it == theorem.parameters.end() ? nullptr : &*it;
}

/// Whether the value is at least `end` (at most, for `above` false); false also where it may have no value.
bool compared(const Theorem& theorem, std::span<const BigInterval> boxes, NodeId node, NodeId end, bool above,
              bool strict) {
  const NodeId both_nodes[2] = {node, end};
  const numerics::Tape tape(theorem.graph, both_nodes);
  const auto values = tape.run(boxes, numerics::Precision(64));
  const auto &x = values[tape.slot(node)], &limit = values[tape.slot(end)];
  if (both(x.defined, limit.defined) != numerics::Defined::everywhere) return false;
  const BigInterval &low = above ? limit.value : x.value, &high = above ? x.value : limit.value;
  return (strict ? less(low, high) : less_equal(low, high)) == Truth::yes;
}

/// c and x for a product c*x with an exact c > 0.
std::optional<std::pair<Rational, NodeId>> positive_multiple(const Theorem& theorem, NodeId node) {
  if (!theorem.graph.is_call(node, "*")) return std::nullopt;
  const auto x = theorem.graph.arguments(node);
  const std::optional<Rational> factor = numerics::exact_value(theorem.graph, x[0]);
  if (!factor || factor->sign() <= 0) return std::nullopt;
  return std::pair(*factor, x[1]);
}

}  // namespace

bool certainly_above(const Theorem& theorem, std::span<const BigInterval> boxes, NodeId node, NodeId end, bool strict) {
  if (compared(theorem, boxes, node, end, true, strict)) return true;
  if (const Parameter* p = parameter_at(theorem, node))
    return p->lower && (p->lower_open || !strict) &&
           (*p->lower == end || compared(theorem, boxes, *p->lower, end, true, false));
  const auto multiple = positive_multiple(theorem, node);
  const std::optional<Rational> limit = numerics::exact_value(theorem.graph, end);
  return multiple && limit && limit->sign() == 0 && certainly_above(theorem, boxes, multiple->second, end, strict);
}

bool certainly_below(const Theorem& theorem, std::span<const BigInterval> boxes, NodeId node, NodeId end, bool strict) {
  if (compared(theorem, boxes, node, end, false, strict)) return true;
  if (const Parameter* p = parameter_at(theorem, node))
    return p->upper && (p->upper_open || !strict) &&
           (*p->upper == end || compared(theorem, boxes, *p->upper, end, false, false));
  // c*x <= x for c <= 1 and x >= 0
  const auto multiple = positive_multiple(theorem, node);
  if (!multiple || multiple->first > Rational(1)) return false;
  const numerics::Tape tape(theorem.graph, std::span(&multiple->second, 1));
  const auto x = tape.run(boxes, numerics::Precision(64)).back();
  return less_equal(BigInterval(0, numerics::Precision(64)), x.value) == Truth::yes &&
         certainly_below(theorem, boxes, multiple->second, end, strict);
}

bool certainly_integer(const Theorem& theorem, NodeId node) {
  if (const Parameter* p = parameter_at(theorem, node)) return p->integer;
  const std::optional<Rational> exact = numerics::exact_value(theorem.graph, node);
  return exact && exact->is_integer();
}

}  // namespace lemmacheck::verify
