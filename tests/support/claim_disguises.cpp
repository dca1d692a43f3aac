#include "tests/support/claim_disguises.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "numerics/parser.hpp"
#include "numerics/printer.hpp"
#include "numerics/tape.hpp"

namespace lemmacheck::test_support {

using namespace numerics;
using verify::Claim;
using verify::ClaimEnd;
using verify::ClaimVariable;

NodeId rewritten(Graph& graph, NodeId root, const Rewrite& rewrite) {
  std::unordered_map<std::size_t, NodeId> image;
  for (const NodeId id : graph.reachable(std::span(&root, 1))) {
    std::vector<NodeId> arguments;
    for (const NodeId a : graph.arguments(id)) arguments.push_back(image.at(index_of(a)));
    std::optional<NodeId> made = rewrite(id, arguments);
    if (!made) made = arguments.empty() ? id : graph.call(*graph.node(id).function, arguments);
    image[index_of(id)] = *made;
  }
  return image.at(index_of(root));
}

verify::ClaimTexts texts_of(const Claim& claim) {
  verify::ClaimTexts texts;
  const auto end = [&](const ClaimEnd& e, const char* infinite) {
    return e.infinite ? infinite : to_text(claim.graph, e.value);
  };
  texts.statements = {{to_text(claim.graph, claim.statement), {}}};
  for (const ClaimVariable& v : claim.variables) {
    texts.ranges.push_back(
        {fmt::format("{}{} in {}{}, {}{}", v.name, v.integer ? " integer" : "", v.lower.open ? '(' : '[',
                     end(v.lower, "-inf"), end(v.upper, "inf"), v.upper.open ? ')' : ']'),
         {}});
  }
  for (const NodeId h : claim.hypotheses) texts.hypotheses.push_back({to_text(claim.graph, h), {}});
  for (const std::string& c : claim.conventions) texts.conventions.push_back({c, {}});
  return texts;
}

namespace {

using Disguised = std::optional<Claim>;

void rewrite_formulas(Claim& claim, const Rewrite& rewrite) {
  for (NodeId& h : claim.hypotheses) h = rewritten(claim.graph, h, rewrite);
  claim.statement = rewritten(claim.graph, claim.statement, rewrite);
}

Disguised renamed(Claim claim) {
  if (claim.variables.empty()) return {};
  std::unordered_map<std::size_t, NodeId> fresh;
  std::size_t left = claim.variables.size();
  for (ClaimVariable& v : claim.variables) {
    v.name = fmt::format("w_{}", left--);
    fresh[index_of(v.node)] = claim.graph.variable(v.name);
    v.node = fresh[index_of(v.node)];
  }
  rewrite_formulas(claim, [&](NodeId id, auto) -> std::optional<NodeId> {
    const auto found = fresh.find(index_of(id));
    return found == fresh.end() ? std::nullopt : std::optional(found->second);
  });
  std::reverse(claim.variables.begin(), claim.variables.end());
  return claim;
}

/// Every comparison a < b or a <= b of the statement with other sides.
using Sides = std::function<std::pair<NodeId, NodeId>(Graph&, NodeId, NodeId)>;
Claim with_sides(Claim claim, const Sides& sides) {
  Graph& graph = claim.graph;
  claim.statement = rewritten(graph, claim.statement, [&](NodeId id, std::span<const NodeId> arguments) {
    std::optional<NodeId> made;
    if (graph.is_call(id, "<") || graph.is_call(id, "<=")) {
      const auto [a, b] = sides(graph, arguments[0], arguments[1]);
      made = graph.call(*graph.node(id).function, {a, b});
    }
    return made;
  });
  return claim;
}

Disguised exchanged(Claim claim) {
  return with_sides(std::move(claim), [](Graph& graph, NodeId a, NodeId b) {
    return std::pair(graph.call("neg", {b}), graph.call("neg", {a}));
  });
}

Disguised subtracted(Claim claim) {
  return with_sides(std::move(claim), [](Graph& graph, NodeId a, NodeId b) {
    return std::pair(graph.integer(0), graph.call("-", {b, a}));
  });
}

/// `factor`: a positive formula in x, which stands for the first variable.
Disguised multiplied(Claim claim, const std::string& factor) {
  const bool constant = factor.find('x') == std::string::npos;
  if (claim.variables.empty() && !constant) return {};
  NodeId by = parse_expression(claim.graph, factor, *claim.functions).root;
  if (!constant) {
    const NodeId x = claim.graph.variable("x");
    by = rewritten(claim.graph, by,
                   [&](NodeId id, auto) { return id == x ? std::optional(claim.variables[0].node) : std::nullopt; });
  }
  return with_sides(std::move(claim), [by](Graph& graph, NodeId a, NodeId b) {
    return std::pair(graph.call("*", {a, by}), graph.call("*", {b, by}));
  });
}

ClaimEnd moved(Graph& graph, ClaimEnd end, const Rational& shift, const Rational& scale) {
  if (end.infinite) return end;
  if (const auto value = exact_value(graph, end.value)) {
    end.value = graph.rational((*value - shift) / scale);
  } else {
    end.value = graph.call("/", {graph.call("-", {end.value, graph.rational(shift)}), graph.rational(scale)});
  }
  return end;
}

/// x = shift + scale*x for the first `count` variables; whole numbers stay whole.
Disguised moved(Claim claim, std::size_t count, const Rational& shift, const Rational& scale) {
  if (claim.variables.empty()) return {};
  Graph& graph = claim.graph;
  std::unordered_map<std::size_t, NodeId> image;
  for (std::size_t i = 0; i < std::min(count, claim.variables.size()); ++i) {
    ClaimVariable& v = claim.variables[i];
    const Rational a = v.integer ? floor(shift) + 2 : shift, b = v.integer ? Rational(scale.sign()) : scale;
    image[index_of(v.node)] = graph.call("+", {graph.rational(a), graph.call("*", {graph.rational(b), v.node})});
    v.lower = moved(graph, v.lower, a, b);
    v.upper = moved(graph, v.upper, a, b);
    if (b.sign() < 0) std::swap(v.lower, v.upper);
  }
  rewrite_formulas(claim, [&](NodeId id, auto) -> std::optional<NodeId> {
    const auto found = image.find(index_of(id));
    return found == image.end() ? std::nullopt : std::optional(found->second);
  });
  return claim;
}

std::optional<NodeId> as_fraction(Graph& graph, NodeId literal) {
  const Decimal& value = graph.literal_value(literal);
  if (value.exponent >= 0 || !value.is_small()) return {};
  const std::string text = value.to_rational().to_string();
  const std::size_t slash = text.find('/');
  return graph.call("/", {graph.literal(Decimal::parse(text.substr(0, slash))),
                          graph.literal(Decimal::parse(text.substr(slash + 1)))});
}

std::optional<NodeId> as_decimal(Graph& graph, NodeId quotient) {
  const NodeId a = graph.arguments(quotient)[0], b = graph.arguments(quotient)[1];
  if (graph.node(a).kind != NodeKind::literal || graph.node(b).kind != NodeKind::literal) return {};
  const Rational divisor = graph.literal_value(b).to_rational();
  if (divisor.sign() == 0) return {};
  Rational value = graph.literal_value(a).to_rational() / divisor;
  for (int places = 0; places <= 12; ++places, value *= 10) {
    if (value.is_integer()) return graph.literal(Decimal::parse(fmt::format("{}e-{}", value.to_string(), places)));
  }
  return {};
}

Disguised respelled(Claim claim) {
  Graph& graph = claim.graph;
  bool changed = false;
  const Rewrite rewrite = [&](NodeId id, auto) {
    std::optional<NodeId> made;
    if (graph.node(id).kind == NodeKind::literal) made = as_fraction(graph, id);
    if (graph.is_call(id, "/")) made = as_decimal(graph, id);
    changed = changed || made;
    return made;
  };
  rewrite_formulas(claim, rewrite);
  for (ClaimVariable& v : claim.variables) {
    for (ClaimEnd* end : {&v.lower, &v.upper}) {
      if (!end->infinite) end->value = rewritten(graph, end->value, rewrite);
    }
  }
  return changed ? Disguised(claim) : std::nullopt;
}

}  // namespace

const std::vector<Disguise>& disguises() {
  static const std::vector<Disguise> all = {
      {"renamed", renamed},
      {"exchanged", exchanged},
      {"subtracted", subtracted},
      {"times 3", [](Claim c) { return multiplied(std::move(c), "3"); }},
      {"times 1+x^2", [](Claim c) { return multiplied(std::move(c), "1+x^2"); }},
      {"times exp(x/7)", [](Claim c) { return multiplied(std::move(c), "exp(x/7)"); }},
      {"first moved", [](Claim c) { return moved(std::move(c), 1, Rational(1, 3), 2); }},
      {"first reflected", [](Claim c) { return moved(std::move(c), 1, Rational(1, 2), -1); }},
      {"all moved", [](Claim c) { return moved(std::move(c), c.variables.size(), Rational(-1, 2), Rational(3, 2)); }},
      {"respelled", respelled},
  };
  return all;
}

}  // namespace lemmacheck::test_support
