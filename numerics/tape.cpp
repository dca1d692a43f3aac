#include "numerics/tape.hpp"

#include <algorithm>
#include <limits>

#include "numerics/error.hpp"
#include "numerics/interval_functions.hpp"

namespace lemmacheck::numerics {
namespace {

/// Functions without a binary64 version of their own are evaluated at this precision and rounded outward.
constexpr Precision fallback_precision{80};

struct BigContext {
  Precision precision;
  BigInterval literal(const Decimal& value) const { return BigInterval(value, precision); }
  BigInterval variable(const BigInterval& value) const { return value; }
  BigInterval call(const Function& f, Arguments<BigInterval> x, Defined& defined) const {
    return f.big(x, precision, defined);
  }
  BigInterval nothing() const { return BigInterval(precision); }
};

/// Lives inside a RoundNearest scope: MPFR and Arb expect it, and Interval does not mind.
struct Binary64Context {
  Interval literal(const Decimal& value) const { return Interval(BigInterval(value, fallback_precision)); }
  Interval variable(const Interval& value) const { return value; }
  Interval call(const Function& f, Arguments<Interval> x, Defined& defined) const {
    if (f.binary64 != nullptr) return f.binary64(x, defined);
    std::vector<BigInterval> big;
    big.reserve(x.size());
    std::vector<const BigInterval*> pointers;
    for (const Interval* a : x) big.emplace_back(*a, fallback_precision);
    for (const BigInterval& b : big) pointers.push_back(&b);
    return Interval(f.big(pointers, fallback_precision, defined));
  }
  Interval nothing() const { return Interval(); }
};

/// Longer exact values are given up, so that repeated squaring ends.
constexpr std::size_t most_exact_bits = 400'000;

std::size_t bits(const Rational& x) {
  return mpz_sizeinbase(mpq_numref(x.data()), 2) + mpz_sizeinbase(mpq_denref(x.data()), 2);
}

/// +1: certainly true, -1: certainly false, 0: not known.
template <class T>
int decided(const T& condition) {
  if (condition.is_empty()) return 0;
  if (!condition.contains_zero()) return 1;
  return condition.is_point() ? -1 : 0;
}

}  // namespace

Tape::Tape(const Graph& graph, std::span<const NodeId> outputs) : ids_(graph.reachable(outputs)) {
  slots_.reserve(ids_.size());
  for (const NodeId id : ids_) {
    const Node& node = graph.node(id);
    Slot made{node.kind, node.index, node.function, static_cast<std::uint32_t>(arguments_.size()), node.count, false};
    if (node.kind == NodeKind::literal) {
      made.index = static_cast<std::uint32_t>(literals_.size());
      literals_.push_back(graph.literal_value(id));
    } else if (node.kind == NodeKind::call) {
      made.choice = node.function->name == "if";
      for (const NodeId a : graph.arguments(id)) arguments_.push_back(static_cast<std::uint32_t>(slot(a)));
    }
    slots_.push_back(made);
  }
}

std::size_t Tape::slot(NodeId id) const {
  const auto it = std::ranges::lower_bound(ids_, id);
  LEMMACHECK_ASSERT(it != ids_.end() && *it == id);
  return static_cast<std::size_t>(it - ids_.begin());
}

bool Tape::uses_variable(std::uint32_t index) const noexcept {
  return std::ranges::any_of(slots_, [&](const Slot& s) { return s.kind == NodeKind::variable && s.index == index; });
}

template <class T, class Context>
void Tape::evaluate(std::vector<Evaluated<T>>& values, std::size_t i, std::span<const T> variables,
                    const Context& context) const {
  const Slot& s = slots_[i];
  Evaluated<T> made{context.nothing(), Defined::everywhere};
  if (s.kind == NodeKind::literal) {
    made.value = context.literal(literals_[s.index]);
  } else if (s.kind == NodeKind::variable) {
    LEMMACHECK_ASSERT(s.index < variables.size());
    made.value = context.variable(variables[s.index]);
    if (made.value.is_empty()) made.defined = Defined::nowhere;
  } else {
    const std::uint32_t* a = arguments_.data() + s.first;
    if (s.choice) {
      const Evaluated<T>&condition = values[a[0]], &yes = values[a[1]], &no = values[a[2]];
      const int which = decided(condition.value);
      made = which > 0   ? yes
             : which < 0 ? no
                         : Evaluated<T>{hull(yes.value, no.value), either(yes.defined, no.defined)};
      made.defined = both(made.defined, condition.defined);
    } else {
      const T* pointers[4];
      LEMMACHECK_ASSERT(s.count <= 4 && s.function->big != nullptr);
      for (std::uint32_t k = 0; k < s.count; ++k) {
        pointers[k] = &values[a[k]].value;
        made.defined = both(made.defined, values[a[k]].defined);
      }
      Defined here = Defined::everywhere;
      made.value = context.call(*s.function, Arguments<T>(pointers, s.count), here);
      made.defined = both(made.defined, here);
    }
    if (made.defined == Defined::nowhere) made.value = context.nothing();
  }
  if (i < values.size())
    values[i] = std::move(made);
  else
    values.push_back(std::move(made));
}

std::vector<Evaluated<BigInterval>> Tape::run(std::span<const BigInterval> variables, Precision precision) const {
  std::vector<Evaluated<BigInterval>> values;
  values.reserve(slots_.size());
  const BigContext context{precision};
  for (std::size_t i = 0; i < slots_.size(); ++i) evaluate(values, i, variables, context);
  return values;
}

/// In order: the variables that changed and what depends on them.
template <class Changed, class Visit>
void Tape::for_each_stale(const Changed& changed, const Visit& visit) const {
  std::vector<bool> stale(slots_.size());
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot& s = slots_[i];
    if (s.kind == NodeKind::variable) stale[i] = changed(s.index);
    for (std::uint32_t k = 0; k < s.count; ++k) stale[i] = stale[i] || stale[arguments_[s.first + k]];
    if (stale[i]) visit(i);
  }
}

void Tape::run_again(std::vector<Evaluated<BigInterval>>& values, std::span<const BigInterval> variables,
                     std::span<const bool> changed, Precision precision) const {
  LEMMACHECK_ASSERT(values.size() == slots_.size());
  const BigContext context{precision};
  for_each_stale([&](std::uint32_t v) { return changed[v]; },
                 [&](std::size_t i) { evaluate(values, i, variables, context); });
}

std::vector<Evaluated<Interval>> Tape::run(std::span<const Interval> variables) const {
  std::vector<Evaluated<Interval>> values;
  values.reserve(slots_.size());
  const RoundNearest nearest;
  for (std::size_t i = 0; i < slots_.size(); ++i) evaluate(values, i, variables, Binary64Context{});
  return values;
}

std::vector<std::optional<Rational>> Tape::run_exact(std::span<const std::optional<Rational>> variables) const {
  std::vector<std::optional<Rational>> values(slots_.size());
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot& s = slots_[i];
    if (s.kind == NodeKind::literal) {
      if (literals_[s.index].is_small()) values[i] = literals_[s.index].to_rational();
    } else if (s.kind == NodeKind::variable) {
      if (s.index < variables.size()) values[i] = variables[s.index];
    } else if (s.choice) {
      const std::optional<Rational>& condition = values[arguments_[s.first]];
      if (condition) values[i] = values[arguments_[s.first + (condition->sign() != 0 ? 1 : 2)]];
    } else if (s.function->exact != nullptr) {
      const Rational* pointers[4];
      bool known = s.count <= 4;
      for (std::uint32_t k = 0; k < s.count && known; ++k) {
        const std::optional<Rational>& a = values[arguments_[s.first + k]];
        known = a.has_value();
        if (known) pointers[k] = &*a;
      }
      if (known) values[i] = s.function->exact(Arguments<Rational>(pointers, s.count));
      if (values[i] && bits(*values[i]) > most_exact_bits) values[i].reset();
    }
  }
  return values;
}

void Tape::approximate(std::vector<double>& values, std::size_t i, std::span<const double> variables) const {
  const Slot& s = slots_[i];
  const std::uint32_t* a = arguments_.data() + s.first;
  if (s.kind == NodeKind::literal) {
    values[i] = BigInterval(literals_[s.index], fallback_precision).approx_double();
  } else if (s.kind == NodeKind::variable) {
    values[i] = variables[s.index];
  } else if (s.choice) {
    values[i] = values[a[0]] == 0 ? values[a[2]] : values[a[0]] == 1 ? values[a[1]] : values[a[0]];
  } else {
    double x[4];
    bool number = true;
    for (std::uint32_t k = 0; k < s.count; ++k) {
      x[k] = values[a[k]];
      number = number && x[k] == x[k];
    }
    if (!number) {
      values[i] = std::numeric_limits<double>::quiet_NaN();
    } else if (s.function->approx != nullptr) {
      values[i] = s.function->approx(std::span<const double>(x, s.count));
    } else {
      std::vector<BigInterval> big;
      std::vector<const BigInterval*> pointers;
      for (std::uint32_t k = 0; k < s.count; ++k) big.push_back(BigInterval::from_double(x[k], fallback_precision));
      for (const BigInterval& b : big) pointers.push_back(&b);
      Defined defined = Defined::everywhere;
      values[i] = s.function->big(pointers, fallback_precision, defined).approx_double();
    }
  }
}

std::vector<double> Tape::run_approx(std::span<const double> variables) const {
  std::vector<double> values(slots_.size());
  for (std::size_t i = 0; i < slots_.size(); ++i) approximate(values, i, variables);
  return values;
}

void Tape::run_approx_again(std::vector<double>& values, std::span<const double> variables,
                            std::uint32_t changed) const {
  LEMMACHECK_ASSERT(values.size() == slots_.size());
  for_each_stale([&](std::uint32_t v) { return v == changed; },
                 [&](std::size_t i) { approximate(values, i, variables); });
}

std::optional<Rational> exact_value(const Graph& graph, NodeId root) {
  return Tape(graph, std::span(&root, 1)).run_exact({}).back();
}

}  // namespace lemmacheck::numerics
