// That a theorem holds nowhere in a range: against the decided range, and never where it does hold somewhere.
#include "verify/nowhere.hpp"

#include "tests/support/catch.hpp"
#include "verify/library.hpp"
#include "verify/range.hpp"
#include "verify/theorem_part.hpp"

using namespace lemmacheck::verify;
using lemmacheck::numerics::Rational;

namespace {

Theorem embedded(const char* id) { return load(embedded_theorem({id, {}})); }

std::vector<Text> texts(const std::vector<const char*>& all) {
  std::vector<Text> made;
  for (const char* text : all) made.push_back({text, {}});
  return made;
}

Nowhere nowhere(const Theorem& theorem, const std::vector<const char*>& settings,
                const std::vector<const char*>& ranges, const NowhereOptions& options = {}) {
  return show_nowhere(theorem, Binding(theorem, texts(settings), texts(ranges)), options);
}

}  // namespace

TEST_CASE("nowhere: below a threshold that is known, and not with it", "[verify][negative]") {
  // README: theorem-2 at d = 1e6, delta = .1, eps = .01 fails up to m = 86 and holds from 87 on.
  const Theorem theorem = embedded("theorem-2");
  const std::vector<const char*> at{"d = 1e6", "delta = 0.1", "eps = 0.01"};
  CHECK(nowhere(theorem, at, {"m integer in [3, 86]"}).shown);
  const Nowhere with = nowhere(theorem, at, {"m integer in [3, 87]"});
  CHECK_FALSE(with.shown);
  REQUIRE(with.open);
  CHECK(with.open->lower[0] == Rational(87));
  CHECK(with.open->is_point());
  CHECK_FALSE(nowhere(theorem, at, {"m integer in [87, 90]"}).shown);
}

TEST_CASE("nowhere: two variables, as the decided range says", "[verify]") {
  const Theorem theorem = embedded("theorem-2");
  const std::vector<const char*> at{"delta = 0.5", "eps = 0.01"};
  const std::vector<const char*> below{"d integer in [3, 200]", "m integer in [3, 60]"};
  const Nowhere found = nowhere(theorem, at, below);
  CHECK(found.shown);
  const RangeResult decided = decide_range(theorem, Binding(theorem, texts(at), texts(below)));
  for (const Segment& s : decided.segments) CHECK(s.verdict == TheoremVerdict::fails);
  CHECK(found.boxes < decided.boxes);
  // theorem-2 holds at (461, 229), not at (460, 229).
  CHECK_FALSE(nowhere(theorem, at, {"d integer in [455, 461]", "m integer in [229, 229]"}).shown);
  CHECK(nowhere(theorem, at, {"d integer in [455, 460]", "m integer in [229, 229]"}).shown);
}

TEST_CASE("nowhere: a budget of boxes leaves one open", "[verify][negative]") {
  const Theorem theorem = embedded("theorem-2");
  const Nowhere found = nowhere(theorem, {"delta = 0.5", "eps = 0.01"},
                                {"d integer in [3, 460]", "m integer in [3, 229]"}, {.most_boxes = 10});
  CHECK_FALSE(found.shown);
  CHECK(found.open);
  CHECK(found.boxes <= 10);
}

TEST_CASE("nowhere: an impossible event is enough", "[verify]") {
  // theorem-2-sharp: a support margin needs d; with delta = .01 not even the value 0 fits its share here.
  const Theorem theorem = embedded("theorem-2-sharp");
  const std::vector<const char*> at{"m = 64", "delta = 0.01", "eps = 0.01"};
  CHECK(nowhere(theorem, at, {"d integer in [50, 60]"}).shown);
  std::size_t events = 0;
  for (const Theorem& part : failing_parts(theorem)) {
    REQUIRE(part.conditions.size() == 1);
    CHECK(part.graph.size() >= theorem.graph.size());
    for (const Event& event : theorem.events) events += event.name == part.conditions[0].name ? 1 : 0;
  }
  CHECK(events >= 2);
  CHECK(failing_parts(theorem).size() == theorem.conditions.size() + events);
}

TEST_CASE("nowhere: a real range", "[verify]") {
  const Theorem theorem = embedded("theorem-2");
  CHECK(nowhere(theorem, {"d = 1000", "m = 128", "eps = 0.01"}, {"delta in [0.01, 0.3]"}).shown);
  CHECK_FALSE(
      nowhere(theorem, {"d = 1000", "m = 128", "eps = 0.01"}, {"delta in [0.01, 0.5]"}, {.most_boxes = 300}).shown);
}
