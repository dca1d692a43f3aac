#include "verify/simplex_descent.hpp"

#include <algorithm>

namespace lemmacheck::verify {
namespace {

struct Vertex {
  std::vector<double> x;
  double value;
};

/// a + factor*(b - a)
std::vector<double> along(const std::vector<double>& a, const std::vector<double>& b, double factor) {
  std::vector<double> made;
  for (std::size_t i = 0; i < a.size(); ++i) made.push_back(a[i] + factor * (b[i] - a[i]));
  return made;
}

}  // namespace

std::vector<double> descend(const std::vector<double>& start, const std::vector<double>& steps,
                            const std::function<double(const std::vector<double>&)>& value, std::size_t evaluations) {
  std::size_t used = 0;
  const auto at = [&](std::vector<double> x) {
    ++used;
    const double v = value(x);
    return Vertex{std::move(x), v};
  };
  std::vector<Vertex> simplex{at(start)};
  for (std::size_t i = 0; i < start.size(); ++i) {
    std::vector<double> x = start;
    x[i] += steps[i];
    simplex.push_back(at(std::move(x)));
  }
  const auto sort = [&] { std::ranges::stable_sort(simplex, {}, &Vertex::value); };
  sort();
  while (used < evaluations && simplex.back().value - simplex.front().value > 1e-7) {
    std::vector<double> centre(start.size(), 0);
    for (std::size_t v = 0; v + 1 < simplex.size(); ++v)
      for (std::size_t i = 0; i < centre.size(); ++i)
        centre[i] += simplex[v].x[i] / static_cast<double>(simplex.size() - 1);
    Vertex& worst = simplex.back();
    const double second = simplex[simplex.size() - 2].value;
    Vertex reflected = at(along(centre, worst.x, -1));
    if (reflected.value < simplex.front().value) {
      Vertex further = at(along(centre, worst.x, -2));
      worst = further.value < reflected.value ? std::move(further) : std::move(reflected);
    } else if (reflected.value < second) {
      worst = std::move(reflected);
    } else {
      const bool outside = reflected.value < worst.value;
      Vertex nearer = at(along(centre, outside ? reflected.x : worst.x, 0.5));
      if (nearer.value < std::min(reflected.value, worst.value)) {
        worst = std::move(nearer);
      } else {
        for (std::size_t v = 1; v < simplex.size(); ++v) simplex[v] = at(along(simplex.front().x, simplex[v].x, 0.5));
      }
    }
    sort();
  }
  return simplex.front().x;
}

}  // namespace lemmacheck::verify
