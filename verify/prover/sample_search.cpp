#include "verify/prover/sample_search.hpp"

#include <algorithm>
#include <cmath>

namespace lemmacheck::verify::prover {
namespace {

constexpr std::size_t most_starts = 30;
constexpr std::size_t most_unclear = 24;
constexpr std::size_t most_tight = 12;
constexpr std::size_t work = 4'000'000;  // elementary operations spent on plain samples
/// Large formulas are improved from fewer starts: elementary operations for each step of the sections.
constexpr std::size_t golden_work = 600'000;

struct Start {
  double score;
  DoublePoint point;
};

void sort_starts(std::vector<Start>& starts) { std::ranges::stable_sort(starts, {}, &Start::score); }

/// Keeps the `most` lowest.
void offer(std::vector<Start>& starts, double score, const DoublePoint& point, std::size_t most) {
  if (starts.size() >= 2 * most) {
    sort_starts(starts);
    starts.resize(most);
  }
  if (starts.size() < most || score < starts[most - 1].score) starts.push_back({score, point});
}

/// Each k-th of the points, at most `most`.
void thin(std::vector<DoublePoint>& points, std::size_t most) {
  if (points.size() <= most) return;
  std::vector<DoublePoint> kept;
  for (std::size_t i = 0; i < most; ++i) kept.push_back(points[i * points.size() / most]);
  points = std::move(kept);
}

/// Golden section on [a, b] around a local minimum at x.
Start golden(const Sampler& sampler, std::size_t conclusion, double a, double x, double b) {
  constexpr double ratio = 0.38196601125010515;
  double best = sampler.score({x}, conclusion).value;
  for (int step = 0; step < 60 && b - a > 1e-13 * (std::abs(x) + 1e-300); ++step) {
    const bool right = b - x > x - a;
    const double y = right ? x + ratio * (b - x) : x - ratio * (x - a);
    const double value = sampler.score({y}, conclusion).value;
    if (value < best) {
      (right ? a : b) = x;
      x = y;
      best = value;
    } else {
      (right ? b : a) = y;
    }
  }
  return {best, {x}};
}

void scan_line(const Axis& axis, const Sampler& sampler, std::size_t conclusions, Found& found, std::size_t size,
               const std::function<bool()>& stop) {
  const std::vector<double> grid = axis_grid(axis, size);
  std::vector<std::vector<Score>> scores(grid.size());
  for (std::size_t i = 0; i < grid.size(); ++i) {
    if (i % 64 == 0 && stop()) return;
    sampler.score({grid[i]}, scores[i]);
  }
  const std::size_t starts_at_most = std::clamp<std::size_t>(golden_work / sampler.cost(), 2, most_starts);
  for (std::size_t k = 0; k < conclusions; ++k) {
    std::vector<Start> starts;
    std::vector<std::size_t> minima;
    const auto at = [&](std::size_t i) { return scores[i][k].value; };
    for (std::size_t i = 0; i < grid.size(); ++i) {
      if (scores[i][k].kind == Score::Kind::unclear) found.unclear.push_back({grid[i]});
      const bool lowest = (i == 0 || at(i) <= at(i - 1)) && (i + 1 == grid.size() || at(i) < at(i + 1));
      if (lowest && at(i) < 1) minima.push_back(i);
    }
    std::ranges::stable_sort(minima, {}, at);
    minima.resize(std::min(minima.size(), starts_at_most));
    for (const std::size_t i : minima) {
      if (stop()) return;
      Start s{at(i), {grid[i]}};
      if (!axis.integer && i > 0 && i + 1 < grid.size()) {
        s = golden(sampler, k, grid[i - 1], grid[i], grid[i + 1]);
      }
      starts.push_back(s);
    }
    sort_starts(starts);
    for (const Start& s : starts) {
      if (s.score < 0) found.failing.push_back(s.point);
      const bool near_zero = s.score < 1e-9 || sampler.score(s.point, k).kind == Score::Kind::noise;
      if (s.score >= 0 && near_zero) found.tight.push_back(s.point);
    }
  }
}

/// Coordinate and diagonal moves, relative and absolute, with steps that shrink when nothing improves.
Start descend(const Problem& problem, const Sampler& sampler, const Completion& completion, std::size_t conclusion,
              Start at, std::size_t budget) {
  const std::size_t m = problem.axes.size();
  double step = 0.25;
  const auto move = [&](std::size_t i, double sign, bool relative) {
    const Axis& axis = problem.axes[i];
    const double x = at.point[i];
    const double width = std::isfinite(axis.upper - axis.lower) ? axis.upper - axis.lower : std::abs(x) + 1;
    double size = step * width;
    if (relative) size = step * std::min({std::abs(x) + 1e-300, std::abs(x - axis.lower), std::abs(axis.upper - x)});
    double y = x + sign * size;
    if (axis.integer) y = x + sign * std::max(1.0, std::round(size));
    return std::clamp(y, axis.lower, axis.upper);
  };
  const auto allowed = [&](const DoublePoint& p) {
    for (std::size_t i = 0; i < m; ++i)
      if (!in_range(problem.axes[i], p[i])) return false;
    return true;
  };
  while (budget > 0 && step > 1e-10) {
    bool better = false;
    const auto attempt = [&](DoublePoint p) {
      if (budget == 0) return;
      --budget;
      completion.complete(p);
      if (!allowed(p)) return;
      Score found = sampler.score(p, conclusion);
      if (found.kind == Score::Kind::outside && sampler.pull_in(p, 0) && allowed(p)) {
        found = sampler.score(p, conclusion);
      }
      const double value = found.value;
      if (value < at.score) {
        at = {value, std::move(p)};
        better = true;
      }
    };
    for (const bool relative : {false, true}) {
      for (const double sign : {1.0, -1.0}) {
        for (std::size_t i = 0; i < m; ++i) {
          if (problem.axes[i].narrow || completion.determines(i)) continue;
          DoublePoint p = at.point;
          p[i] = move(i, sign, relative);
          attempt(p);
          for (std::size_t j = 0; j < i && m <= 4; ++j) {
            for (const double other : {1.0, -1.0}) {
              DoublePoint q = at.point;
              q[i] = move(i, sign, relative);
              q[j] = move(j, sign * other, relative);
              attempt(q);
            }
          }
        }
      }
    }
    step = better ? std::min(0.25, step * 1.5) : step * 0.4;
  }
  return at;
}

}  // namespace

Found search_samples(Problem& problem, const Sampler& sampler, const Completion& completion,
                     const RefuteOptions& options) {
  Found found;
  const std::size_t m = problem.axes.size(), conclusions = problem.conclusions.size();
  if (m == 0 || conclusions == 0) return found;
  const auto stop = [&] { return options.stop && options.stop(); };
  const std::size_t samples = std::min(options.samples, std::max<std::size_t>(200, work / sampler.cost()));
  if (m == 1 && !problem.axes[0].narrow) {
    scan_line(problem.axes[0], sampler, conclusions, found, std::min<std::size_t>(samples, 4000), stop);
  } else if (m > 1) {
    std::vector<SampleStream> streams;
    for (std::uint32_t i = 0; i < m; ++i) streams.emplace_back(options.seed, i);
    SampleStream mixing(options.seed, 1000);
    std::vector<std::vector<double>> specials(m);
    for (std::size_t i = 0; i < m; ++i)
      for (const Coordinate& c : special_coordinates(problem, problem.axes[i], 12)) specials[i].push_back(c.approx);
    std::vector<std::vector<Start>> starts(conclusions);
    std::vector<Score> scores;
    DoublePoint p(m);
    const auto look = [&] {
      completion.complete(p);
      for (std::size_t i = 0; i < m; ++i)
        if (!problem.axes[i].narrow && !in_range(problem.axes[i], p[i])) return;
      sampler.score(p, scores);
      if (scores[0].kind == Score::Kind::outside && sampler.pull_in(p, std::pow(10.0, -12 * mixing.uniform()))) {
        sampler.score(p, scores);
      }
      for (std::size_t k = 0; k < conclusions; ++k) {
        if (scores[k].kind == Score::Kind::unclear) found.unclear.push_back(p);
        if (scores[k].value < 1) offer(starts[k], scores[k].value, p, most_starts);
      }
    };
    for (const std::vector<double>& hint : options.hints) {
      if (hint.size() != m) continue;
      p = hint;
      look();
    }
    for (std::size_t n = 0; n < samples && !(n % 1024 == 0 && stop()); ++n) {
      for (std::size_t i = 0; i < m; ++i) {
        p[i] = random_coordinate(problem.axes[i], streams[i]);
        const double kind = mixing.uniform();
        if (kind < 0.12 && !specials[i].empty()) p[i] = specials[i][mixing.below(specials[i].size())];
        if (kind > 0.85 && i > 0) {
          const double copied = p[mixing.below(i)];
          const double y = kind > 0.95 ? copied : copied * (1 + 0.5 * std::pow(10.0, -8 * mixing.uniform()));
          if (in_range(problem.axes[i], y)) p[i] = y;
        }
      }
      look();
    }
    const std::size_t budget = std::clamp<std::size_t>(work / sampler.cost() / most_starts / conclusions, 20, 500);
    for (std::size_t k = 0; k < conclusions; ++k) {
      sort_starts(starts[k]);
      starts[k].resize(std::min(starts[k].size(), most_starts));
      for (Start& s : starts[k]) {
        if (stop()) break;
        s = descend(problem, sampler, completion, k, std::move(s), budget);
      }
      sort_starts(starts[k]);
      for (const Start& s : starts[k]) {
        if (s.score < 0) found.failing.push_back(s.point);
        if (s.score >= 0 && sampler.score(s.point, k).kind == Score::Kind::noise) found.tight.push_back(s.point);
      }
    }
  }
  thin(found.unclear, most_unclear);
  if (found.tight.size() > most_tight) found.tight.resize(most_tight);
  return found;
}

}  // namespace lemmacheck::verify::prover
