// Certificates of ranges: what decide_range found is confirmed; a certificate that was changed is rejected.
#include "verify/range_certificate.hpp"

#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/edited_text.hpp"
#include "tests/support/text_checks.hpp"
#include "verify/box_tiling.hpp"
#include "verify/kernel/certificate.hpp"
#include "verify/library.hpp"

using namespace lemmacheck;
using namespace lemmacheck::verify;
using numerics::Rational;
using Words = std::vector<std::string>;

namespace {

const std::string coins = R"toml([theorem]
id     = "coins"
for    = ["n integer in [1, inf)", "x in [0, 100]", "delta in (0, 1)"]
budget = "delta"
default = ["x = 2"]
[[event]]
name   = "tail"
share  = "1"
choose = "smallest t in [0, 1]"
fails  = "2*exp(-2*n*t^2)"
[[condition]]
name  = "deviation"
claim = "t < 1/4"
[[condition]]
name  = "parabola"
claim = "x*(4 - x) > 0.99"
[[conclusion]]
name    = "bound"
formula = "t + x"
side    = "upper"
)toml";

std::vector<Text> texts(const Words& all) {
  std::vector<Text> made;
  for (const std::string& t : all) made.push_back({t, {}});
  return made;
}

RangeCertificate certified(const std::string& toml, const Words& settings, const Words& ranges,
                           RangeOptions options = {}) {
  const Theorem theorem = load(read_theorem_file(toml, "coins.toml"));
  const auto given = texts(settings), free = texts(ranges);
  const Binding binding(theorem, given, free);
  options.keep_evaluated = true;
  return make_certificate(toml, "coins.toml", given, free, decide_range(theorem, binding, options));
}

const RangeCertificate& sample() {
  static const RangeCertificate made = certified(coins, {"delta = 0.1"}, {"n in [1, 400]"});
  return made;
}

void rejected(const RangeCertificate& certificate, const Words& parts) {
  const std::string wrong = check(certificate);
  CHECK_FALSE(wrong.empty());
  test::check_contains(wrong, parts);
}

std::size_t first(const RangeCertificate& c, TheoremVerdict verdict) {
  const auto it = std::ranges::find(c.boxes, verdict, &Segment::verdict);
  REQUIRE(it != c.boxes.end());
  return static_cast<std::size_t>(it - c.boxes.begin());
}

Segment box(const std::vector<std::pair<Rational, Rational>>& ends) {
  Segment made;
  for (const auto& [low, high] : ends) {
    made.box.lower.push_back(low);
    made.box.upper.push_back(high);
  }
  return made;
}

}  // namespace

TEST_CASE("range certificate: what was found is confirmed, also after writing and reading", "[verify][certificate]") {
  CHECK(sample().verdict == TheoremVerdict::fails);
  CHECK(sample().boxes.size() > 2);
  CHECK(check(sample()).empty());
  const std::string json = write_certificate(sample());
  CHECK(is_range_certificate(json));
  const RangeCertificate again = read_range_certificate(json, "c.json");
  CHECK(write_certificate(again) == json);
  CHECK(check(again).empty());
  test::check_contains(about(again), {"coins for n in [1, 400], delta = 0.1: fails in [1, 23], holds in [24, 400] ("});

  CHECK(check(certified(coins, {"delta = 1/(n + 1)"}, {"n in [40, 90]"})).empty());
  const RangeCertificate real = certified(coins, {"delta = 0.1", "n = 50"}, {"x in [0, 4]"}, {.relative_width = 1e-3});
  CHECK(std::ranges::count(real.boxes, TheoremVerdict::undecided, &Segment::verdict) >= 1);
  CHECK(check(real).empty());
  const RangeCertificate both =
      certified(coins, {"delta = 0.1"}, {"n in [20, 30]", "x in [0, 4]"}, {.relative_width = 1e-2});
  CHECK(both.boxes.size() > 20);
  CHECK(check(both).empty());
}

TEST_CASE("range certificate: theorems that others use are in it", "[verify][certificate]") {
  const Words settings{"d = 1e6", "delta = 0.1", "eps = 0.01"};
  const RangeCertificate made =
      certified(test::embedded_text("theorem-2"), {"d = 1e6", "delta = 0.1", "eps = 0.01"}, {"m in [70, 110]"});
  CHECK(made.used.empty());
  CHECK(check(made).empty());
  CHECK(about(made).find("not the one") == std::string::npos);
  RangeCertificate nested = certified(test::embedded_text("corollary-3"), settings, {"m in [256, 260]"});
  REQUIRE(nested.used.size() == 1);
  CHECK(nested.used[0].id == "theorem-2");
  CHECK(check(nested).empty());
  nested.used[0].text += "# changed\n";
  test::check_contains(about(nested), {"its theorem-2 is not the one that is part of lemmacheck"});
  nested.used.clear();
  CHECK_THROWS_AS(check(nested), kernel::CertificateError);
}

TEST_CASE("range certificate: boxes that are missing, widened, moved or doubled", "[verify][certificate][negative]") {
  for (std::size_t i = 0; i < sample().boxes.size(); ++i) {
    RangeCertificate c = sample();
    c.boxes.erase(c.boxes.begin() + static_cast<std::ptrdiff_t>(i));
    rejected(c, {"box", "n in ["});
    c = sample();
    c.boxes.push_back(c.boxes[i]);
    rejected(c, {"overlaps"});
    c = sample();
    c.boxes[i].box.lower[0] -= 1;
    rejected(c, {"box", "n in ["});
    c = sample();
    c.boxes[i].box.upper[0] += 1;
    rejected(c, {"box", "n in ["});
    c = sample();
    c.boxes[i].box.upper[0] += Rational(1, 2);
    rejected(c, {"box " + std::to_string(i)});
  }
  RangeCertificate c = sample();
  const std::size_t edge = first(c, TheoremVerdict::holds);  // boxes are in order: before it everything fails
  REQUIRE(edge > 0);
  c.boxes[edge].box.lower[0] -= 1;
  c.boxes[edge - 1].box.upper[0] -= 1;
  if (c.boxes[edge - 1].box.upper[0] < c.boxes[edge - 1].box.lower[0])
    c.boxes.erase(c.boxes.begin() + static_cast<std::ptrdiff_t>(edge - 1));
  rejected(c, {"holds is not confirmed", "n in ["});
  c = sample();
  c.boxes.clear();
  rejected(c, {"no box"});
}

TEST_CASE("range certificate: a changed constant, verdict, setting or range", "[verify][certificate][negative]") {
  const RangeCertificate holds = certified(coins, {"delta = 0.1"}, {"n in [24, 400]"});
  REQUIRE(holds.verdict == TheoremVerdict::holds);
  CHECK(check(holds).empty());
  RangeCertificate c = holds;
  c.theorem.text = test::replaced(c.theorem.text, "t < 1/4", "t < 1/5");
  rejected(c, {"box 0 (n in [24,", "holds is not confirmed"});
  c = holds;
  c.theorem.text = test::replaced(c.theorem.text, "2*exp(", "3*exp(");
  rejected(c, {"holds is not confirmed"});
  c = holds;
  c.settings = {"delta = 0.01"};
  rejected(c, {"holds is not confirmed"});
  c = holds;
  c.ranges = {"n in [23, 400]"};
  rejected(c, {"box 0"});
  c = holds;
  c.ranges = {"n in [24, 500]"};
  rejected(c, {"n in ["});
  c = holds;
  c.theorem.id = "theorem-2";
  rejected(c, {"coins"});
  c = sample();
  c.verdict = TheoremVerdict::holds;
  rejected(c, {"the boxes say fails"});
  c = sample();
  c.boxes[first(c, TheoremVerdict::fails)].failing = {"parabola"};
  rejected(c, {"'parabola' does not certainly fail"});
  c = sample();
  c.boxes[first(c, TheoremVerdict::fails)].verdict = TheoremVerdict::holds;
  rejected(c, {"holds is not confirmed"});
  c = sample();
  c.theorem.text = "nothing";
  CHECK_THROWS_AS(check(c), kernel::CertificateError);
}

TEST_CASE("range certificate: files are read strictly", "[verify][certificate]") {
  const std::string json = write_certificate(sample());
  const auto refused = [&](const std::string& text, const std::string& code, const Words& parts) {
    try {
      read_range_certificate(text, "c.json");
    } catch (const kernel::CertificateError& error) {
      CHECK(error.code() == code);
      test::check_contains(error.what(), parts);
      return;
    }
    FAIL_CHECK("not refused: " << parts.front());
  };
  const auto changed = [&](const std::string& from, const std::string& to) { return test::replaced(json, from, to); };
  refused("{", "LC501", {"not JSON"});
  refused(changed("\"version\": 1", "\"version\": 2"), "LC501", {"$.version"});
  refused(changed("\"kind\": \"range\"", "\"kind\": \"other\""), "LC501", {"range"});
  refused(changed("\"set\":", "\"more\": 1, \"set\":"), "LC502", {"unknown member \"more\""});
  refused(changed("\"set\":", "\"set\": [], \"set\":"), "LC502", {"stands twice"});
  refused(changed("\"verdict\": \"fails\",\n", "\"verdict\": \"fine\",\n"), "LC502", {"$.verdict"});
  refused(changed("[[\"1\", ", "[[1, "), "LC502", {"$.boxes[0].box[0][0]: expected a text"});
  refused(changed("[[\"1\", ", "[[\"one\", "), "LC502", {"$.boxes[0].box[0][0]"});
  CHECK_FALSE(is_range_certificate("{\"format\": \"lemmacheck certificate\"}"));
  CHECK_FALSE(is_range_certificate("no"));
}

TEST_CASE("tiling: gaps and overlaps that have the right volume", "[verify][certificate][negative]") {
  const std::vector<FreeVariable> reals{{"x", false, 0, 3}, {"y", false, 0, 3}};
  // Four boxes around a middle one cannot come apart by cuts; they are refused, though they fill the square.
  const std::vector<Segment> wheel{box({{0, 2}, {0, 1}}), box({{2, 3}, {0, 2}}), box({{1, 3}, {2, 3}}),
                                   box({{0, 1}, {1, 3}}), box({{1, 2}, {1, 2}})};
  CHECK_FALSE(tiling_objection(reals, wheel).empty());
  CHECK(tiling_objection(reals, {box({{0, 1}, {0, 3}}), box({{1, 3}, {0, 1}}), box({{1, 3}, {1, 3}})}).empty());
  CHECK_FALSE(tiling_objection(reals, {box({{0, 2}, {0, 3}}), box({{1, 2}, {0, 3}})}).empty());
  CHECK_FALSE(tiling_objection(reals, {box({{0, 1}, {0, 3}}), box({{2, 3}, {0, 3}}), box({{0, 1}, {0, 3}})}).empty());
  CHECK_FALSE(tiling_objection(reals, {}).empty());
  const std::vector<FreeVariable> whole{{"n", true, 1, 9}};
  CHECK(tiling_objection(whole, {box({{5, 9}}), box({{1, 4}})}).empty());
  CHECK_FALSE(tiling_objection(whole, {box({{1, 4}}), box({{4, 9}})}).empty());
  CHECK_FALSE(tiling_objection(whole, {box({{1, 4}}), box({{6, 9}})}).empty());
  const std::vector<FreeVariable> point{{"x", false, 1, 1}, {"y", false, 0, 3}};
  CHECK(tiling_objection(point, {box({{1, 1}, {0, 1}}), box({{1, 1}, {1, 3}})}).empty());
  CHECK_FALSE(tiling_objection(point, {box({{1, 1}, {0, 1}}), box({{1, 1}, {2, 3}})}).empty());
}
