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

/// Where a generator stands in the walk: by slope, in three ranges, so that the key stays between -1 and 1.
enum class Steepness : std::int8_t {
  falling,  // key -t = -g/h, t in [-1, 0]
  flat,     // key s = h/g in [-1, 1]
  rising,   // key -t = -g/h, t in [0, 1]
  unknown   // of no certain orientation; key 0, stands among the flat ones
};
struct SlopeKey {
  double position;
  std::uint32_t index;
  Steepness steepness;
  bool flip;  // the generator is walked as (-g, -h)
};

/// The keys of the ambient generators. Only the signs behind `steepness` and `flip` have to be certain.
template <class T>
std::vector<SlopeKey> slope_keys(const ErrorProblem<T>& problem) {
  std::vector<SlopeKey> keys;
  keys.reserve(problem.g.size());
  for (std::size_t k = 0; k < problem.g.size(); ++k) {
    if (k == problem.own_1 || k == problem.own_2) continue;
    const T& g = problem.g[k];
    const T& h = problem.h[k];
    const auto index = static_cast<std::uint32_t>(k);
    const int g_sign = g.certain_sign();
    const int h_sign = h.certain_sign();
    const double s = g_sign != 0 ? approx_value(h / g) : 2.0;
    if (std::fabs(s) <= 1.0) {
      keys.push_back({s, index, Steepness::flat, g_sign < 0});
      continue;
    }
    const double t = h_sign != 0 ? approx_value(g / h) : 2.0;
    if (!(std::fabs(t) <= 1.0)) {
      keys.push_back({0.0, index, Steepness::unknown, false});
    } else if (t >= 0) {
      keys.push_back({-t, index, Steepness::rising, h_sign < 0});
    } else {
      keys.push_back({-t, index, Steepness::falling, h_sign > 0});
    }
  }
  return keys;
}

/// The generators of the zonotope in the order of the walk, and how far they are from a sorted family.
template <class T>
struct OrderedGenerators {
  std::vector<T> a, b;   // (g_k, h_k) with the sign of its orientation
  T excess_a, excess_b;  // sums of |a - a'|, |b - b'| over the sorted family (a', b')
};

/// Orders the generators by their keys, whatever those are within their ranges.
///
/// The walk is proved for a family z' whose slopes are exactly the keys: a flat key s stands for z' = (a, s a),
/// a certainly positive; a steep one for z' = (t b, b), t = -key, b of certain sign, so that t b >= 0; a generator of
/// unknown orientation for z' = 0. Sorted by (steepness, key), z' is in order of angle from -pi/2 to pi/2: a poor key
/// costs width, never soundness, since the difference z - z' is accounted for in `excess_a` and `excess_b`.
template <class T, class MakePoint>
OrderedGenerators<T> order_by_keys(const ErrorProblem<T>& problem, std::vector<SlopeKey> keys,
                                   const MakePoint& make_point) {
  const auto rank = [](const SlopeKey& key) {
    return key.steepness == Steepness::unknown ? Steepness::flat : key.steepness;
  };
  std::sort(keys.begin(), keys.end(), [&](const SlopeKey& x, const SlopeKey& y) {
    if (rank(x) != rank(y)) return rank(x) < rank(y);
    if (x.position != y.position) return x.position < y.position;
    return x.index < y.index;
  });
  OrderedGenerators<T> ordered{{}, {}, make_point(0.0), make_point(0.0)};
  ordered.a.reserve(keys.size());
  ordered.b.reserve(keys.size());
  for (const SlopeKey& key : keys) {
    const T& g = problem.g[key.index];
    const T& h = problem.h[key.index];
    if (key.steepness == Steepness::flat) {
      ordered.excess_b = ordered.excess_b + abs(h - g * make_point(key.position));
    } else if (key.steepness == Steepness::unknown) {
      ordered.excess_a = ordered.excess_a + abs(g);
      ordered.excess_b = ordered.excess_b + abs(h);
    } else {
      ordered.excess_a = ordered.excess_a + abs(g + h * make_point(key.position));
    }
    ordered.a.push_back(key.flip ? -g : g);
    ordered.b.push_back(key.flip ? -h : h);
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
/// The generators may come in any order that order_by_keys() gives.
///  Lower end: every vertex of the walk, in whatever order, is the image of an input.
///  Upper end: a b has no extreme inside a planar set (it is a saddle), so |F| over the zonotope Z' of the sorted
///  family is largest on its edges. An edge of Z' is within (excess_a, excess_b) of the edge walked here, and Z is
///  within the same of Z': with |a| <= A, |b| <= B on Z these two steps change F by at most 2 (A excess_b + B excess_a)
///  + 4 unit excess_a excess_b. On an edge, F is its chord plus unit D_a D_b t (1 - t), (D_a, D_b) the edge vector: at
///  most unit D_a D_b / 4 beyond the chord on the side of its sign, and no more than the ends when the derivative keeps
///  its sign.
template <class T, class MakePoint>
T sup_error_in_order(const ErrorProblem<T>& problem, const OrderedGenerators<T>& ordered, const MakePoint& make_point) {
  const T zero = make_point(0.0);
  const T one = make_point(1.0);
  const T two = make_point(2.0);
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

template <class T, class MakePoint>
T sup_error(const ErrorProblem<T>& problem, const MakePoint& make_point) {
  return sup_error_in_order(problem, order_by_keys(problem, slope_keys(problem), make_point), make_point);
}

}  // namespace lemmacheck::verify::sparse_xor
