#include "verify/monotone.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::BigInterval;
using numerics::Direction;
using numerics::Rational;

Direction turned(Direction d) {
  return d == Direction::increasing ? Direction::decreasing : d == Direction::decreasing ? Direction::increasing : d;
}

Direction joined(Direction a, Direction b) {
  if (a == Direction::constant) return b;
  if (b == Direction::constant || a == b) return a;
  return Direction::unknown;
}

/// +1: nowhere negative, -1: nowhere positive, 0: not known.
int weak_sign(const BigInterval& x) {
  if (x.is_empty()) return 0;
  const BigInterval zero(0, x.precision());
  if (less_equal(zero, x) == numerics::Truth::yes) return 1;
  return less_equal(x, zero) == numerics::Truth::yes ? -1 : 0;
}

Direction scaled(Direction d, int sign) {
  if (d == Direction::constant || sign > 0) return d;
  return sign < 0 ? turned(d) : Direction::unknown;
}

struct Part {
  Direction direction;
  const BigInterval* range;
};

Direction power(const Part& base, const Part& exponent) {
  if (exponent.direction == Direction::constant && exponent.range->is_point()) {
    const Rational n = exponent.range->lower_rational();
    const int base_sign = weak_sign(*base.range);
    if (!n.is_integer()) return scaled(base.direction, n.sign());  // defined for base >= 0 only
    if (n.sign() == 0) return Direction::constant;
    if ((n / Rational(2)).is_integer()) return scaled(scaled(base.direction, base_sign), n.sign());
    return n.sign() > 0 ? base.direction : base_sign != 0 ? turned(base.direction) : Direction::unknown;
  }
  if (weak_sign(*base.range) <= 0) return Direction::unknown;
  if (exponent.direction == Direction::constant) return scaled(base.direction, weak_sign(*exponent.range));
  if (base.direction != Direction::constant) return Direction::unknown;
  const BigInterval one(1, base.range->precision());
  if (less_equal(one, *base.range) == numerics::Truth::yes) return exponent.direction;
  return less_equal(*base.range, one) == numerics::Truth::yes ? turned(exponent.direction) : Direction::unknown;
}

Direction call(const numerics::Function& f, std::span<const Part> x) {
  if (f.name == "*")
    return joined(scaled(x[0].direction, weak_sign(*x[1].range)), scaled(x[1].direction, weak_sign(*x[0].range)));
  if (f.name == "/") {
    const int denominator = weak_sign(*x[1].range);
    if (x[1].direction != Direction::constant && denominator == 0) return Direction::unknown;
    return joined(scaled(x[0].direction, denominator), scaled(turned(x[1].direction), weak_sign(*x[0].range)));
  }
  if (f.name == "^") return power(x[0], x[1]);
  if (f.name == "abs" || f.name == "cosh") return scaled(x[0].direction, weak_sign(*x[0].range));
  if (f.name == "if" && x[0].direction == Direction::constant) return joined(x[1].direction, x[2].direction);
  Direction all = Direction::constant;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Direction mine = f.direction(i);
    const Direction part = x[i].direction == Direction::constant ? Direction::constant
                           : mine == Direction::increasing       ? x[i].direction
                           : mine == Direction::decreasing       ? turned(x[i].direction)
                                                                 : Direction::unknown;
    all = joined(all, part);
  }
  return all;
}

}  // namespace

Direction direction_in(const numerics::Graph& graph, numerics::NodeId root, numerics::NodeId variable,
                       std::span<const BigInterval> boxes) {
  const auto nodes = graph.reachable(std::span(&root, 1));
  const numerics::Tape tape(graph, std::span(&root, 1));
  const auto ranges = tape.run(boxes, numerics::Precision(64));
  std::vector<Direction> directions(nodes.size(), Direction::constant);
  std::vector<Part> parts;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i] == variable) directions[i] = Direction::increasing;
    if (graph.node(nodes[i]).kind != numerics::NodeKind::call) continue;
    parts.clear();
    bool moves = false;
    for (const auto a : graph.arguments(nodes[i])) {
      const std::size_t s = tape.slot(a);
      parts.push_back({directions[s], &ranges[s].value});
      moves = moves || directions[s] != Direction::constant;
    }
    if (moves) directions[i] = call(*graph.node(nodes[i]).function, parts);
  }
  return directions.back();
}

}  // namespace lemmacheck::verify
