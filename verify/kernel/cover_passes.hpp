// The passes over a box code: values, first and second derivatives in reverse mode, backward propagation.
//
// Templates over the number type. The checker runs them over BigInterval (cover_numbers.hpp). A search that runs them
// over another interval type does the same operations in the same order, and interval operations keep inclusion: with
// more bits everything lies inside what the search found.
#pragma once

#include "verify/kernel/cover_functions.hpp"

namespace lemmacheck::verify::kernel {

template <class N>
class BoxPasses {
 public:
  using T = typename N::Number;

  BoxPasses(const BoxCode& code, N numbers) : code_(&code), n_(std::move(numbers)) {
    value_.assign(code.slots(), n_.empty());
    defined_.assign(code.slots(), numerics::Defined::everywhere);
    for (std::uint32_t i = 0; i < code.first_variable(); ++i) {
      value_[i] = n_.constant(code.constants[i].value);
      defined_[i] = code.constants[i].defined;
    }
    live_.assign(code.slots(), 0);
    multipliers_.assign(code.hypotheses.size(), 0.0);
    zero_ = n_.integer(0);
    one_ = n_.integer(1);
    two_ = n_.integer(2);
    at_most_zero_ = n_.between(-std::numeric_limits<double>::infinity(), 0);
    at_least_zero_ = n_.between(0, std::numeric_limits<double>::infinity());
  }

  const N& numbers() const { return n_; }
  const BoxCode& code() const { return *code_; }
  const T& value(std::uint32_t slot) const { return value_[slot]; }
  numerics::Defined defined(std::uint32_t slot) const { return defined_[slot]; }
  T& variable(std::size_t i) { return value_[code_->first_variable() + i]; }

  /// Enclosures of all slots from the variables as they are set.
  void forward() {
    const std::uint32_t first = code_->first_instruction();
    for (std::uint32_t i = first; i < value_.size(); ++i) evaluate(i, code_->instructions[i - first]);
  }

  /// Backward propagation of f <= 0 and of the hypotheses marked in `usable` after forward(): narrows the variables.
  /// False when no point is left.
  bool narrow(std::span<const std::uint8_t> usable);

  /// What the derivatives are taken of, from now on: L = weight f - sum multipliers[h] hypothesis h. For weight 1 and
  /// multipliers >= 0, f >= L where the hypotheses hold. At first: f itself.
  void set_combination(double weight, std::span<const double> multipliers) {
    weight_ = weight;
    multipliers_.assign(multipliers.begin(), multipliers.end());
  }
  /// The enclosure of L after forward(); empty unless L is known to have a value on the whole box.
  T combination() const;

  /// First derivatives of L (and what second derivatives need) after forward(). False when L is not known to have a
  /// value (for order 2: to be twice differentiable) on the whole box.
  ///
  /// For any two points x, y of the box there are g_i in gradient(i) with L(x) - L(y) = sum g_i (x_i - y_i): it holds
  /// for each function with the enclosure of its difference quotients (where it is differentiable, its derivative; for
  /// a monotone step [0, inf]), and sums and products keep it: a b - a' b' = b (a - a') + a' (b - b'). So L need not
  /// be differentiable.
  bool differentiate(int order);
  /// In variable i, after differentiate().
  T gradient(std::size_t i) const {
    const std::uint32_t slot = code_->first_variable() + static_cast<std::uint32_t>(i);
    return live_[slot] != 0 ? adjoint_[slot] : zero_;
  }
  /// Column j of the matrix of second derivatives of L, after differentiate(2).
  void second_derivatives(std::size_t j, std::vector<T>& column);

 private:
  static constexpr auto everywhere = numerics::Defined::everywhere;
  static constexpr auto nowhere = numerics::Defined::nowhere;

  void evaluate(std::uint32_t i, const Instruction& in);
  void evaluate_choice(std::uint32_t i, const Instruction& in);
  /// +1 certainly true, -1 certainly false, 0 not known.
  int decided(std::uint32_t condition) const {
    const T& x = value_[condition];
    if (x.is_empty() || defined_[condition] != everywhere) return 0;
    if (!x.contains_zero()) return 1;
    return x.is_point() ? -1 : 0;
  }

  bool keep(std::uint32_t slot, const T& narrower);
  bool backward(std::uint32_t i, const Instruction& in);

  void accumulate(std::uint32_t slot, T term) {
    if (code_->is_constant(slot)) return;
    if (live_[slot] != 0) {
      adjoint_[slot] = n_.add(adjoint_[slot], term);
    } else {
      live_[slot] = 1;
      adjoint_[slot] = std::move(term);
    }
  }
  void accumulate_second(std::uint32_t slot, T term) {
    if (code_->is_constant(slot)) return;
    if (second_live_[slot] != 0) {
      second_[slot] = n_.add(second_[slot], term);
    } else {
      second_live_[slot] = 1;
      second_[slot] = std::move(term);
    }
  }
  bool reverse(std::uint32_t i, const Instruction& in, int order);
  void tangent(std::uint32_t i, const Instruction& in);
  void second_reverse(std::uint32_t i, const Instruction& in);

  const BoxCode* code_;
  N n_;
  double weight_ = 1;
  std::vector<double> multipliers_;
  std::vector<T> value_;
  std::vector<numerics::Defined> defined_;
  std::vector<std::uint8_t> live_, tangent_live_, second_live_;
  std::vector<T> adjoint_, tangent_, second_;
  std::vector<LocalDerivatives<T>> local_;
  T zero_{n_.empty()}, one_{n_.empty()}, two_{n_.empty()}, at_most_zero_{n_.empty()}, at_least_zero_{n_.empty()};
};

template <class N>
void BoxPasses<N>::evaluate(std::uint32_t i, const Instruction& in) {
  const T& a = value_[in.arguments[0]];
  switch (in.operation) {
    case Operation::add:
      value_[i] = n_.add(a, value_[in.arguments[1]]);
      break;
    case Operation::subtract:
      value_[i] = n_.subtract(a, value_[in.arguments[1]]);
      break;
    case Operation::multiply:
      value_[i] = n_.multiply(a, value_[in.arguments[1]]);
      break;
    case Operation::negate:
      value_[i] = -a;
      break;
    case Operation::square:
      value_[i] = n_.square(a);
      break;
    case Operation::exp:
      value_[i] = exp(a);
      break;
    case Operation::choice:
      evaluate_choice(i, in);
      return;
    default: {
      numerics::Defined here = everywhere;
      for (std::uint32_t k = 0; k < in.count; ++k) here = numerics::both(here, defined_[in.arguments[k]]);
      if (here == nowhere) {
        value_[i] = n_.empty();
      } else if (in.operation == Operation::divide) {
        value_[i] = n_.divide(a, value_[in.arguments[1]], here);
      } else if (in.operation == Operation::square_root) {
        value_[i] = sqrt(a, here);
      } else if (in.operation == Operation::log) {
        value_[i] = log(a, here);
      } else if (in.operation == Operation::power) {
        value_[i] = n_.power(a, in.exponent, here);
      } else {
        const T* pointers[4];
        for (std::uint32_t k = 0; k < in.count; ++k) pointers[k] = &value_[in.arguments[k]];
        numerics::Defined of_call = everywhere;
        value_[i] = n_.call(*in.function, numerics::Arguments<T>(pointers, in.count), of_call);
        here = numerics::both(here, of_call);
      }
      if (here == nowhere) value_[i] = n_.empty();
      defined_[i] = here;
      return;
    }
  }
  if (in.total) return;
  numerics::Defined joined = defined_[in.arguments[0]];
  for (std::uint32_t k = 1; k < in.count; ++k) joined = numerics::both(joined, defined_[in.arguments[k]]);
  defined_[i] = joined;
  if (joined == nowhere) value_[i] = n_.empty();
}

template <class N>
void BoxPasses<N>::evaluate_choice(std::uint32_t i, const Instruction& in) {
  const std::uint32_t yes = in.arguments[1], no = in.arguments[2];
  const int which = decided(in.arguments[0]);
  value_[i] = which > 0 ? value_[yes] : which < 0 ? value_[no] : hull(value_[yes], value_[no]);
  defined_[i] = numerics::both(which > 0   ? defined_[yes]
                               : which < 0 ? defined_[no]
                                           : numerics::either(defined_[yes], defined_[no]),
                               defined_[in.arguments[0]]);
  if (defined_[i] == nowhere) value_[i] = n_.empty();
}

template <class N>
bool BoxPasses<N>::keep(std::uint32_t slot, const T& narrower) {
  if (code_->is_constant(slot)) return true;
  if constexpr (N::skips_unchanged) {
    T kept = n_.intersect(value_[slot], narrower);
    if (kept.is_empty()) return false;
    if (n_.same(kept, value_[slot])) return true;
    value_[slot] = kept;
  } else {
    value_[slot] = n_.intersect(value_[slot], narrower);
    if (value_[slot].is_empty()) return false;
  }
  live_[slot] = 1;
  return true;
}

template <class N>
bool BoxPasses<N>::narrow(std::span<const std::uint8_t> usable) {
  std::ranges::fill(live_, 0);
  const auto require = [&](std::uint32_t root, const T& range) {
    return defined_[root] != nowhere && keep(root, range);
  };
  if (!require(code_->f, at_most_zero_)) return false;
  live_[code_->f] = 1;
  for (std::size_t h = 0; h < code_->hypotheses.size(); ++h) {
    if (usable[h] == 0) continue;
    if (!require(code_->hypotheses[h], at_least_zero_)) return false;
    live_[code_->hypotheses[h]] = 1;
  }
  const std::uint32_t first = code_->first_instruction();
  for (std::uint32_t i = static_cast<std::uint32_t>(value_.size()); i-- > first;)
    if (live_[i] != 0 && !backward(i, code_->instructions[i - first])) return false;
  return true;
}

template <class N>
bool BoxPasses<N>::backward(std::uint32_t i, const Instruction& in) {
  const T v = value_[i];
  const std::uint32_t a = in.arguments[0], b = in.arguments[1];
  switch (in.operation) {
    case Operation::add:
      return keep(a, n_.subtract(v, value_[b])) && keep(b, n_.subtract(v, value_[a]));
    case Operation::subtract:
      return keep(a, n_.add(v, value_[b])) && keep(b, n_.subtract(value_[a], v));
    case Operation::multiply:
      return keep(a, factor(n_, value_[a], v, value_[b])) && keep(b, factor(n_, value_[b], v, value_[a]));
    case Operation::divide:
      return keep(a, n_.multiply(v, value_[b])) && keep(b, factor(n_, value_[b], value_[a], v));
    case Operation::min: {
      const T least = n_.add(v, at_least_zero_);
      if (!keep(a, least) || !keep(b, least)) return false;
      if (n_.certainly_less(v, value_[a])) return keep(b, v);
      return !n_.certainly_less(v, value_[b]) || keep(a, v);
    }
    case Operation::max: {
      const T most = n_.add(v, at_most_zero_);
      if (!keep(a, most) || !keep(b, most)) return false;
      if (n_.certainly_less(value_[a], v)) return keep(b, v);
      return !n_.certainly_less(value_[b], v) || keep(a, v);
    }
    case Operation::choice: {
      const int which = decided(a);
      return which > 0 ? keep(b, v) : which < 0 ? keep(in.arguments[2], v) : true;
    }
    default: {
      const std::optional<T> narrower = inverse(n_, in, v, value_[a], value_[b]);
      return !narrower || keep(a, *narrower);
    }
  }
}

template <class N>
typename N::Number BoxPasses<N>::combination() const {
  const std::uint32_t f = code_->f;
  if (defined_[f] != everywhere) return n_.empty();
  T sum = weight_ == 1 ? value_[f] : n_.multiply(n_.point(weight_), value_[f]);
  for (std::size_t h = 0; h < multipliers_.size(); ++h) {
    if (multipliers_[h] == 0) continue;
    const std::uint32_t slot = code_->hypotheses[h];
    if (defined_[slot] != everywhere) return n_.empty();
    sum = n_.subtract(sum, n_.multiply(n_.point(multipliers_[h]), value_[slot]));
  }
  return sum;
}

template <class N>
bool BoxPasses<N>::differentiate(int order) {
  if (combination().is_empty()) return false;
  if (local_.empty()) {
    local_.assign(code_->instructions.size(), LocalDerivatives<T>(n_.empty()));
    adjoint_.assign(value_.size(), n_.empty());
  }
  std::ranges::fill(live_, 0);
  if (weight_ != 0) accumulate(code_->f, n_.point(weight_));
  for (std::size_t h = 0; h < multipliers_.size(); ++h)
    if (multipliers_[h] != 0) accumulate(code_->hypotheses[h], n_.point(-multipliers_[h]));
  const std::uint32_t first = code_->first_instruction();
  for (std::uint32_t i = code_->slots(); i-- > first;)
    if (live_[i] != 0 && !reverse(i, code_->instructions[i - first], order)) return false;
  return true;
}

template <class N>
bool BoxPasses<N>::reverse(std::uint32_t i, const Instruction& in, int order) {
  const T& up = adjoint_[i];
  const std::uint32_t a = in.arguments[0], b = in.arguments[1];
  switch (in.operation) {
    case Operation::add:
      accumulate(a, up);
      accumulate(b, up);
      return true;
    case Operation::subtract:
      accumulate(a, up);
      accumulate(b, -up);
      return true;
    case Operation::negate:
      accumulate(a, -up);
      return true;
    case Operation::multiply:
      if (!code_->is_constant(a)) accumulate(a, n_.multiply(up, value_[b]));
      if (!code_->is_constant(b)) accumulate(b, n_.multiply(up, value_[a]));
      return true;
    case Operation::choice: {
      const int which = decided(a);
      if (which == 0) return false;
      accumulate(which > 0 ? b : in.arguments[2], up);
      return true;
    }
    case Operation::other: {
      if (order > 1) return false;
      for (std::uint32_t k = 0; k < in.count; ++k) {
        if (code_->is_constant(in.arguments[k])) continue;
        const numerics::Direction direction = in.function->direction(k);
        if (direction == numerics::Direction::constant) continue;
        if (direction == numerics::Direction::unknown) return false;
        accumulate(in.arguments[k],
                   n_.multiply(up, direction == numerics::Direction::increasing ? at_least_zero_ : at_most_zero_));
      }
      return true;
    }
    default: {
      LocalDerivatives<T>& local = local_[i - code_->first_instruction()];
      if (!local_derivatives(n_, in, value_[i], value_[a], value_[b], order, local)) return false;
      if (!code_->is_constant(a)) accumulate(a, n_.multiply(up, local.a));
      if (in.count > 1 && in.operation != Operation::real_power && !code_->is_constant(b))
        accumulate(b, n_.multiply(up, local.b));
      return true;
    }
  }
}

template <class N>
void BoxPasses<N>::second_derivatives(std::size_t j, std::vector<T>& column) {
  if (tangent_.empty()) {
    tangent_.assign(value_.size(), n_.empty());
    second_.assign(value_.size(), n_.empty());
  }
  tangent_live_.assign(value_.size(), 0);
  second_live_.assign(value_.size(), 0);
  const std::uint32_t first = code_->first_instruction();
  const std::uint32_t variable = code_->first_variable() + static_cast<std::uint32_t>(j);
  tangent_[variable] = one_;
  tangent_live_[variable] = 1;
  for (std::uint32_t i = first; i < code_->slots(); ++i)
    if (live_[i] != 0) tangent(i, code_->instructions[i - first]);
  for (std::uint32_t i = code_->slots(); i-- > first;)
    if (live_[i] != 0) second_reverse(i, code_->instructions[i - first]);
  for (std::size_t k = 0; k < column.size(); ++k) {
    const std::uint32_t slot = code_->first_variable() + static_cast<std::uint32_t>(k);
    column[k] = second_live_[slot] != 0 ? second_[slot] : zero_;
  }
}

template <class N>
void BoxPasses<N>::tangent(std::uint32_t i, const Instruction& in) {
  const auto join = [&](T term) {
    tangent_[i] = tangent_live_[i] != 0 ? n_.add(tangent_[i], term) : std::move(term);
    tangent_live_[i] = 1;
  };
  std::uint32_t a = in.arguments[0];
  const std::uint32_t b = in.arguments[1];
  const auto moves = [&](std::uint32_t slot) { return tangent_live_[slot] != 0; };
  const LocalDerivatives<T>& local = local_[i - code_->first_instruction()];
  switch (in.operation) {
    case Operation::add:
      if (moves(a)) join(tangent_[a]);
      if (moves(b)) join(tangent_[b]);
      return;
    case Operation::subtract:
      if (moves(a)) join(tangent_[a]);
      if (moves(b)) join(-tangent_[b]);
      return;
    case Operation::negate:
      if (moves(a)) join(-tangent_[a]);
      return;
    case Operation::multiply:
      if (moves(a)) join(n_.multiply(tangent_[a], value_[b]));
      if (moves(b)) join(n_.multiply(tangent_[b], value_[a]));
      return;
    case Operation::choice:
      a = decided(a) > 0 ? b : in.arguments[2];
      if (moves(a)) join(tangent_[a]);
      return;
    default:
      if (moves(a)) join(n_.multiply(tangent_[a], local.a));
      if (in.count > 1 && in.operation != Operation::real_power && moves(b)) join(n_.multiply(tangent_[b], local.b));
  }
}

template <class N>
void BoxPasses<N>::second_reverse(std::uint32_t i, const Instruction& in) {
  const std::uint32_t a = in.arguments[0], b = in.arguments[1];
  const bool has = second_live_[i] != 0;
  const T& up = second_[i];
  const T& first = adjoint_[i];
  const auto moves = [&](std::uint32_t slot) { return tangent_live_[slot] != 0; };
  const LocalDerivatives<T>& local = local_[i - code_->first_instruction()];
  switch (in.operation) {
    case Operation::add:
      if (has) accumulate_second(a, up);
      if (has) accumulate_second(b, up);
      return;
    case Operation::subtract:
      if (has) accumulate_second(a, up);
      if (has) accumulate_second(b, -up);
      return;
    case Operation::negate:
      if (has) accumulate_second(a, -up);
      return;
    case Operation::multiply:
      if (has) accumulate_second(a, n_.multiply(up, value_[b]));
      if (has) accumulate_second(b, n_.multiply(up, value_[a]));
      if (moves(b)) accumulate_second(a, n_.multiply(first, tangent_[b]));
      if (moves(a)) accumulate_second(b, n_.multiply(first, tangent_[a]));
      return;
    case Operation::choice:
      if (has) accumulate_second(decided(a) > 0 ? b : in.arguments[2], up);
      return;
    case Operation::min:
    case Operation::max:
      if (has) accumulate_second(a, n_.multiply(up, local.a));
      if (has) accumulate_second(b, n_.multiply(up, local.b));
      return;
    case Operation::divide:
    case Operation::any_power:
    case Operation::kl:
      if (has) accumulate_second(a, n_.multiply(up, local.a));
      if (has) accumulate_second(b, n_.multiply(up, local.b));
      if (moves(a) && in.operation != Operation::divide)
        accumulate_second(a, n_.multiply(first, n_.multiply(local.aa, tangent_[a])));
      if (moves(b)) accumulate_second(a, n_.multiply(first, n_.multiply(local.ab, tangent_[b])));
      if (moves(a)) accumulate_second(b, n_.multiply(first, n_.multiply(local.ab, tangent_[a])));
      if (moves(b)) accumulate_second(b, n_.multiply(first, n_.multiply(local.bb, tangent_[b])));
      return;
    default:
      if (has) accumulate_second(a, n_.multiply(up, local.a));
      if (moves(a)) accumulate_second(a, n_.multiply(first, n_.multiply(local.aa, tangent_[a])));
  }
}

}  // namespace lemmacheck::verify::kernel
