// Boxes: what is said of a box is true of every point in it.
#include "tests/support/catch.hpp"
#include "tests/support/random_boxes.hpp"
#include "verify/evaluate.hpp"
#include "verify/library.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;
using lemmacheck::test::RandomBoxes;

namespace {

struct Range {
  Rational lower, upper;
};

std::string words(const std::string& name, const Range& r) {
  return name + " in [" + r.lower.to_string() + ", " + r.upper.to_string() + "]";
}

bool overlap(const BigInterval& a, const BigInterval& b) {
  return !intersection(a.at(Precision(512)), b.at(Precision(512))).is_empty();
}

/// The box and one point of it, both evaluated.
void check_point(const Evaluation& box, const Evaluation& point) {
  for (std::size_t i = 0; i < box.quantities.size(); ++i) {
    const auto &outer = box.quantities[i].value, &inner = point.quantities[i].value;
    CAPTURE(box.quantities[i].quantity->name, outer.value.lower_double(), outer.value.upper_double(),
            inner.value.lower_double());
    if (outer.defined == Defined::everywhere) CHECK(inner.defined == Defined::everywhere);
    if (outer.defined == Defined::nowhere) CHECK(inner.defined != Defined::everywhere);
    const bool chosen_everywhere =
        std::ranges::all_of(box.events, [](const EvaluatedEvent& e) { return e.possible == Truth::yes; });
    if (chosen_everywhere && inner.defined != Defined::nowhere && !inner.value.is_empty())
      CHECK(overlap(outer.value, inner.value));
  }
  for (std::size_t i = 0; i < box.conditions.size(); ++i) {
    CAPTURE(box.conditions[i].condition->name);
    if (box.conditions[i].truth != Truth::unknown) CHECK(box.conditions[i].truth == point.conditions[i].truth);
    const auto& slack = box.conditions[i].slack;
    if (slack.defined == Defined::everywhere && !slack.value.is_empty() && !point.conditions[i].slack.value.is_empty())
      CHECK(overlap(slack.value, point.conditions[i].slack.value));
  }
  for (std::size_t i = 0; i < box.events.size(); ++i) {
    CAPTURE(box.events[i].event->name);
    if (box.events[i].possible != Truth::unknown) CHECK(box.events[i].possible == point.events[i].possible);
    if (!box.events[i].chosen.is_empty() && !point.events[i].chosen.is_empty())
      CHECK(overlap(box.events[i].chosen, point.events[i].chosen));
  }
  if (box.verdict == TheoremVerdict::holds || box.verdict == TheoremVerdict::fails) CHECK(point.verdict == box.verdict);
  for (const std::string& name : box.failing) CHECK(std::ranges::find(point.failing, name) != point.failing.end());
  for (std::size_t i = 0; i < box.conclusions.size(); ++i)
    if (box.conclusions[i].value && point.conclusions[i].value)
      CHECK(overlap(box.conclusions[i].value->value, point.conclusions[i].value->value));
}

/// `width`: 0 a point, otherwise how far the upper end is away, as a part of the lower end.
Range integers_from(long low, const Rational& width) {
  return {Rational(low), Rational(low) + floor(Rational(low) * width)};
}

void check_theorem(const std::string& id, std::uint64_t seed, int boxes, int points) {
  const Theorem theorem = load(embedded_theorem({id, {}}));
  RandomBoxes draw(seed);
  for (int i = 0; i < boxes; ++i) {
    const auto width = [&]() -> Rational {
      switch (draw.between(0, 4)) {
        case 0:
          return 0;
        case 1:
          return Rational(1, 1000000);
        case 2:
          return Rational(1, 1000);
        case 3:
          return Rational(1, 10);
        default:
          return 20;
      }
    };
    const long size = draw.between(1, 17);
    long low = 1;
    for (long k = 0; k < size; ++k) low *= 10;
    const Range d = integers_from(std::max(3L, low / 9 * draw.between(1, 9)), width());
    const Range m = integers_from(draw.between(0, 3) == 0 ? draw.between(3, 40) : draw.between(40, 3000), width());
    const Rational from = pow(Rational(1, 10), draw.between(0, 12)) * Rational(draw.between(1, 9), 10);
    Range delta{from, from + from * width()};
    if (delta.upper >= Rational(1)) delta.upper = Rational(99, 100);
    const std::vector<Text> ranges{{words("d", d), {}}, {words("m", m), {}}, {words("delta", delta), {}}};
    const std::vector<Text> settings{{"eps = 0.01", {}}};
    const Binding binding(theorem, settings, ranges);
    CAPTURE(seed, i, ranges[0].text, ranges[1].text, ranges[2].text);
    const Precision precision(64);
    const std::vector<BigInterval> box{BigInterval(d.lower, d.upper, precision),
                                       BigInterval(m.lower, m.upper, precision),
                                       BigInterval(delta.lower, delta.upper, precision)};
    const Evaluation whole = Evaluator(theorem, binding).on_box(box, precision);
    for (int k = 0; k < points; ++k) {
      const auto inside = [&](const Range& r) {
        return k == 0 ? r.lower : k == 1 ? r.upper : draw.number(r.lower, r.upper);
      };
      const Rational pd = floor(inside(d)), pm = floor(inside(m)), pdelta = inside(delta);
      const std::vector<Text> point{{"d = " + pd.to_string(), {}},
                                    {"m = " + pm.to_string(), {}},
                                    {"delta = " + pdelta.to_string(), {}},
                                    settings[0]};
      CAPTURE(point[0].text, point[1].text, point[2].text);
      const Binding at(theorem, point);
      check_point(whole, Evaluator(theorem, at).at_point());
    }
  }
}

}  // namespace

TEST_CASE("theorem-2: a box of (d, m, delta) contains its points", "[verify][containment]") {
  check_theorem("theorem-2", 2025, static_cast<int>(12 * lemmacheck::test::test_multiplier()), 4);
}

TEST_CASE("corollary-3: a box of (d, m, delta) contains its points", "[verify][containment]") {
  check_theorem("corollary-3", 2026, static_cast<int>(5 * lemmacheck::test::test_multiplier()), 3);
}

TEST_CASE("an evaluator that keeps its work says what a fresh one says", "[verify][containment]") {
  const Theorem theorem = load(embedded_theorem({"theorem-2", {}}));
  const std::vector<Text> settings{{"eps = 0.01", {}}};
  const std::vector<Text> ranges{{"d in [10, 1e15]", {}}, {"m in [3, 5000]", {}}, {"delta in [0.001, 0.9]", {}}};
  const Binding binding(theorem, settings, ranges);
  Evaluator kept(theorem, binding);
  RandomBoxes draw(7);
  std::vector<BigInterval> box;
  const Precision precisions[] = {Precision(64), Precision(64), Precision(128)};
  for (const Precision p : precisions) {
    for (int i = 0; i < 6; ++i) {
      const auto integer = [&](long low, long high) { return BigInterval(Rational(draw.between(low, high)), p); };
      if (box.empty() || draw.between(0, 1) == 0)
        box = {integer(10, 1000000000), integer(100, 5000),
               BigInterval(draw.number(Rational(1, 100), Rational(1, 2)), p)};
      else if (draw.between(0, 1) == 0)
        box[1] = integer(100, 5000);
      else
        box[2] = BigInterval(draw.number(Rational(1, 100), Rational(1, 2)), p);
      for (BigInterval& x : box) x = x.at(p);
      const Evaluation one = kept.on_box(box, p), other = Evaluator(theorem, binding).on_box(box, p);
      CHECK(one.verdict == other.verdict);
      CHECK(one.failing == other.failing);
      for (std::size_t k = 0; k < one.quantities.size(); ++k) {
        CAPTURE(one.quantities[k].quantity->name);
        CHECK(same_set(one.quantities[k].value.value, other.quantities[k].value.value));
      }
    }
  }
}
