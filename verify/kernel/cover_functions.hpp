// Rules of single functions: local derivatives and inverse images, over the number type of a pass.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "numerics/interval_functions.hpp"
#include "verify/kernel/cover_code.hpp"

namespace lemmacheck::verify::kernel {

/// Partial derivatives of one function in its arguments a, b: first, and second of the pairs. What is 0 by rule (aa of
/// a quotient) is not set.
template <class T>
struct LocalDerivatives {
  explicit LocalDerivatives(const T& empty) : a(empty), b(empty), aa(empty), ab(empty), bb(empty) {}
  T a, b, aa, ab, bb;
};

/// x where x * known = product: the part of `x` that is possible. Division in two parts when `known` has 0 inside.
template <class N, class T = typename N::Number>
T factor(const N& n, const T& x, const T& product, const T& known) {
  numerics::Defined defined = numerics::Defined::everywhere;
  if (!known.contains_zero()) return n.intersect(x, n.divide(product, known, defined));
  if (product.contains_zero()) return x;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const T below = n.divide(product, n.intersect(known, n.between(-infinity, 0)), defined);
  const T above = n.divide(product, n.intersect(known, n.between(0, infinity)), defined);
  const T first = below.is_empty() ? below : n.intersect(x, below);
  const T second = above.is_empty() ? above : n.intersect(x, above);
  return hull(first, second);
}

/// The n-th root of the points of v that are >= 0, n > 0; empty when there are none.
template <class N, class T = typename N::Number>
T root(const N& n, const T& v, long degree) {
  const T part = n.intersect(v, n.between(0, std::numeric_limits<double>::infinity()));
  if (part.is_empty() || (part.is_point() && part.contains_zero())) return part;
  numerics::Defined defined = numerics::Defined::everywhere;
  if (degree == 2) return sqrt(part, defined);
  return exp(n.divide(log(part, defined), n.integer(degree), defined));
}

/// The larger of x and -1.57, the smaller of x and 1.57: tan has no pole between.
template <class N, class T = typename N::Number>
T cut_below(const N& n, const T& x) {
  return max(x, n.between(-1.57, -1.57));
}
template <class N, class T = typename N::Number>
T cut_above(const N& n, const T& x) {
  return min(x, n.between(1.57, 1.57));
}

/// An enclosure of the points of a whose value lies in v, or nothing when the function has no rule.
template <class N, class T = typename N::Number>
std::optional<T> inverse(const N& n, const Instruction& in, const T& v, const T& a, const T& b) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  numerics::Defined defined = numerics::Defined::everywhere;
  const auto either_sign = [&](const T& magnitude) {
    return hull(n.intersect(a, magnitude), n.intersect(a, -magnitude));
  };
  switch (in.operation) {
    case Operation::negate:
      return -v;
    case Operation::square: {
      const T positive = root(n, v, 2);
      return positive.is_empty() ? positive : either_sign(positive);
    }
    case Operation::power: {
      if (in.exponent < 0) return std::nullopt;
      const T positive = root(n, v, in.exponent);
      if (in.exponent % 2 == 0) return positive.is_empty() ? positive : either_sign(positive);
      return hull(positive, -root(n, -v, in.exponent));
    }
    case Operation::real_power: {
      const T part = n.intersect(v, n.between(0, infinity));
      if (part.is_empty() || b.contains_zero()) return part;
      if (part.is_point() && part.contains_zero()) return n.between(0, 0);
      return exp(n.divide(log(part, defined), b, defined));
    }
    case Operation::square_root: {
      const T part = n.intersect(v, n.between(0, infinity));
      return part.is_empty() ? part : n.square(part);
    }
    case Operation::exp:
      return log(v, defined);
    case Operation::log:
      return exp(v);
    case Operation::abs: {
      const T part = n.intersect(v, n.between(0, infinity));
      return part.is_empty() ? part : either_sign(part);
    }
    case Operation::tanh: {
      // artanh v = log(2 / (1 - v) - 1) / 2
      const T part = n.intersect(v, n.between(-1, 1));
      if (part.is_empty()) return part;
      const T ratio = n.divide(n.integer(2), n.subtract(n.integer(1), part), defined);
      if (ratio.is_empty()) return ratio;
      const T positive = n.intersect(n.subtract(ratio, n.integer(1)), n.between(0, infinity));
      if (positive.is_empty()) return positive;
      return n.divide(log(positive, defined), n.integer(2), defined);
    }
    case Operation::atan: {
      T found = n.entire();
      if (n.certainly_less(v, n.between(1.57, 1.57)))
        found = n.intersect(found, n.add(n.between(-infinity, 0), tan(cut_below(n, n.upper_end(v)), defined)));
      if (n.certainly_less(n.between(-1.57, -1.57), v))
        found = n.intersect(found, n.add(n.between(0, infinity), tan(cut_above(n, n.lower_end(v)), defined)));
      return found;
    }
    default:
      return std::nullopt;
  }
}

/// Derivatives of s = 1 / (1 + exp(-a)): s' = s (1 - s), with s once.
template <class N, class T = typename N::Number>
T sigmoid_slope(const N& n, const T& s) {
  numerics::Defined defined = numerics::Defined::everywhere;
  const T half = n.divide(n.integer(1), n.integer(2), defined), quarter = n.square(half);
  return n.subtract(quarter, n.square(n.subtract(s, half)));
}

/// Derivatives of an increasing or decreasing step of the order functions: which argument counts.
template <class N, class T = typename N::Number>
bool order_derivatives(const N& n, bool a_counts, bool b_counts, int order, LocalDerivatives<T>& out) {
  if (!a_counts && !b_counts && order > 1) return false;
  out.a = a_counts ? n.integer(1) : b_counts ? n.integer(0) : n.between(0, 1);
  out.b = b_counts ? n.integer(1) : a_counts ? n.integer(0) : n.between(0, 1);
  return true;
}

/// The derivatives of one function at arguments in a, b, where it has a value everywhere and its values lie in v;
/// `order` 1 or 2. False when there is no rule, or for order 2 when the function is not known to be twice
/// differentiable there. Order 1 encloses all difference quotients, so a kink or an infinite slope (sqrt at 0) does no
/// harm. Add, subtract, multiply, negate, choice and other are the business of the passes.
template <class N, class T = typename N::Number>
bool local_derivatives(const N& n, const Instruction& in, const T& v, const T& a, const T& b, int order,
                       LocalDerivatives<T>& out) {
  numerics::Defined defined = numerics::Defined::everywhere;
  const bool second = order > 1;
  const auto times = [&](const T& x, const T& y) { return n.multiply(x, y); };
  const auto inverse_of = [&](const T& x) { return n.divide(n.integer(1), x, defined); };
  const auto gauss = [&](const T& x) { return exp(-n.square(x)); };
  switch (in.operation) {
    case Operation::divide: {
      if (b.contains_zero()) return false;
      const T reciprocal = inverse_of(b);
      out.a = reciprocal;
      out.b = -times(v, reciprocal);
      if (second) {
        out.ab = -n.square(reciprocal);
        out.bb = times(n.integer(2), times(v, n.square(reciprocal)));
      }
      return true;
    }
    case Operation::square:
      out.a = n.add(a, a);
      if (second) out.aa = n.integer(2);
      return true;
    case Operation::power: {
      if (in.exponent < 0 && a.contains_zero()) return false;
      out.a = times(n.integer(in.exponent), n.power(a, in.exponent - 1, defined));
      if (second)
        out.aa = in.exponent == 1
                     ? n.integer(0)
                     : times(n.integer(in.exponent * (in.exponent - 1)), n.power(a, in.exponent - 2, defined));
      return true;
    }
    case Operation::real_power: {
      if (second ? a.certain_sign() <= 0 : !n.nonnegative(a)) return false;
      const T logarithm = log(a, defined), less_one = n.subtract(b, n.integer(1));
      out.a = times(b, exp(times(less_one, logarithm)));
      if (second) out.aa = times(times(b, less_one), exp(times(n.subtract(b, n.integer(2)), logarithm)));
      return true;
    }
    case Operation::any_power: {
      if (a.certain_sign() <= 0) return false;
      const T logarithm = log(a, defined), less_one = n.subtract(b, n.integer(1));
      const T slope = exp(times(less_one, logarithm));  // a^(b-1)
      out.a = times(b, slope);
      out.b = times(v, logarithm);
      if (second) {
        out.aa = times(times(b, less_one), exp(times(n.subtract(b, n.integer(2)), logarithm)));
        out.ab = times(slope, n.add(n.integer(1), times(b, logarithm)));
        out.bb = times(v, n.square(logarithm));
      }
      return true;
    }
    case Operation::square_root:
      if (second ? a.certain_sign() <= 0 : !n.nonnegative(a)) return false;
      out.a = inverse_of(n.add(v, v));
      if (second) out.aa = -n.divide(out.a, n.add(a, a), defined);
      return true;
    case Operation::cube_root:
      if (second && a.contains_zero()) return false;
      out.a = inverse_of(times(n.integer(3), n.square(v)));
      if (second) out.aa = -n.divide(times(n.integer(2), out.a), times(n.integer(3), a), defined);
      return true;
    case Operation::exp:
      out.a = v;
      if (second) out.aa = v;
      return true;
    case Operation::expm1:
      out.a = exp(a);
      if (second) out.aa = out.a;
      return true;
    case Operation::log:
    case Operation::log1p: {
      const T shifted = in.operation == Operation::log1p ? n.add(n.integer(1), a) : a;
      if (shifted.certain_sign() <= 0) return false;
      out.a = inverse_of(shifted);
      if (second) out.aa = -n.square(out.a);
      return true;
    }
    case Operation::log2:
    case Operation::log10: {
      if (a.certain_sign() <= 0) return false;
      const T base = n.integer(in.operation == Operation::log2 ? 2 : 10);
      out.a = inverse_of(times(a, log(base, defined)));
      if (second) out.aa = -n.divide(out.a, a, defined);
      return true;
    }
    case Operation::sin:
      out.a = cos(a);
      if (second) out.aa = -v;
      return true;
    case Operation::cos:
      out.a = -sin(a);
      if (second) out.aa = -v;
      return true;
    case Operation::tan:
      out.a = n.add(n.integer(1), n.square(v));
      if (second) out.aa = times(n.add(v, v), out.a);
      return true;
    case Operation::asin:
    case Operation::acos: {
      const T rest = n.subtract(n.integer(1), n.square(a));
      if (second && rest.certain_sign() <= 0) return false;
      const T slope = inverse_of(sqrt(rest, defined));
      out.a = in.operation == Operation::asin ? slope : -slope;
      if (second) out.aa = n.divide(times(a, out.a), rest, defined);
      return true;
    }
    case Operation::atan:
      out.a = inverse_of(n.add(n.integer(1), n.square(a)));
      if (second) out.aa = -times(n.add(a, a), n.square(out.a));
      return true;
    case Operation::sinh:
      out.a = cosh(a);
      if (second) out.aa = v;
      return true;
    case Operation::cosh:
      out.a = sinh(a);
      if (second) out.aa = v;
      return true;
    case Operation::tanh:
      out.a = n.subtract(n.integer(1), n.square(v));
      if (second) out.aa = -times(n.add(v, v), out.a);
      return true;
    case Operation::erf:
    case Operation::erfc: {
      const T slope = n.divide(times(n.integer(2), gauss(a)), sqrt(n.pi(), defined), defined);
      out.a = in.operation == Operation::erf ? slope : -slope;
      if (second) out.aa = -times(n.add(a, a), out.a);
      return true;
    }
    case Operation::normal_cdf: {
      const T two = n.integer(2);
      out.a = n.divide(exp(-n.divide(n.square(a), two, defined)), sqrt(times(two, n.pi()), defined), defined);
      if (second) out.aa = -times(a, out.a);
      return true;
    }
    case Operation::sigmoid:
      out.a = sigmoid_slope(n, v);
      if (second) out.aa = times(out.a, n.subtract(n.integer(1), n.add(v, v)));
      return true;
    case Operation::softplus:
      out.a = inverse_of(n.add(n.integer(1), exp(-a)));
      if (second) out.aa = sigmoid_slope(n, out.a);
      return true;
    case Operation::xlogx:
      if (second ? a.certain_sign() <= 0 : !n.nonnegative(a)) return false;
      out.a = n.add(log(a, defined), n.integer(1));
      if (second) out.aa = inverse_of(a);
      return true;
    case Operation::entropy: {
      const T rest = n.subtract(n.integer(1), a);
      if (a.certain_sign() <= 0 || rest.certain_sign() <= 0) return false;
      out.a = n.subtract(log(rest, defined), log(a, defined));
      if (second) out.aa = -n.add(inverse_of(a), inverse_of(rest));
      return true;
    }
    case Operation::kl: {
      const T a_rest = n.subtract(n.integer(1), a), b_rest = n.subtract(n.integer(1), b);
      if (a.certain_sign() <= 0 || a_rest.certain_sign() <= 0 || b.certain_sign() <= 0 || b_rest.certain_sign() <= 0)
        return false;
      const T a_over_b = n.divide(a, b, defined), rest = n.divide(a_rest, b_rest, defined);
      out.a = n.subtract(log(a_over_b, defined), log(rest, defined));
      out.b = n.subtract(rest, a_over_b);
      if (second) {
        out.aa = n.add(inverse_of(a), inverse_of(a_rest));
        out.ab = -n.add(inverse_of(b), inverse_of(b_rest));
        out.bb = n.add(n.divide(a_over_b, b, defined), n.divide(rest, b_rest, defined));
      }
      return true;
    }
    case Operation::gamma:
    case Operation::lgamma: {
      if (second || a.certain_sign() <= 0) return false;
      const T* const argument = &a;
      const T digamma =
          n.call(numerics::elementary_functions().get("digamma"), numerics::Arguments<T>(&argument, 1), defined);
      out.a = in.operation == Operation::gamma ? times(v, digamma) : digamma;
      return defined == numerics::Defined::everywhere;
    }
    case Operation::lambert_w: {
      const T shifted = n.intersect(n.add(n.integer(1), v), n.between(0, std::numeric_limits<double>::infinity()));
      if (second || shifted.is_empty()) return false;
      out.a = n.divide(exp(-v), shifted, defined);
      return true;
    }
    case Operation::abs: {
      // An argument that touches 0 has no certain sign: at the point 0 alone, the side could not be told.
      const int sign = a.certain_sign();
      if (second && sign == 0) return false;
      out.a = sign != 0 ? n.integer(sign) : n.nonnegative(a) ? n.integer(1) : n.between(-1, n.nonpositive(a) ? -1 : 1);
      if (second) out.aa = n.integer(0);
      return true;
    }
    case Operation::min:
      return order_derivatives(n, n.certainly_less(a, b), n.certainly_less(b, a), order, out);
    case Operation::max:
      return order_derivatives(n, n.certainly_less(b, a), n.certainly_less(a, b), order, out);
    default:
      return false;
  }
}

}  // namespace lemmacheck::verify::kernel
