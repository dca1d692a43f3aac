#include "verify/claim_convention.hpp"

#include <algorithm>
#include <optional>

#include "numerics/tape.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::BigInterval;
using numerics::Graph;
using numerics::NodeId;
using numerics::NodeKind;
using numerics::Precision;

constexpr Precision sign_precision{128};

/// base^exponent, exponent >= 1.
struct Factor {
  NodeId base;
  long exponent = 1;
};

/// A product taken apart: (-1)^negative * factors / divisors.
struct Product {
  bool negative = false;
  std::vector<Factor> factors;
  std::vector<NodeId> divisors;
};

class Rewriter {
 public:
  explicit Rewriter(Claim& claim) : claim_(claim), graph_(claim.graph) {}

  bool run() {
    std::vector<NodeId> roots = claim_.hypotheses;
    roots.push_back(claim_.statement);
    const std::vector<NodeId> nodes = graph_.reachable(roots);
    image_.resize(graph_.size());
    mark_tops(nodes, roots);
    for (const NodeId id : nodes) image_[index_of(id)] = rewritten(id);
    for (NodeId& h : claim_.hypotheses) h = image_[index_of(h)];
    claim_.statement = image_[index_of(claim_.statement)];
    return changed_;
  }

 private:
  bool is_product(NodeId id) const {
    return graph_.is_call(id, "*") || graph_.is_call(id, "/") || graph_.is_call(id, "neg");
  }
  NodeId image(NodeId id) const { return image_[index_of(id)]; }

  /// A product inside a product is looked at with the larger one.
  void mark_tops(const std::vector<NodeId>& nodes, const std::vector<NodeId>& roots) {
    top_.resize(graph_.size());
    for (const NodeId root : roots) top_[index_of(root)] = true;
    for (const NodeId id : nodes) {
      const auto arguments = graph_.arguments(id);
      for (std::size_t i = 0; i < arguments.size(); ++i)
        if (!is_product(id) || (i == 1 && graph_.is_call(id, "/"))) top_[index_of(arguments[i])] = true;
    }
  }

  NodeId rewritten(NodeId id) {
    const numerics::Node node = graph_.node(id);
    if (node.kind != NodeKind::call) return id;
    if (is_product(id) && top_[index_of(id)]) {
      if (const std::optional<NodeId> made = product(id)) {
        changed_ = true;
        return *made;
      }
    }
    std::vector<NodeId> arguments;
    for (const NodeId a : graph_.arguments(id)) arguments.push_back(image(a));
    return graph_.call(*node.function, arguments);
  }

  /// The whole exponent n of u^n, 1 to 1000.
  std::optional<long> whole_exponent(NodeId id) const {
    if (graph_.node(id).kind != NodeKind::literal) return std::nullopt;
    const numerics::Decimal& value = graph_.literal_value(id);
    if (value.exponent < 0 || value.exponent > 3 || value.digits.size() > 4) return std::nullopt;
    const numerics::Rational exact = value.to_rational();
    if (exact < numerics::Rational(1) || exact > numerics::Rational(1000)) return std::nullopt;
    return exact.to_long();
  }

  Product take_apart(NodeId root) const {
    Product made;
    std::vector<NodeId> stack{root};
    while (!stack.empty()) {
      const NodeId id = stack.back();
      stack.pop_back();
      const auto arguments = graph_.arguments(id);
      if (graph_.is_call(id, "*")) {
        stack.push_back(arguments[1]);
        stack.push_back(arguments[0]);
      } else if (graph_.is_call(id, "/")) {
        made.divisors.push_back(arguments[1]);
        stack.push_back(arguments[0]);
      } else if (graph_.is_call(id, "neg")) {
        made.negative = !made.negative;
        stack.push_back(arguments[0]);
      } else {
        NodeId base = id;
        long exponent = 1;
        if (graph_.is_call(id, "^"))
          if (const auto n = whole_exponent(arguments[1])) base = arguments[0], exponent = *n;
        const auto it = std::ranges::find(made.factors, base, &Factor::base);
        if (it != made.factors.end()) {
          it->exponent += exponent;
        } else {
          made.factors.push_back({base, exponent});
        }
      }
    }
    std::ranges::reverse(made.divisors);
    return made;
  }

  NodeId number(long value) { return graph_.integer(value); }
  NodeId power(const Factor& f) {
    return f.exponent == 1 ? image(f.base) : graph_.call("^", {image(f.base), number(f.exponent)});
  }
  /// What is made of a product from the images of its parts.
  NodeId build(const Product& parts, std::optional<NodeId> extra) {
    std::optional<NodeId> made;
    const auto times = [&](NodeId id) { made = made ? graph_.call("*", {*made, id}) : id; };
    for (const Factor& f : parts.factors)
      if (f.exponent > 0) times(power(f));
    if (extra) times(*extra);
    if (!made) made = number(1);
    for (const NodeId d : parts.divisors) made = graph_.call("/", {*made, image(d)});
    return parts.negative ? graph_.call("neg", {*made}) : *made;
  }

  std::optional<NodeId> product(NodeId id) {
    Product whole = take_apart(id);
    std::vector<NodeId> made;
    for (std::size_t i = 0; i < whole.factors.size(); ++i) {
      const Factor f = whole.factors[i];
      if (f.exponent != 1 || graph_.node(f.base).kind != NodeKind::call) continue;
      const std::string& name = graph_.node(f.base).function->name;
      if (name != "log" && name != "log2" && name != "log10" && name != "log1p") continue;
      whole.factors[i].exponent = 0;
      if (const auto term = name == "log1p" ? pair_log1p(whole, f.base) : pair(whole, f.base, name)) {
        made.push_back(*term);
      } else {
        whole.factors[i].exponent = 1;
      }
    }
    if (made.empty()) return std::nullopt;
    NodeId all = made[0];
    for (std::size_t i = 1; i < made.size(); ++i) all = graph_.call("*", {all, made[i]});
    return build(whole, all);
  }

  /// The factors of `whole` that belong to log(v), taken out of it, as one term.
  std::optional<NodeId> pair(Product& whole, NodeId log, const std::string& name) {
    const NodeId argument = graph_.arguments(log)[0];
    Product common, rest = take_apart(argument);
    for (Factor& f : rest.factors) {
      if (graph_.node(f.base).kind == NodeKind::literal) continue;
      const auto it = std::ranges::find(whole.factors, f.base, &Factor::base);
      if (it == whole.factors.end() || it->exponent < f.exponent) continue;
      common.factors.push_back(f);
      f.exponent = 0;
    }
    if (common.factors.empty()) return std::nullopt;
    for (const Factor& f : common.factors)
      std::ranges::find(whole.factors, f.base, &Factor::base)->exponent -= f.exponent;
    std::erase_if(rest.factors, [](const Factor& f) { return f.exponent == 0; });
    const NodeId u = build(common, std::nullopt);
    NodeId made{};
    if (rest.factors.empty() && rest.divisors.empty() && !rest.negative) {
      made = graph_.call("xlogx", {u});
    } else if (const NodeId r = build(rest, std::nullopt); not_negative(u) && not_negative(r)) {
      made = difference(u, rest, r);
    } else {
      made = graph_.call("/", {graph_.call("xlogx", {image(argument)}), r});
    }
    if (name == "log2") return graph_.call("/", {made, graph_.call("log", {number(2)})});
    if (name == "log10") return graph_.call("/", {made, graph_.call("log", {number(10)})});
    return made;
  }

  /// xlogx(u) + u*log(r), as xlogx(u) - u*log(w) when r = 1/w.
  NodeId difference(NodeId u, const Product& rest, NodeId r) {
    const NodeId first = graph_.call("xlogx", {u});
    if (rest.factors.empty() && rest.divisors.size() == 1)
      return graph_.call("-", {first, graph_.call("*", {u, graph_.call("log", {image(rest.divisors[0])})})});
    return graph_.call("+", {first, graph_.call("*", {u, graph_.call("log", {r})})});
  }

  /// (1 + t)*log1p(t), and (1 - t)*log1p(-t).
  std::optional<NodeId> pair_log1p(Product& whole, NodeId log) {
    const NodeId t = graph_.arguments(log)[0];
    const auto is_one = [&](NodeId id) {
      return graph_.node(id).kind == NodeKind::literal && graph_.literal_value(id) == numerics::Decimal::parse("1");
    };
    for (Factor& f : whole.factors) {
      if (f.exponent == 0) continue;
      const auto a = graph_.arguments(f.base);
      const bool sum = graph_.is_call(f.base, "+") && ((is_one(a[0]) && a[1] == t) || (is_one(a[1]) && a[0] == t));
      const bool turned =
          graph_.is_call(f.base, "-") && is_one(a[0]) && graph_.is_call(t, "neg") && graph_.arguments(t)[0] == a[1];
      if (!sum && !turned) continue;
      --f.exponent;
      return graph_.call("xlogx", {image(f.base)});
    }
    return std::nullopt;
  }

  /// Whether a formula is certainly >= 0 wherever the variables lie in their ranges.
  bool not_negative(NodeId id) {
    const numerics::Tape tape(graph_, std::span(&id, 1));
    std::vector<BigInterval> box(graph_.variable_count(), BigInterval::entire(sign_precision));
    for (const ClaimVariable& v : claim_.variables) {
      BigInterval& range = box[graph_.node(v.node).index];
      if (!v.lower.infinite) range = intersection(range, ray(v.lower.value, "[0, inf]"));
      if (!v.upper.infinite) range = intersection(range, ray(v.upper.value, "[-inf, 0]"));
    }
    const BigInterval value = tape.run(box, sign_precision)[tape.slot(id)].value;
    return less_equal(BigInterval(0, sign_precision), value) == numerics::Truth::yes;
  }
  /// All numbers on one side of a constant.
  BigInterval ray(NodeId end, std::string_view side) const {
    const numerics::Tape tape(graph_, std::span(&end, 1));
    const std::vector<BigInterval> none(graph_.variable_count(), BigInterval::entire(sign_precision));
    return tape.run(none, sign_precision)[tape.slot(end)].value + BigInterval::parse(side, sign_precision);
  }

  Claim& claim_;
  Graph& graph_;
  std::vector<NodeId> image_;
  std::vector<bool> top_;
  bool changed_ = false;
};

}  // namespace

bool apply_zero_log_convention(Claim& claim) { return Rewriter(claim).run(); }

}  // namespace lemmacheck::verify
