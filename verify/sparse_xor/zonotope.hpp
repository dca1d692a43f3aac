// sup over all inputs of |f - y|, as the walk around a planar zonotope. For BigInterval and Interval.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "verify/sparse_xor/number_access.hpp"

namespace lemmacheck::verify::sparse_xor {

/// Where the error is looked for, in multiples of `unit`, which keeps tiny attentions from underflowing: unit * g and
/// unit * h are the attentions of the two heads, own_1 != own_2 the support positions, unit * residual_1 is the
/// attention of head 1 on own_1 minus 1 (known without cancellation; g[own_1] is not read), likewise residual_2.
template <class T>
struct ErrorProblem {
  const std::vector<T>& g;
  const std::vector<T>& h;
  std::size_t own_1, own_2;
  T residual_1, residual_2;
  T unit;
};

/// The generators of the zonotope in the order of the walk, and how far they are from a sorted family.
template <class T>
struct OrderedGenerators {
  std::vector<T> a, b;   // (g_k, h_k) with the sign of its orientation, ambient positions only
  T excess_a, excess_b;  // sums of |a - a'|, |b - b'| over the sorted family (a', b')
};

/// Orders the generators by slope with keys in double.
///
/// The walk is proved for a family z' whose slopes are exactly the keys: key s with |s| <= 1 stands for
/// z' = (a, s a), a certainly positive; a key t of the steep classes for z' = (t b, b), b of certain sign, oriented so
/// that t b >= 0; a generator of unknown orientation for z' = 0. Sorted by (class, key), z' is in order of angle from
/// -pi/2 to pi/2 whatever the keys are, so a poor key costs width, never soundness: the difference z - z' is
/// accounted for in `excess_a` and `excess_b`.
template <class T, class MakePoint>
OrderedGenerators<T> order_generators(const ErrorProblem<T>& problem, const T& zero, const MakePoint& make_point) {
  struct Key {
    double position;
    std::uint32_t index;
    std::int8_t steepness;  // 0 steep and falling, 1 flat, 2 steep and rising
    bool flip;
  };
  const std::size_t d = problem.g.size();
  std::vector<Key> keys;
  keys.reserve(d);
  T excess_a = zero;
  T excess_b = zero;
  for (std::size_t k = 0; k < d; ++k) {
    if (k == problem.own_1 || k == problem.own_2) continue;
    const T& g = problem.g[k];
    const T& h = problem.h[k];
    const int g_sign = g.certain_sign();
    const int h_sign = h.certain_sign();
    if (g_sign != 0) {
      const T slope = h / g;
      const double s = approx_value(slope);
      if (std::fabs(s) <= 1.0) {
        excess_b = excess_b + abs(h - g * make_point(s));
        keys.push_back({s, static_cast<std::uint32_t>(k), 1, g_sign < 0});
        continue;
      }
    }
    if (h_sign != 0) {
      const double t = approx_value(g / h);
      if (std::fabs(t) <= 1.0) {
        excess_a = excess_a + abs(g - h * make_point(t));
        // t >= 0: oriented upwards, angle falls as t grows; t < 0: oriented downwards, angle rises as t falls.
        const auto index = static_cast<std::uint32_t>(k);
        keys.push_back(t >= 0 ? Key{-t, index, 2, h_sign < 0} : Key{-t, index, 0, h_sign > 0});
        continue;
      }
    }
    excess_a = excess_a + abs(g);
    excess_b = excess_b + abs(h);
    keys.push_back({0.0, static_cast<std::uint32_t>(k), 1, false});
  }
  std::sort(keys.begin(), keys.end(), [](const Key& x, const Key& y) {
    if (x.steepness != y.steepness) return x.steepness < y.steepness;
    if (x.position != y.position) return x.position < y.position;
    return x.index < y.index;
  });
  OrderedGenerators<T> ordered{{}, {}, excess_a, excess_b};
  ordered.a.reserve(keys.size());
  ordered.b.reserve(keys.size());
  for (const Key& key : keys) {
    ordered.a.push_back(key.flip ? -problem.g[key.index] : problem.g[key.index]);
    ordered.b.push_back(key.flip ? -problem.h[key.index] : problem.h[key.index]);
  }
  return ordered;
}

/// All prefix sums x_0 + ... + x_{j-1}, j = 0..n; in blocks, so that no sum passes through more than about 2 sqrt(n)
/// additions.
template <class T>
std::vector<T> prefix_sums(const std::vector<T>& x, const T& zero) {
  const auto block = static_cast<std::size_t>(std::sqrt(static_cast<double>(x.size()))) + 1;
  std::vector<T> sums;
  sums.reserve(x.size() + 1);
  sums.push_back(zero);
  T base = zero;
  T local = zero;
  for (std::size_t j = 0; j < x.size(); ++j) {
    local = local + x[j];
    sums.push_back(base + local);
    if ((j + 1) % block == 0) {
      base = sums.back();
      local = zero;
    }
  }
  return sums;
}

/// Encloses sup over x in {-1,+1}^d of |f(x) - y(x)| / unit, f - y = x_i x_j - a b, i = own_1, j = own_2.
///
/// By the symmetry x -> -x take x_i = 1; x_j = sigma. With a = 1 + unit alpha, b = sigma + unit beta the error is
/// unit F, F = -(beta + sigma alpha + unit alpha beta), and (alpha, beta) ranges over sign points of the zonotope with
/// centre (residual_1 + sigma g_j, h_i + sigma residual_2) and the ambient generators.
///  Lower end: every vertex of the walk, in whatever order, is the image of an input.
///  Upper end: a b has no extreme inside a planar set (it is a saddle), so |F| over the zonotope Z' of the sorted
///  family is largest on its edges. An edge of Z' is within (excess_a, excess_b) of the edge walked here, and Z is
///  within the same of Z': with |a| <= A, |b| <= B on Z these two steps change F by at most 2 (A excess_b + B excess_a)
///  + 4 unit excess_a excess_b. On an edge, F is its chord plus unit D_a D_b t (1 - t), (D_a, D_b) the edge vector: at
///  most unit D_a D_b / 4 beyond the chord on the side of its sign, and no more than the ends when the derivative keeps
///  its sign.
template <class T, class MakePoint>
T sup_error(const ErrorProblem<T>& problem, const MakePoint& make_point) {
  const T zero = make_point(0.0);
  const T one = make_point(1.0);
  const T two = make_point(2.0);
  const OrderedGenerators<T> ordered = order_generators(problem, zero, make_point);
  const std::vector<T> sum_a = prefix_sums(ordered.a, zero);
  const std::vector<T> sum_b = prefix_sums(ordered.b, zero);
  const std::size_t n = ordered.a.size();

  const T& unit = problem.unit;
  T sum_abs_a = abs(problem.g[problem.own_2]);
  T sum_abs_b = abs(problem.h[problem.own_1]);
  for (std::size_t k = 0; k < n; ++k) {
    sum_abs_a = sum_abs_a + abs(ordered.a[k]);
    sum_abs_b = sum_abs_b + abs(ordered.b[k]);
  }
  const T reach_a = abs(one + unit * problem.residual_1) + unit * sum_abs_a;
  const T reach_b = abs(one + unit * problem.residual_2) + unit * sum_abs_b;

  struct Vertex {
    T alpha, beta, error;
  };
  T attained = zero;  // the largest |F| at a vertex
  T bound = zero;     // at least the largest |F| on an edge
  for (const int sigma : {1, -1}) {
    const auto with_sigma = [sigma](const T& x) { return sigma > 0 ? x : -x; };
    const T centre_a = problem.residual_1 + with_sigma(problem.g[problem.own_2]);
    const T centre_b = problem.h[problem.own_1] + with_sigma(problem.residual_2);
    for (const int chain : {1, -1}) {
      const auto along = [chain](const T& x) { return chain > 0 ? x : -x; };
      const auto vertex = [&](std::size_t j) {
        T alpha = centre_a + along(two * sum_a[j] - sum_a[n]);
        T beta = centre_b + along(two * sum_b[j] - sum_b[n]);
        T error = -(beta + with_sigma(alpha) + unit * (alpha * beta));
        return Vertex{std::move(alpha), std::move(beta), std::move(error)};
      };
      const auto slope = [&](const Vertex& at, std::size_t j) {
        return (one + unit * at.alpha) * ordered.b[j] + (with_sigma(one) + unit * at.beta) * ordered.a[j];
      };
      // A few vertices first: with a good `attained`, most edges need no further look.
      for (std::size_t j = 0; j <= n; j += n / 64 + 1) attained = max(attained, abs(vertex(j).error));
      Vertex from = vertex(0);
      for (std::size_t j = 0; j < n; ++j) {
        Vertex to = vertex(j + 1);
        attained = max(attained, abs(to.error));
        const T bulge = unit * (ordered.a[j] * ordered.b[j]);  // unit D_a D_b / 4
        const T highest = max(from.error, to.error);
        const T lowest = min(from.error, to.error);
        const T beyond = max(highest + max(bulge, zero), -(lowest + min(bulge, zero)));
        if (!certainly_at_most(beyond, attained)) {
          const int sign = slope(from, j).certain_sign();
          const bool is_monotone = sign != 0 && sign == slope(to, j).certain_sign();
          bound = max(bound, is_monotone ? max(highest, -lowest) : beyond);
        }
        from = std::move(to);
      }
    }
  }
  const T slack = two * (reach_a * ordered.excess_b + reach_b * ordered.excess_a) +
                  two * two * (unit * (ordered.excess_a * ordered.excess_b));
  return hull(attained, max(attained, bound) + slack);
}

}  // namespace lemmacheck::verify::sparse_xor
