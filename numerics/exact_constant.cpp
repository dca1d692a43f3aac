#include "numerics/exact_constant.hpp"

#include <array>
#include <string_view>
#include <unordered_map>

#include "numerics/exact_constant_bridge.h"
#include "numerics/flint_caches.hpp"
#include "numerics/rational.hpp"
#include "numerics/tape.hpp"

namespace lemmacheck::numerics {
namespace {

using Values = std::vector<Evaluated<BigInterval>>;

/// Formulas that Calcium is asked about; it has no limit of time of its own.
constexpr std::size_t most_nodes = 80;
constexpr int most_functions = 10;
constexpr long most_power = 64;
constexpr std::size_t most_literal_bits = 400;

/// Calcium's numbers, made one after the other. An operation on something unknown is unknown.
class Bank {
 public:
  using Number = std::optional<long>;

  explicit Bank(long size) : bank_(lemmacheck_calcium_open(size)), size_(size) {}
  Bank(const Bank&) = delete;
  Bank& operator=(const Bank&) = delete;
  ~Bank() { lemmacheck_calcium_close(bank_); }

  Number number(const Rational& value) {
    if (next_ >= size_) return std::nullopt;
    lemmacheck_calcium_set(bank_, next_, value.data());
    return next_++;
  }
  Number apply(lemmacheck_calcium_operation operation, Number a, Number b) {
    if (!a || !b || next_ >= size_) return std::nullopt;
    if (operation >= lemmacheck_calcium_power && operation != lemmacheck_calcium_negate &&
        ++functions_ > most_functions)
      return std::nullopt;
    if (lemmacheck_calcium_apply(bank_, operation, next_, *a, *b) == 0) return std::nullopt;
    return next_++;
  }
  Number apply(lemmacheck_calcium_operation operation, Number a) { return apply(operation, a, a); }
  Number pi() { return apply(lemmacheck_calcium_pi, 0); }
  bool is_zero(long index) { return lemmacheck_calcium_is_zero(bank_, index) != 0; }

 private:
  lemmacheck_calcium_bank* bank_;
  long size_, next_ = 0;
  int functions_ = 0;
};

using Number = Bank::Number;

/// The functions of the table by Calcium's, for arguments where the real function has a value (the enclosures say so).
class Exact {
 public:
  Exact(const Graph& graph, const Tape& tape, const Values& enclosures)
      : graph_(graph), tape_(tape), enclosures_(enclosures), bank_(static_cast<long>(8 * tape.size() + 8)) {}

  bool is_zero(NodeId root) {
    std::unordered_map<std::uint32_t, Number> made;
    for (const NodeId id : graph_.reachable(std::span(&root, 1))) {
      std::vector<Number> a;
      for (const NodeId argument : graph_.arguments(id)) a.push_back(made.at(static_cast<std::uint32_t>(argument)));
      made.emplace(static_cast<std::uint32_t>(id), value(id, a));
    }
    const Number result = made.at(static_cast<std::uint32_t>(root));
    return result && bank_.is_zero(*result);
  }

 private:
  Number value(NodeId id, std::span<const Number> a) {
    const Node& node = graph_.node(id);
    if (node.kind == NodeKind::literal) {
      const Decimal& literal = graph_.literal_value(id);
      if (!literal.is_small()) return std::nullopt;
      const Rational exact = literal.to_rational();
      const std::size_t bits =
          mpz_sizeinbase(mpq_numref(exact.data()), 2) + mpz_sizeinbase(mpq_denref(exact.data()), 2);
      return bits > most_literal_bits ? std::nullopt : bank_.number(exact);
    }
    if (node.kind == NodeKind::variable) return std::nullopt;
    return call(id, node.function->name, a);
  }

  const BigInterval& enclosure(NodeId id) const { return enclosures_[tape_.slot(id)].value; }
  Number one() { return bank_.number(Rational(1)); }
  Number add(Number a, Number b) { return bank_.apply(lemmacheck_calcium_add, a, b); }
  Number subtract(Number a, Number b) { return bank_.apply(lemmacheck_calcium_subtract, a, b); }
  Number multiply(Number a, Number b) { return bank_.apply(lemmacheck_calcium_multiply, a, b); }
  Number divide(Number a, Number b) { return bank_.apply(lemmacheck_calcium_divide, a, b); }
  Number negate(Number a) { return bank_.apply(lemmacheck_calcium_negate, a); }
  Number exp(Number a) { return bank_.apply(lemmacheck_calcium_exp, a); }
  Number log(Number a) { return bank_.apply(lemmacheck_calcium_log, a); }
  Number half(Number a) { return divide(a, bank_.number(Rational(2))); }

  /// Whole powers, and any power of a positive base.
  Number power(std::span<const NodeId> ids, Number a, Number b) {
    const std::optional<Rational> n = exact_value(graph_, ids[1]);
    const bool whole = n && n->is_integer();
    if (n && abs(*n) > Rational(most_power)) return std::nullopt;
    if (!whole && enclosure(ids[0]).certain_sign() <= 0) return std::nullopt;
    return bank_.apply(lemmacheck_calcium_power, a, b);
  }

  Number cube_root(NodeId argument, Number a) {
    const int sign = enclosure(argument).certain_sign();
    if (sign == 0) return std::nullopt;
    const Number third = bank_.number(Rational(1, 3));
    if (sign > 0) return bank_.apply(lemmacheck_calcium_power, a, third);
    return negate(bank_.apply(lemmacheck_calcium_power, negate(a), third));
  }

  Number hyperbolic(std::string_view name, Number a) {
    const Number e = exp(a), inverse = divide(one(), e);
    if (name == "sinh") return half(subtract(e, inverse));
    if (name == "cosh") return half(add(e, inverse));
    return divide(subtract(e, inverse), add(e, inverse));
  }

  Number of_sign(NodeId id, NodeId argument, std::span<const Number> a) {
    const int sign = enclosure(argument).certain_sign();
    if (sign == 0) return std::nullopt;
    return graph_.is_call(id, "abs") && sign < 0 ? negate(a[0]) : a[0];
  }

  Number call(NodeId id, std::string_view name, std::span<const Number> a) {
    static const std::unordered_map<std::string_view, lemmacheck_calcium_operation> plain{
        {"+", lemmacheck_calcium_add},     {"-", lemmacheck_calcium_subtract}, {"*", lemmacheck_calcium_multiply},
        {"/", lemmacheck_calcium_divide},  {"neg", lemmacheck_calcium_negate}, {"sqrt", lemmacheck_calcium_sqrt},
        {"exp", lemmacheck_calcium_exp},   {"log", lemmacheck_calcium_log},    {"ln", lemmacheck_calcium_log},
        {"sin", lemmacheck_calcium_sin},   {"cos", lemmacheck_calcium_cos},    {"tan", lemmacheck_calcium_tan},
        {"asin", lemmacheck_calcium_asin}, {"acos", lemmacheck_calcium_acos},  {"atan", lemmacheck_calcium_atan},
        {"erf", lemmacheck_calcium_erf},   {"gamma", lemmacheck_calcium_gamma}};
    if (const auto it = plain.find(name); it != plain.end())
      return a.size() == 2 ? bank_.apply(it->second, a[0], a[1]) : bank_.apply(it->second, a[0]);
    const std::span<const NodeId> ids = graph_.arguments(id);
    if (name == "^") return power(ids, a[0], a[1]);
    if (name == "pi") return bank_.pi();
    if (name == "e") return exp(one());
    if (name == "abs") return of_sign(id, ids[0], a);
    if (name == "cbrt") return cube_root(ids[0], a[0]);
    if (name == "expm1") return subtract(exp(a[0]), one());
    if (name == "log1p") return log(add(a[0], one()));
    if (name == "log2") return divide(log(a[0]), log(bank_.number(Rational(2))));
    if (name == "log10") return divide(log(a[0]), log(bank_.number(Rational(10))));
    if (name == "sinh" || name == "cosh" || name == "tanh") return hyperbolic(name, a[0]);
    if (name == "erfc") return subtract(one(), bank_.apply(lemmacheck_calcium_erf, a[0]));
    if (name == "normal_cdf") {
      const Number root = bank_.apply(lemmacheck_calcium_sqrt, bank_.number(Rational(2)));
      return half(add(one(), bank_.apply(lemmacheck_calcium_erf, divide(a[0], root))));
    }
    if (name == "lgamma") return log(bank_.apply(lemmacheck_calcium_gamma, a[0]));
    if (name == "sigmoid") return divide(one(), add(one(), exp(negate(a[0]))));
    if (name == "softplus") return log(add(one(), exp(a[0])));
    if (name == "min" || name == "max") return choose(ids, name == "min", a);
    if (name == "xlogx") return entropy_term(ids[0], a[0], a[0]);
    if (name == "entropy") {
      if (!certainly_inside(ids[0])) return std::nullopt;
      const Number rest = subtract(one(), a[0]);
      return negate(add(multiply(a[0], log(a[0])), multiply(rest, log(rest))));
    }
    if (name == "kl") {
      if (!certainly_inside(ids[0])) return std::nullopt;
      const Number p = subtract(one(), a[0]), q = subtract(one(), a[1]);
      return add(multiply(a[0], log(divide(a[0], a[1]))), multiply(p, log(divide(p, q))));
    }
    return std::nullopt;
  }

  Number entropy_term(NodeId argument, Number a, Number b) {
    return enclosure(argument).certain_sign() > 0 ? multiply(a, log(b)) : std::nullopt;
  }

  bool certainly_inside(NodeId argument) const {
    const BigInterval& x = enclosure(argument);
    return x.certain_sign() > 0 && (BigInterval(Rational(1), x.precision()) - x).certain_sign() > 0;
  }

  Number choose(std::span<const NodeId> ids, bool least, std::span<const Number> a) {
    const Truth below = less_equal(enclosure(ids[0]), enclosure(ids[1]));
    if (below == Truth::yes) return least ? a[0] : a[1];
    if (below == Truth::no) return least ? a[1] : a[0];
    return std::nullopt;
  }

  const Graph& graph_;
  const Tape& tape_;
  const Values& enclosures_;
  Bank bank_;
};

}  // namespace

std::optional<int> exact_sign(const Graph& graph, NodeId f) {
  if (const std::optional<Rational> value = exact_value(graph, f)) return value->sign();
  free_flint_caches_at_thread_end();
  const Tape tape(graph, std::span(&f, 1));
  bool asked = false;
  for (const long bits : {64, 128, 256, 512, 1024, 2048}) {
    const Precision precision(bits);
    const std::vector<BigInterval> variables(graph.variable_count(), BigInterval(precision));
    const Values values = tape.run(variables, precision);
    const Evaluated<BigInterval>& value = values.back();
    if (value.defined == Defined::nowhere) return std::nullopt;
    if (value.defined != Defined::everywhere) continue;
    if (const int sign = value.value.certain_sign(); sign != 0) return sign;
    if (value.value.is_point()) return 0;
    if (bits < 256 || asked || tape.size() > most_nodes) continue;
    asked = true;
    if (Exact(graph, tape, values).is_zero(f)) return 0;
  }
  return std::nullopt;
}

}  // namespace lemmacheck::numerics
