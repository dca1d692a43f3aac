#include "verify/box_tiling.hpp"

#include <algorithm>
#include <numeric>

namespace lemmacheck::verify {
namespace {

using numerics::Rational;

class Tiling {
 public:
  Tiling(const std::vector<FreeVariable>& variables, const std::vector<Segment>& boxes)
      : variables_(variables), boxes_(boxes) {}

  std::string run() {
    Box all;
    for (const FreeVariable& v : variables_) {
      all.lower.push_back(v.lower);
      all.upper.push_back(v.upper);
    }
    if (variables_.empty()) return "the theorem has no free variable";
    for (std::size_t i = 0; i < boxes_.size(); ++i)
      if (const std::string wrong = misplaced(boxes_[i].box, all); !wrong.empty()) return name(i) + ' ' + wrong;
    std::vector<std::size_t> indices(boxes_.size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    std::vector<Part> waiting{{std::move(all), std::move(indices)}};
    while (!waiting.empty()) {
      const Part part = std::move(waiting.back());
      waiting.pop_back();
      if (part.indices.empty()) return "no box for " + box_text(variables_, part.region);
      if (const std::string wrong = divide(part, waiting); !wrong.empty()) return wrong;
    }
    return "";
  }

 private:
  struct Part {
    Box region;
    std::vector<std::size_t> indices;
  };

  std::string name(std::size_t i) const {
    return "box " + std::to_string(i) + " (" + box_text(variables_, boxes_[i].box) + ")";
  }

  std::string misplaced(const Box& box, const Box& all) const {
    const std::size_t n = variables_.size();
    if (box.lower.size() != n || box.upper.size() != n) return "has not the dimension of the range";
    for (std::size_t i = 0; i < n; ++i) {
      if (box.upper[i] < box.lower[i]) return "is reversed in " + variables_[i].name;
      if (box.lower[i] < all.lower[i] || all.upper[i] < box.upper[i]) return "is outside the range";
      if (variables_[i].integer && !(box.lower[i].is_integer() && box.upper[i].is_integer()))
        return "has an end that is not whole in " + variables_[i].name;
    }
    return "";
  }

  /// Cuts the part wherever no box of it lies on both sides, along the first variable where that is possible.
  std::string divide(const Part& part, std::vector<Part>& waiting) const {
    const Box& first = boxes_[part.indices.front()].box;
    if (part.indices.size() == 1) {
      if (first.lower == part.region.lower && first.upper == part.region.upper) return "";
      return name(part.indices.front()) + " has a gap or another box beside it in " + box_text(variables_, part.region);
    }
    for (std::size_t axis = 0; axis < variables_.size(); ++axis)
      if (part.region.lower[axis] < part.region.upper[axis] && cut(part, axis, waiting)) return "";
    return name(part.indices.front()) + " overlaps another box, or there is a gap, in " +
           box_text(variables_, part.region);
  }

  bool cut(const Part& part, std::size_t axis, std::vector<Part>& waiting) const {
    const auto low = [&](std::size_t i) -> const Rational& { return boxes_[i].box.lower[axis]; };
    const auto high = [&](std::size_t i) -> const Rational& { return boxes_[i].box.upper[axis]; };
    std::vector<std::size_t> sorted = part.indices;
    std::ranges::sort(sorted, [&](std::size_t a, std::size_t b) {
      return low(a) != low(b) ? low(a) < low(b) : high(a) != high(b) ? high(a) < high(b) : a < b;
    });
    const bool integer = variables_[axis].integer;
    std::vector<Part> parts(1, Part{part.region, {}});
    Rational reached = high(sorted.front());
    for (const std::size_t i : sorted) {
      const bool beyond = integer ? reached < low(i) : reached <= low(i);
      if (beyond && !parts.back().indices.empty()) {
        parts.back().region.upper[axis] = reached;
        Part next{part.region, {}};
        next.region.lower[axis] = integer ? reached + Rational(1) : reached;
        parts.push_back(std::move(next));
      }
      reached = std::max(reached, high(i));
      parts.back().indices.push_back(i);
    }
    if (parts.size() == 1) return false;
    for (Part& p : parts) waiting.push_back(std::move(p));
    return true;
  }

  const std::vector<FreeVariable>& variables_;
  const std::vector<Segment>& boxes_;
};

}  // namespace

std::string tiling_objection(const std::vector<FreeVariable>& variables, const std::vector<Segment>& boxes) {
  return Tiling(variables, boxes).run();
}

std::string box_text(const std::vector<FreeVariable>& variables, const Box& box) {
  std::string text;
  for (std::size_t i = 0; i < variables.size() && i < box.lower.size() && i < box.upper.size(); ++i)
    text += (i > 0 ? ", " : "") + variables[i].name + " in [" + box.lower[i].to_string() + ", " +
            box.upper[i].to_string() + ']';
  return text;
}

}  // namespace lemmacheck::verify
