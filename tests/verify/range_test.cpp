// Ranges: every point of a segment does what the segment says, segments cover the range, threads change nothing.
#include "verify/range.hpp"

#include <tbb/global_control.h>

#include <random>

#include "tests/support/catch.hpp"
#include "tests/support/random_boxes.hpp"
#include "verify/library.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;

namespace {

std::vector<Text> texts(const std::vector<std::string>& all) {
  std::vector<Text> made;
  for (const std::string& t : all) made.push_back({t, {}});
  return made;
}

const Theorem& paper_theorem() {
  static const Theorem theorem = load(embedded_theorem({"theorem-2", {}}));
  return theorem;
}

/// Conditions that hold and fail in turn, and one that has no value at some points.
const Theorem& wavy_theorem() {
  static const Theorem theorem = load(read_theorem_file(R"toml([theorem]
id     = "wavy"
for    = ["n integer in [1, inf)", "x in [0, 100]", "delta in (0, 1)"]
budget = "delta"
default = ["x = 2"]
[[event]]
name   = "tail"
share  = "1"
choose = "smallest t in [0, 1]"
fails  = "2*exp(-2*n*t^2)"
[[define]]
formula = ["pole = 1/(n - 40)", "root = sqrt(x - 1)", "wave = sin(n*t)"]
[[condition]]
name  = "wave"
claim = "wave > -1/2"
[[condition]]
name  = "deviation"
claim = "t < 1/4"
[[condition]]
name  = "remainder"
claim = "cos(n) + root < 5/2"
[[conclusion]]
name    = "bound"
formula = "t + root"
side    = "upper"
)toml",
                                                        "wavy.toml"));
  return theorem;
}

Evaluation at(const Theorem& theorem, const std::vector<std::string>& settings) {
  const auto given = texts(settings);
  const Binding binding(theorem, given);
  return Evaluator(theorem, binding).at_point();
}

RangeResult decide(const Theorem& theorem, const std::vector<std::string>& settings,
                   const std::vector<std::string>& ranges, const RangeOptions& options = {}) {
  const auto given = texts(settings), free = texts(ranges);
  const Binding binding(theorem, given, free);
  return decide_range(theorem, binding, options);
}

/// One free integer variable: consecutive segments meet without gap or overlap and end where the range ends.
void check_cover(const RangeResult& r) {
  REQUIRE_FALSE(r.segments.empty());
  CHECK(r.segments.front().box.lower[0] == r.range[0].lower);
  CHECK(r.segments.back().box.upper[0] == r.range[0].upper);
  const Rational step = r.range[0].integer ? 1 : 0;
  for (std::size_t i = 0; i < r.segments.size(); ++i) {
    CHECK(r.segments[i].box.lower[0] <= r.segments[i].box.upper[0]);
    if (i > 0) CHECK(r.segments[i].box.lower[0] == r.segments[i - 1].box.upper[0] + step);
  }
}

void check_every_integer(const Theorem& theorem, std::vector<std::string> settings, const std::string& name,
                         const RangeResult& r) {
  check_cover(r);
  settings.emplace_back();
  bool any_fails = false, all_hold = true;
  for (const Segment& s : r.segments) {
    for (Rational n = s.box.lower[0]; n <= s.box.upper[0]; n += 1) {
      settings.back() = name + " = " + n.to_string();
      CAPTURE(settings.back(), to_string(s.verdict));
      const Evaluation single = at(theorem, settings);
      CHECK(single.verdict == s.verdict);
      if (s.verdict == TheoremVerdict::fails)  // on all of the segment these fail, elsewhere more may
        for (const std::string& f : s.failing) CHECK(std::ranges::find(single.failing, f) != single.failing.end());
      any_fails = any_fails || single.verdict == TheoremVerdict::fails;
      all_hold = all_hold && single.verdict == TheoremVerdict::holds;
    }
  }
  CHECK((r.verdict == TheoremVerdict::fails) == any_fails);
  CHECK((r.verdict == TheoremVerdict::holds) == all_hold);
}

void check_same(const RangeResult& a, const RangeResult& b) {
  CHECK(a.verdict == b.verdict);
  CHECK(a.boxes == b.boxes);
  REQUIRE(a.segments.size() == b.segments.size());
  for (std::size_t i = 0; i < a.segments.size(); ++i) {
    CHECK(a.segments[i].box.lower == b.segments[i].box.lower);
    CHECK(a.segments[i].box.upper == b.segments[i].box.upper);
    CHECK(a.segments[i].verdict == b.segments[i].verdict);
    CHECK(a.segments[i].failing == b.segments[i].failing);
    CHECK(a.segments[i].reason == b.segments[i].reason);
  }
}

}  // namespace

TEST_CASE("range: every integer of a wavy range agrees with its segment", "[verify][range]") {
  check_every_integer(wavy_theorem(), {"delta = 0.1"}, "n", decide(wavy_theorem(), {"delta = 0.1"}, {"n in [1, 150]"}));
  const std::vector<std::string> settings{"delta = 1/(n+1)", "x = 1 + 1/n"};
  check_every_integer(wavy_theorem(), settings, "n", decide(wavy_theorem(), settings, {"n in [20, 90]"}));
}

TEST_CASE("range: random small ranges of n", "[verify][range]") {
  lemmacheck::test::RandomBoxes draw(41);
  for (int i = 0; i < 8; ++i) {
    const long low = draw.between(1, 3000), high = low + draw.between(0, 40);
    const std::vector<std::string> settings{"delta = 0." + std::to_string(draw.between(1, 9)),
                                            "x = " + std::to_string(draw.between(1, 3))};
    const std::string range = "n in [" + std::to_string(low) + ", " + std::to_string(high) + "]";
    CAPTURE(range, settings[0], settings[1]);
    check_every_integer(wavy_theorem(), settings, "n", decide(wavy_theorem(), settings, {range}));
  }
}

TEST_CASE("range: theorem-2 across its thresholds, integer by integer", "[verify][range]") {
  const std::vector<std::string> in_m{"d = 1e6", "delta = 0.1", "eps = 0.01"};
  check_every_integer(paper_theorem(), in_m, "m", decide(paper_theorem(), in_m, {"m in [70, 100]"}));
  const std::vector<std::string> in_d{"m = 256", "delta = 0.1", "eps = 0.01"};
  check_every_integer(paper_theorem(), in_d, "d", decide(paper_theorem(), in_d, {"d in [5605, 5640]"}));
  const std::vector<std::string> ceil{"m = ceil(8*log(d)^2)", "delta = 1/log(d)", "eps = 0.01"};
  check_every_integer(paper_theorem(), ceil, "d", decide(paper_theorem(), ceil, {"d in [2090, 2110]"}));
}

TEST_CASE("range: the certified ranges of the main job", "[verify][slow][range][golden]") {
  const RangeResult fixed = decide(paper_theorem(), {"m = 256", "delta = 0.05", "eps = 0.01"}, {"d in [1e5, 1e12]"});
  CHECK(fixed.verdict == TheoremVerdict::holds);
  REQUIRE(fixed.segments.size() == 1);
  CHECK(fixed.segments[0].box.lower[0] == Rational(100000));
  CHECK(fixed.segments[0].box.upper[0] == Rational(1000000000000LL));
  const RangeResult polylog =
      decide(paper_theorem(), {"m = ceil(8*log(d)^2)", "delta = 1/log(d)", "eps = 0.01"}, {"d in [1e4, 1e12]"});
  CHECK(polylog.verdict == TheoremVerdict::holds);
  CHECK(polylog.segments.size() == 1);
}

TEST_CASE("range: where it fails it fails, on both sides", "[verify][slow][range]") {
  // log10 d in about [4.55, 26.87]: both ends of the holding segment are next to failing ones
  const RangeResult r = decide(paper_theorem(), {"m = 256", "delta = 0.05", "eps = 0.01"}, {"d in [1e4, 1e30]"});
  CHECK(r.verdict == TheoremVerdict::fails);
  check_cover(r);
  std::vector<Segment> holding;
  for (const Segment& s : r.segments) {
    CHECK(s.verdict != TheoremVerdict::undecided);
    if (s.verdict == TheoremVerdict::holds) holding.push_back(s);
  }
  REQUIRE(holding.size() == 1);
  const Rational low = holding[0].box.lower[0], high = holding[0].box.upper[0];
  CHECK(Rational(35000) < low);
  CHECK(low < Rational(36500));
  CHECK(Rational::parse("7e26") < high);
  CHECK(high < Rational::parse("8e26"));
  for (const auto& [d, verdict] : {std::pair(low, TheoremVerdict::holds),
                                   {low - Rational(1), TheoremVerdict::fails},
                                   {high, TheoremVerdict::holds},
                                   {high + Rational(1), TheoremVerdict::fails}}) {
    CAPTURE(d.to_string());
    CHECK(at(paper_theorem(), {"d = " + d.to_string(), "m = 256", "delta = 0.05", "eps = 0.01"}).verdict == verdict);
  }
}

TEST_CASE("range: the number of threads changes nothing", "[verify][range]") {
  const auto with_threads = [](std::size_t n) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, n);
    return std::vector{decide(wavy_theorem(), {"delta = 0.1"}, {"n in [1, 500]"}),
                       decide(wavy_theorem(), {"delta = 0.1"}, {"n in [30, 50]", "x in [0, 4]"},
                              {.most_boxes = 3000, .relative_width = 1e-2}),
                       decide(paper_theorem(), {"d = 1e6", "delta = 0.1", "eps = 0.01"}, {"m in [70, 110]"})};
  };
  const auto one = with_threads(1), two = with_threads(2), four = with_threads(4);
  for (std::size_t i = 0; i < one.size(); ++i) {
    check_same(one[i], two[i]);
    check_same(one[i], four[i]);
  }
}

TEST_CASE("range: a budget that is used up leaves undecided, never holds", "[verify][range][negative]") {
  for (const std::size_t most : {0, 1, 2, 3, 10, 40}) {
    CAPTURE(most);
    const RangeResult r = decide(wavy_theorem(), {"delta = 0.1"}, {"n in [1, 3000]"}, {.most_boxes = most});
    CHECK(r.boxes <= most);
    CHECK(r.verdict != TheoremVerdict::holds);
    check_cover(r);
    bool open = false;
    for (const Segment& s : r.segments) {
      open = open || s.verdict == TheoremVerdict::undecided;
      if (s.verdict == TheoremVerdict::undecided) CHECK_FALSE(s.reason.empty());
    }
    CHECK(open);
  }
  const RangeResult stopped =
      decide(wavy_theorem(), {"delta = 0.1"}, {"n in [1, 3000]"}, {.stop = [] { return true; }});
  CHECK(stopped.verdict == TheoremVerdict::undecided);
  check_cover(stopped);
}

TEST_CASE("range: a range that holds and is cut short does not hold", "[verify][slow][range][negative]") {
  const std::vector<std::string> settings{"m = 256", "delta = 0.05", "eps = 0.01"};
  const RangeResult full = decide(paper_theorem(), settings, {"d in [1e5, 1e12]"});
  REQUIRE(full.verdict == TheoremVerdict::holds);
  if (full.boxes > 1)
    CHECK(decide(paper_theorem(), settings, {"d in [1e5, 1e12]"}, {.most_boxes = full.boxes - 1}).verdict ==
          TheoremVerdict::undecided);
  CHECK(decide(paper_theorem(), settings, {"d in [1e5, 1e12]"}, {.most_boxes = full.boxes}).verdict ==
        TheoremVerdict::holds);
}

TEST_CASE("range: two variables are covered by disjoint boxes", "[verify][range]") {
  const RangeResult r = decide(wavy_theorem(), {"delta = 0.1"}, {"n in [20, 60]", "x in [0, 4]"},
                               {.most_boxes = 20000, .relative_width = 1e-2});
  Rational area = 0;
  for (const Segment& s : r.segments) {
    REQUIRE(s.box.lower[0] <= s.box.upper[0]);
    REQUIRE(s.box.lower[1] <= s.box.upper[1]);
    area += (s.box.upper[0] - s.box.lower[0] + Rational(1)) * (s.box.upper[1] - s.box.lower[1]);
  }
  CHECK(area == Rational(41 * 4));
  for (std::size_t i = 0; i < r.segments.size(); ++i) {
    for (std::size_t j = i + 1; j < r.segments.size(); ++j) {
      const Box &a = r.segments[i].box, &b = r.segments[j].box;
      const bool apart =
          a.upper[0] < b.lower[0] || b.upper[0] < a.lower[0] || a.upper[1] <= b.lower[1] || b.upper[1] <= a.lower[1];
      if (!apart) FAIL_CHECK("two boxes overlap");
    }
  }
  lemmacheck::test::RandomBoxes draw(42);
  for (int i = 0; i < 200; ++i) {
    const Rational n = draw.between(20, 60), x = draw.number(0, 4);
    const Evaluation single = at(wavy_theorem(), {"delta = 0.1", "n = " + n.to_string(), "x = " + x.to_string()});
    for (const Segment& s : r.segments) {
      if (n < s.box.lower[0] || n > s.box.upper[0] || x < s.box.lower[1] || x > s.box.upper[1]) continue;
      CAPTURE(n.to_string(), x.to_string(), to_string(s.verdict), to_string(single.verdict));
      if (s.verdict == TheoremVerdict::holds || s.verdict == TheoremVerdict::fails) CHECK(single.verdict == s.verdict);
    }
  }
}

TEST_CASE("range: a real variable is bracketed at its threshold", "[verify][range]") {
  // sqrt(x - 1) < 5/2 - cos(n): has no value below 1, holds up to a root, fails beyond
  const RangeResult r = decide(wavy_theorem(), {"delta = 0.1", "n = 100"}, {"x in [0, 100]"});
  check_cover(r);
  CHECK(r.verdict == TheoremVerdict::fails);
  const Rational root = Rational::parse("3.681999476065");  // 1 + (5/2 - cos 100)^2 by PARI
  bool found = false;
  for (const Segment& s : r.segments) {
    if (s.verdict == TheoremVerdict::holds) {
      found = true;
      CHECK(s.box.lower[0] < Rational(1000001, 1000000));
      CHECK(abs(s.box.upper[0] - root) < Rational(1, 10000000));
    }
  }
  CHECK(found);
  CHECK(r.segments.front().verdict == TheoremVerdict::undefined);
  CHECK(r.boxes < 1000);
}

TEST_CASE("range: one point is a range", "[verify][range]") {
  const RangeResult r = decide(paper_theorem(), {"d = 1e6", "delta = 0.1", "eps = 0.01"}, {"m in [256, 256]"});
  CHECK(r.verdict == TheoremVerdict::holds);
  CHECK(r.boxes == 1);
}

TEST_CASE("range: asking for the verdict alone changes no verdict", "[verify][range]") {
  // From d = 193 on theorem-2-sharp holds at m = 96; below it the dear choices are not made.
  const Theorem theorem = load(embedded_theorem({"theorem-2-sharp", {}}));
  const std::vector<Text> settings = texts({"m = 96", "delta = 0.5", "eps = 0.01"}),
                          ranges = texts({"d integer in [190, 193]"});
  const Binding binding(theorem, settings, ranges);
  const RangeResult all = decide_range(theorem, binding),
                    verdicts = decide_range(theorem, binding, {.verdict_only = true});
  for (const RangeResult& r : {all, verdicts}) {
    check_cover(r);
    REQUIRE(r.segments.size() == 2);
    CHECK(r.segments[0].verdict == TheoremVerdict::fails);
    CHECK(r.segments[0].box.upper[0] == Rational(192));
    CHECK(r.segments[1].verdict == TheoremVerdict::holds);
    CHECK(std::ranges::find(r.segments[0].failing, "G1k") != r.segments[0].failing.end());
  }
}

TEST_CASE("range: the variable that keeps a box undecided is split", "[verify][range]") {
  const Theorem theorem = load(embedded_theorem({"theorem-2", {}}));
  const std::vector<Text> settings = texts({"delta = 0.1", "eps = 0.01"}),
                          ranges = texts({"d integer in [3, 3859]", "m integer in [3, 1928]"});
  const Binding binding(theorem, settings, ranges);
  const RangeResult r = decide_range(theorem, binding, {.verdict_only = true});
  CHECK(std::ranges::all_of(r.segments, [](const Segment& s) { return s.verdict == TheoremVerdict::fails; }));
  CHECK(r.boxes < 250);  // 373 where the wider variable is split
}

TEST_CASE("range: what is impossible on a part of a box is cut off from a choice", "[verify][range]") {
  // smallest x in [0, 1] with n/4 - x <= 1/8: x = n/4 - 1/8, none beyond n = 4.5; x >= 1/8 + 1/4 on all of n in [2, 6].
  const Theorem theorem = load(read_theorem_file(
      "[theorem]\nid = \"ramp\"\nfor = [\"n in [1, 9]\", \"delta in (0, 1)\"]\nbudget = \"delta\"\n"
      "[[event]]\nname = \"ramp\"\nshare = \"1\"\nchoose = \"smallest x in [0, 1]\"\nfails = \"exp(n/4 - x - 1)\"\n"
      "[[condition]]\nname = \"small\"\nclaim = \"x < 1/10\"\n",
      "ramp.toml"));
  // exp(n/4 - x - 1) <= exp(-7/8) is the same condition.
  const std::vector<Text> settings = texts({"delta = exp(-7/8)"}), ranges = texts({"n in [2, 6]"});
  const Binding binding(theorem, settings, ranges);
  const RangeResult r = decide_range(theorem, binding, {.verdict_only = true});
  CHECK(r.boxes == 1);
  CHECK(r.verdict == TheoremVerdict::fails);
  CHECK(r.segments[0].failing == std::vector<std::string>{"small"});
}
