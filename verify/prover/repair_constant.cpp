#include "verify/prover/repair_constant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "numerics/decimal_text.hpp"

namespace lemmacheck::verify::prover {

using numerics::Decimal;
using numerics::Graph;
using numerics::NodeId;
using numerics::NodeKind;
using numerics::Rational;

namespace {

constexpr double most_change = 0.5;  // relative: beyond it the claim is a different one
constexpr std::size_t most_literals = 8;

/// `root` with the literal replaced.
NodeId with_literal(Graph& graph, NodeId root, NodeId literal, NodeId replacement) {
  std::unordered_map<std::uint32_t, NodeId> image;
  for (const NodeId id : graph.reachable(std::span(&root, 1))) {
    NodeId made = id == literal ? replacement : id;
    if (graph.node(id).kind == NodeKind::call) {
      std::vector<NodeId> arguments;
      for (const NodeId a : graph.arguments(id)) arguments.push_back(image.at(static_cast<std::uint32_t>(a)));
      made = graph.call(*graph.node(id).function, arguments);
    }
    image[static_cast<std::uint32_t>(id)] = made;
  }
  return image.at(static_cast<std::uint32_t>(root));
}

/// Literals that stand at one place of the statement, not as an exponent and not as log(2) or sqrt(2).
std::vector<NodeId> changeable_literals(const Graph& graph, NodeId statement) {
  std::vector<NodeId> out;
  const std::vector<NodeId> nodes = graph.reachable(std::span(&statement, 1));
  for (const NodeId literal : nodes) {
    if (graph.node(literal).kind != NodeKind::literal || graph.literal_value(literal).digits == "0") continue;
    std::size_t uses = 0;
    bool inside = false;
    for (const NodeId id : nodes) {
      if (graph.node(id).kind != NodeKind::call) continue;
      const auto arguments = graph.arguments(id);
      for (std::size_t k = 0; k < arguments.size(); ++k) {
        if (arguments[k] != literal) continue;
        ++uses;
        const std::string& name = graph.node(id).function->name;
        inside = inside || (k == 1 && name == "^") || (arguments.size() == 1 && name != "neg");
      }
    }
    if (uses == 1 && !inside && graph.literal_value(literal).is_small()) out.push_back(literal);
  }
  if (out.size() > most_literals) out.resize(most_literals);
  return out;
}

/// The statement with a constant left open, tried at many points.
class OpenConstant {
 public:
  OpenConstant(const Claim& claim, NodeId literal, const std::vector<DoublePoint>& failing)
      : claim_(opened(claim, literal)), problem_(claim_), sampler_(problem_) {
    for (const double x : axis_grid(problem_.axes[0], 300)) points_.push_back({x, 0});
    for (const DoublePoint& p : failing) points_.push_back({p[0], 0});
  }

  bool fails(double constant) {
    for (DoublePoint& p : points_) {
      p[1] = constant;
      sampler_.score(p, scores_);
      for (const Score& s : scores_)
        if (s.value < 0) return true;
    }
    return false;
  }

 private:
  static Claim opened(const Claim& claim, NodeId literal) {
    Claim made = claim;
    ClaimVariable v;
    v.name = "constant of the claim";
    v.node = made.graph.variable(v.name);
    made.statement = with_literal(made.graph, claim.statement, literal, v.node);
    made.variables.push_back(v);
    return made;
  }

  Claim claim_;
  Problem problem_;
  Sampler sampler_;
  std::vector<DoublePoint> points_;
  std::vector<Score> scores_;
};

/// The change closest to 0 without a failure, in the direction of `sign`; infinite when there is none.
double least_change(OpenConstant& open, double constant, double sign) {
  double bad = 0, good = 1e-9;
  while (open.fails(constant * (1 + sign * good))) {
    bad = good;
    good *= 8;
    if (good > most_change) return INFINITY;
  }
  for (int step = 0; step < 30; ++step) {
    const double middle = bad + (good - bad) / 2;
    (open.fails(constant * (1 + sign * middle)) ? bad : good) = middle;
  }
  return good;
}

/// A literal, the nearest value without a failure, and how early it is proposed.
struct Change {
  NodeId literal;
  double value;
  double rank;
};

/// Whether the literal is a whole side of a comparison.
bool is_side(const Claim& claim, NodeId literal) {
  std::vector<Comparison> comparisons;
  split_comparisons(claim.graph, claim.statement, comparisons);
  return std::ranges::any_of(comparisons,
                             [&](const Comparison& c) { return c.smaller == literal || c.larger == literal; });
}

/// Rounded to few digits, on the safe side, and tried again.
std::string words_for(const Claim& claim, const Change& change, const RefuteOptions& options) {
  const Decimal old = claim.graph.literal_value(change.literal);
  const double before = old.to_rational().approx_double();
  const bool up = change.value > before;
  const Rational exact = Rational::from_double(change.value);
  for (int digits = static_cast<int>(old.digits.size()) + 1; digits <= 14; digits += 2) {
    if (options.stop && options.stop()) return "";
    const numerics::DecimalStyle style{.digits = digits, .notation = numerics::Notation::plain};
    const Decimal rounded =
        Decimal::parse(up ? numerics::to_decimal_up(exact, style) : numerics::to_decimal_down(exact, style));
    if (std::abs(rounded.to_rational().approx_double() - change.value) > 0.05 * std::abs(change.value)) continue;
    Claim changed = claim;
    changed.statement = with_literal(changed.graph, claim.statement, change.literal, changed.graph.literal(rounded));
    if (refute(changed, options)) continue;
    return fmt::format("the claim appears to hold with {} in place of {}", number_text(rounded.to_rational()),
                       old.to_string());
  }
  return "";
}

}  // namespace

std::string changed_constant(const Claim& claim, const std::vector<DoublePoint>& failing,
                             const RefuteOptions& options) {
  if (claim.variables.size() != 1) return "";
  std::vector<Change> changes;
  for (const NodeId literal : changeable_literals(claim.graph, claim.statement)) {
    if (options.stop && options.stop()) return "";
    const double constant = claim.graph.literal_value(literal).to_rational().approx_double();
    OpenConstant open(claim, literal, failing);
    for (const double sign : {1.0, -1.0}) {
      const double change = least_change(open, constant, sign);
      const double rank = is_side(claim, literal) ? change - 1 : change;
      if (std::isfinite(change)) changes.push_back({literal, constant * (1 + sign * change), rank});
    }
  }
  std::ranges::stable_sort(changes, {}, &Change::rank);
  if (changes.size() > 3) changes.resize(3);
  for (const Change& c : changes) {
    const std::string text = words_for(claim, c, options);
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace lemmacheck::verify::prover
