#include "verify/capacity/sparse_functions.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "bounds/sparse_reading.hpp"
#include "numerics/error.hpp"
#include "numerics/interval_exp_log.hpp"
#include "numerics/interval_functions.hpp"
#include "verify/capacity/counter_random.hpp"
#include "verify/sparse_xor/portable_normal.hpp"
#include "verify/sparse_xor/sampling.hpp"

namespace lemmacheck::verify::capacity {

using numerics::BigInterval;
using numerics::Defined;
using numerics::Interval;
using numerics::Precision;
using numerics::Rational;
using numerics::RoundUpward;

namespace {

constexpr Precision precision(128);
constexpr std::uint32_t table_stream = 0x110;
constexpr std::array<std::string_view, 5> function_names{"and", "or", "majority", "parity", "lookup"};

// v_i.v_j for a relevant i and every j, row-major s x T.
struct Keys {
  std::size_t tokens, relevant;
  std::vector<Interval> products;
  const Interval& at(std::size_t i, std::size_t j) const { return products[i * tokens + j]; }
};

Keys make_keys(const SparseTask& task) {
  const std::size_t tokens = task.tokens, m = task.dimension;
  Keys keys{tokens, task.relevant, std::vector<Interval>(task.relevant * tokens, Interval(0))};
  if (m == 0) {
    for (std::size_t i = 0; i < task.relevant; ++i) keys.products[i * tokens + i] = Interval(1);
    return keys;
  }
  const std::vector<double> v = sparse_xor::sample_sphere(tokens, m, task.seed, sparse_xor::SampleStream::embeddings);
  tbb::parallel_for(std::size_t{0}, tokens, [&](std::size_t j) {
    const RoundUpward upward;
    for (std::size_t i = 0; i < task.relevant; ++i) {
      Interval sum(0);
      for (std::size_t k = 0; k < m; ++k)
        sum = unchecked_add(sum, unchecked_multiply(Interval(v[i * m + k]), Interval(v[j * m + k])));
      keys.products[i * tokens + j] = sum;
    }
  });
  return keys;
}

// Weights of the softmax up to a common factor.
std::vector<Interval> weights(const std::vector<Interval>& scores) {
  double top = scores.front().upper();
  for (const Interval& s : scores) top = std::max(top, s.upper());
  std::vector<Interval> w;
  w.reserve(scores.size());
  for (const Interval& s : scores) w.push_back(exp(s - Interval(top)));
  return w;
}

Interval sum_from(const std::vector<Interval>& w, std::size_t first) {
  Interval sum(0);
  for (std::size_t k = first; k < w.size(); ++k) sum += w[k];
  return sum;
}

Interval signed_term(const Interval& x, bool positive) { return positive ? x : -x; }

int sign_at(std::uint64_t pattern, std::size_t j) { return (pattern >> j & 1) != 0 ? 1 : -1; }

// Both ends of what an error may be: at least `lower` for some input, at most `upper` for every input.
struct Error {
  double lower = 0, upper = 0;
  void join(const Error& other) {
    lower = std::max(lower, other.lower);
    upper = std::max(upper, other.upper);
  }
};

double least_size(const Interval& x) { return x.contains_zero() ? 0.0 : x.mignitude(); }

// The range of the piecewise linear map through (k, values[k]), k = 0..s, over an interval, which is cut to [0, s]: the
// map is constant outside.
Interval interpolated(const std::vector<int>& values, const Interval& level) {
  const auto last = static_cast<double>(values.size() - 1);
  const double low = std::clamp(level.lower(), 0.0, last), high = std::clamp(level.upper(), 0.0, last);
  const auto at = [&](double u) {
    const auto cell = static_cast<std::size_t>(std::min(std::floor(u), last - 1));
    const Interval share = Interval(u) - Interval(static_cast<double>(cell));
    return Interval(values[cell]) + share * Interval(values[cell + 1] - values[cell]);
  };
  Interval range = hull(at(low), at(high));
  for (double k = std::ceil(low); k <= high; ++k) range = hull(range, Interval(values[static_cast<std::size_t>(k)]));
  return range;
}

// Values at 0..s ones of a symmetric function.
std::vector<int> levels(const SparseTask& task) {
  const std::vector<int> table = truth_table(task);
  std::vector<int> values;
  for (std::size_t ones = 0; ones <= task.relevant; ++ones) values.push_back(table[(std::size_t{1} << ones) - 1]);
  return values;
}

Error symmetric_error(const SparseTask& task, const Keys& keys, const Rational& scale) {
  const std::size_t s = task.relevant;
  std::vector<Interval> scores(task.tokens, Interval(0));
  const Interval beta(scale);
  for (std::size_t j = 0; j < task.tokens; ++j) {
    for (std::size_t i = 0; i < s; ++i) scores[j] += keys.at(i, j);
    scores[j] *= beta;
  }
  const std::vector<Interval> w = weights(scores);
  const Interval all = sum_from(w, 0), outside = sum_from(w, s), half(static_cast<double>(s) / 2);
  const std::vector<int> table = truth_table(task), values = levels(task);
  Error worst;
  for (std::uint64_t pattern = 0; pattern < table.size(); ++pattern) {
    Interval inside(0);
    for (std::size_t j = 0; j < s; ++j) inside += signed_term(w[j], sign_at(pattern, j) > 0);
    // The head at the two extreme inputs; every other input lies between them.
    const auto level = [&](const Interval& numerator) { return (numerator / all + Interval(1)) * half; };
    const Interval low = level(inside - outside), high = level(inside + outside), wanted(table[pattern]);
    const Interval everywhere = interpolated(values, hull(low, high)) - wanted;
    worst.join(
        {std::max(least_size(interpolated(values, low) - wanted), least_size(interpolated(values, high) - wanted)),
         everywhere.magnitude()});
  }
  return worst;
}

// sum over patterns p of f(p) relu(p.h - s + 1).
Interval looked_up(const std::vector<int>& table, const std::vector<Interval>& heads) {
  Interval sum(0);
  const Interval offset(1 - static_cast<int>(heads.size()));
  for (std::uint64_t p = 0; p < table.size(); ++p) {
    Interval t = offset;
    for (std::size_t j = 0; j < heads.size(); ++j) t += signed_term(heads[j], sign_at(p, j) > 0);
    if (t.upper() > 0) sum += Interval(std::max(0.0, t.lower()), t.upper()) * Interval(table[p]);
  }
  return sum;
}

Error general_error(const SparseTask& task, const Keys& keys, const Rational& scale) {
  const std::size_t s = task.relevant, tokens = task.tokens;
  const Interval beta(scale);
  std::vector<std::vector<Interval>> attention(s);  // normalised
  for (std::size_t i = 0; i < s; ++i) {
    std::vector<Interval> scores;
    for (std::size_t j = 0; j < tokens; ++j) scores.push_back(beta * keys.at(i, j));
    attention[i] = weights(scores);
    const Interval all = sum_from(attention[i], 0);
    for (Interval& w : attention[i]) w /= all;
  }
  const std::vector<int> table = truth_table(task);
  std::vector<Error> errors(table.size());
  tbb::parallel_for(std::size_t{0}, table.size(), [&](std::size_t pattern) {
    const RoundUpward upward;
    const Interval wanted(table[pattern]);
    std::vector<Interval> inside(s, Interval(0)), ranges, low, high, against;
    for (std::size_t i = 0; i < s; ++i) {
      for (std::size_t j = 0; j < s; ++j) inside[i] += signed_term(attention[i][j], sign_at(pattern, j) > 0);
      const Interval outside = sum_from(attention[i], s);
      low.push_back(inside[i] - outside);
      high.push_back(inside[i] + outside);
      ranges.push_back(hull(low.back(), high.back()));
    }
    against = inside;
    for (std::size_t k = s; k < tokens; ++k) {
      // The sign that lowers p.h at p = pattern; any sign gives an input that exists.
      double pull = 0;
      for (std::size_t i = 0; i < s; ++i) pull += sign_at(pattern, i) * attention[i][k].upper();
      for (std::size_t i = 0; i < s; ++i) against[i] += signed_term(attention[i][k], pull < 0);
    }
    Error error{0, (looked_up(table, ranges) - wanted).magnitude()};
    for (const auto* heads : {&low, &high, &against})
      error.lower = std::max(error.lower, least_size(looked_up(table, *heads) - wanted));
    errors[pattern] = error;
  });
  Error worst;
  for (const Error& e : errors) worst.join(e);
  return worst;
}

// D with |v_i.v_j| <= D for a relevant i and every other j, and what |v_i|^2 misses of 1 added: the proofs of
// bounds/sparse_reading.hpp for unit keys use (s-1) D and 1 - D only where that covers norms a rounding away from 1.
BigInterval largest_coherence(const Keys& keys) {
  double low = 0, high = 0, off = 0;
  for (std::size_t i = 0; i < keys.relevant; ++i) {
    for (std::size_t j = 0; j < keys.tokens; ++j) {
      if (i == j) {
        off = std::max(off, (keys.at(i, j) - Interval(1)).magnitude());
      } else {
        low = std::max(low, least_size(keys.at(i, j)));
        high = std::max(high, keys.at(i, j).magnitude());
      }
    }
  }
  return BigInterval(Interval(low, high) + Interval(0.0, off), precision);
}

// ln(2 (T-s)/c) for an error of about c = 1/10, up to the next eighth: s times the error of a mean, or a sum of s
// errors.
Rational default_scale(const SparseTask& task) {
  const double others = static_cast<double>(std::max<std::size_t>(task.tokens - 1, 1));
  const double factor = task.construction == Construction::symmetric ? 20.0 : 20.0 * static_cast<double>(task.relevant);
  return Rational(std::lround(std::ceil(8 * sparse_xor::approx_portable_log(factor * others))), 8);
}

BigInterval power_of_two_root(std::size_t s) {  // sqrt(2^s)
  return sqrt(BigInterval(static_cast<long>(std::size_t{1} << s), precision));
}

}  // namespace

std::string_view name_of(SparseFunction f) noexcept { return function_names[static_cast<std::size_t>(f)]; }

std::optional<SparseFunction> parse_sparse_function(std::string_view name) noexcept {
  const auto found = std::ranges::find(function_names, name);
  if (found == function_names.end()) return std::nullopt;
  return static_cast<SparseFunction>(found - function_names.begin());
}

std::string_view name_of(Construction c) noexcept { return c == Construction::symmetric ? "symmetric" : "general"; }

void validate(const SparseTask& task) {
  const bool symmetric = task.construction == Construction::symmetric;
  const std::size_t most = symmetric ? 12 : 10;
  const auto refuse = [](const std::string& what) { throw numerics::DomainError("LC243", what); };
  if (task.relevant < 1 || task.relevant > most)
    refuse(fmt::format("s = {}: the {} construction takes 1 to {} relevant positions", task.relevant,
                       name_of(task.construction), most));
  if (task.tokens < task.relevant || task.tokens > 65536)
    refuse(fmt::format("T = {}: must be an integer from s = {} to 65536", task.tokens, task.relevant));
  if (symmetric && task.function == SparseFunction::lookup)
    refuse("lookup: a random table is not symmetric; use --general");
  if (task.dimension == 1 || task.dimension > 100000 || task.tokens * task.dimension > 100000000)
    refuse(fmt::format("m = {}: must be 0 (orthonormal keys) or 2 to 100000, T m at most 1e8", task.dimension));
  if (task.scale && (task.scale->sign() < 0 || *task.scale > Rational(1000)))
    refuse("beta = " + task.scale->to_string() + ": must be from 0 to 1000");
}

std::vector<int> truth_table(const SparseTask& task) {
  const std::size_t size = std::size_t{1} << task.relevant;
  std::vector<int> table;
  for (std::uint64_t pattern = 0; pattern < size; ++pattern) {
    const auto ones = static_cast<std::size_t>(std::popcount(pattern));
    bool value = false;
    switch (task.function) {
      case SparseFunction::conjunction:
        value = ones == task.relevant;
        break;
      case SparseFunction::disjunction:
        value = ones > 0;
        break;
      case SparseFunction::majority:
        value = 2 * ones >= task.relevant;
        break;
      case SparseFunction::parity:
        value = (task.relevant - ones) % 2 == 0;
        break;
      case SparseFunction::lookup:
        value = random_below(task.seed, {table_stream, 0, 0, static_cast<std::uint32_t>(pattern)}, 2) == 1;
        break;
    }
    table.push_back(value ? 1 : -1);
  }
  return table;
}

SparseReport certify_sparse(const SparseTask& task) {
  validate(task);
  const Rational scale = task.scale ? *task.scale : default_scale(task);
  const Keys keys = make_keys(task);
  const auto s = static_cast<long>(task.relevant), tokens = static_cast<long>(task.tokens);
  const BigInterval beta(scale, precision), coherence = largest_coherence(keys), count(s, precision);
  Error error;
  BigInterval query(precision), map(precision), bound(precision);
  Defined defined = Defined::everywhere;
  if (task.construction == Construction::symmetric) {
    error = symmetric_error(task, keys, scale);
    Interval square(0);
    for (std::size_t i = 0; i < task.relevant; ++i)
      for (std::size_t j = 0; j < task.relevant; ++j) square += keys.at(i, j);
    query = beta * sqrt(BigInterval(square, precision));
    const std::vector<int> values = levels(task);
    int jump = 0;
    for (std::size_t k = 0; k + 1 < values.size(); ++k) jump = std::max(jump, std::abs(values[k + 1] - values[k]));
    map = BigInterval(Rational(jump * s, 2), precision);
    bound = map * bounds::symmetric_reading_error(BigInterval(tokens, precision), count, beta, coherence, defined);
  } else {
    error = general_error(task, keys, scale);
    Interval square(0);
    for (std::size_t i = 0; i < task.relevant; ++i) square += keys.at(i, i);
    query = beta * sqrt(BigInterval(square, precision));
    // First layer: 2^s rows of s signs and a bias s - 1; second: 2^s signs.
    const BigInterval bias(s - 1, precision);
    map = power_of_two_root(task.relevant) * (sqrt(count + numerics::square(bias)) + BigInterval(1, precision));
    const BigInterval each = bounds::separate_reading_error(BigInterval(tokens, precision), beta, coherence, defined);
    // Below a total of 1 no other pattern answers, and the right one answers 1 - its total; beyond, nothing is
    // promised.
    bound = count * each;
    if (less(bound, BigInterval(1, precision)) != numerics::Truth::yes) bound = BigInterval::entire(precision).upper();
  }
  // Keys that nearly coincide: D above 1, nothing is promised.
  if (defined != Defined::everywhere) bound = BigInterval::entire(precision).upper();
  return {scale,
          coherence,
          query,
          map,
          bound,
          BigInterval(Interval(error.lower, error.upper), precision),
          std::uint64_t{1} << task.relevant};
}

}  // namespace lemmacheck::verify::capacity
