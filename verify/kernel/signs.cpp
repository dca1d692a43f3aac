#include "verify/kernel/signs.hpp"

#include <algorithm>

#include "numerics/normal_form.hpp"
#include "numerics/tape.hpp"

namespace lemmacheck::verify::kernel {

using namespace numerics;

namespace {

bool has_variables(const Graph& graph, NodeId id) {
  const auto nodes = graph.reachable(std::span(&id, 1));
  return std::ranges::any_of(nodes, [&](NodeId n) { return graph.node(n).kind == NodeKind::variable; });
}

}  // namespace

bool Signs::is_zero(const Coefficient& c) {
  if (c.is_zero()) return true;
  if (c.evident_sign(*graph_, atoms_)) return false;
  const NodeId id = c.node(*graph_);
  if (const auto it = zero_.find(static_cast<std::uint32_t>(id)); it != zero_.end()) return it->second;
  const bool zero = equal_where_defined(*graph_, id, graph_->integer(0)) ||
                    (!has_variables(*graph_, id) && constant_sign(*graph_, id) == 0);
  zero_.emplace(static_cast<std::uint32_t>(id), zero);
  return zero;
}

std::optional<int> Signs::sign_from_notes(const Coefficient& c) const {
  if (const auto sign = c.evident_sign(*graph_, atoms_)) return sign;
  for (const Coefficient& positive : noted_) {
    if (const auto sign = (c - positive).evident_sign(*graph_, atoms_); sign && *sign >= 0) return 1;
    if (const auto sign = (c + positive).evident_sign(*graph_, atoms_); sign && *sign <= 0) return -1;
  }
  return std::nullopt;
}

std::optional<int> Signs::certain_sign(const Coefficient& c) {
  if (const auto sign = sign_from_notes(c)) return sign;
  if (c.size() == 1 && c.terms().begin()->first.atoms.size() == 1) {  // a power of something positive is positive
    const NodeId atom = c.terms().begin()->first.atoms.front().first;
    if (graph_->is_call(atom, "^") && sign_from_notes(free_.of(graph_->arguments(atom)[0])) == 1) {
      atoms_.insert(atom);
      return sign_from_notes(c);
    }
  }
  if (is_zero(c)) return 0;
  const NodeId id = c.node(*graph_);
  if (has_variables(*graph_, id)) return std::nullopt;
  return constant_sign(*graph_, id);
}

int Signs::sign(const Coefficient& c) {
  if (const auto certain = certain_sign(c)) return *certain;
  if (!has_variables(*graph_, c.node(*graph_))) throw NoExpansion{};
  int sign = 1;
  const auto factors = guessed_factors(c, sign);
  if (!factors) {
    sign = guess(c);
    note(sign > 0 ? c : Coefficient(-1) * c);
    return sign;
  }
  for (const auto& [base, odd, base_sign] : *factors) note(odd ? Coefficient(base_sign) * base : base * base);
  return sign;
}

void Signs::require_positive(const Coefficient& c) {
  if (const auto certain = certain_sign(c)) {
    if (*certain <= 0) throw NoExpansion{};
    return;
  }
  if (!has_variables(*graph_, c.node(*graph_))) throw NoExpansion{};
  int sign = 1;
  const auto factors = guessed_factors(c, sign);
  if (!factors || sign < 0) return note(c);
  for (const auto& [base, odd, base_sign] : *factors) note(odd ? Coefficient(base_sign) * base : base * base);
}

/// The factors whose signs are not certain, with guesses; sign: the sign of c that these give.
std::optional<std::vector<Signs::Factor>> Signs::guessed_factors(const Coefficient& c, int& sign) {
  const std::optional<Factored> product = factored(*graph_, c.node(*graph_));
  if (!product || product->content.sign() == 0) return std::nullopt;
  sign = product->content.sign();
  std::vector<Factor> open;
  for (const auto& [base, exponent] : product->factors) {
    const Coefficient b = free_.of(base);
    const bool odd = exponent % 2 != 0;
    const auto certain = certain_sign(b);
    if (certain == 0) return std::nullopt;
    const int s = certain ? *certain : odd ? guess(b) : 1;
    if (odd) sign *= s;
    if (!certain) open.push_back({b, odd, s});
  }
  return open;
}

void Signs::note(const Coefficient& c) {
  if (std::ranges::find(noted_, c) != noted_.end()) return;
  noted_.push_back(c);
  positive_.push_back(c.node(*graph_));
  if (c.size() != 1) return;
  const auto& [monomial, number] = *c.terms().begin();
  if (number.sign() > 0 && monomial.atoms.size() == 1 && monomial.atoms.front().second == Rational(1))
    atoms_.insert(monomial.atoms.front().first);
}

/// The sign at most sample points at which everything noted is > 0. Nothing rests on it being right.
int Signs::guess(const Coefficient& c) {
  std::vector<NodeId> outputs = positive_;
  outputs.push_back(c.node(*graph_));
  const Tape tape(*graph_, outputs);
  std::vector<double> point(graph_->variable_count());
  std::uint64_t state = 0x9E3779B97F4A7C15u;
  for (const auto& [low, high] : {std::pair{0.0, 1.0}, {1.0, 9.0}, {-1.0, 0.0}, {-9.0, 99.0}}) {
    int votes = 0;
    for (int sample = 0; sample < 15; ++sample) {
      for (double& x : point) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        x = low + (high - low) * static_cast<double>(state >> 11) * 0x1p-53;
      }
      const std::vector<double> values = tape.run_approx(point);
      const bool inside = std::ranges::all_of(positive_, [&](NodeId id) { return values[tape.slot(id)] > 0; });
      const double value = values[tape.slot(outputs.back())];
      if (inside) votes += value > 0 ? 1 : value < 0 ? -1 : 0;
    }
    if (votes != 0) return votes > 0 ? 1 : -1;
  }
  throw NoExpansion{};
}

}  // namespace lemmacheck::verify::kernel
