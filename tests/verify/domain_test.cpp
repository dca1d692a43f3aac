// Domains, assignments, lists and grid axes as text.
#include "verify/domain.hpp"

#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/enclosure_checks.hpp"

using namespace lemmacheck::verify;
using lemmacheck::test_support::code_of;

namespace {

std::vector<std::string> values(const std::string& axis) {
  std::vector<std::string> all;
  for (const Text& v : parse_grid_axis({axis, {}}).values) all.push_back(v.text);
  return all;
}

std::vector<std::string> items(const std::string& list) {
  std::vector<std::string> all;
  for (const Text& t : split_list({list, {}})) all.push_back(t.text);
  return all;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("domain: open, closed and unbounded ends", "[verify][domain]") {
  const DomainText d = parse_domain({" d integer in [3, inf) ", {}});
  CHECK(d.name.text == "d");
  CHECK(d.integer);
  CHECK(d.interval.lower.text == "3");
  CHECK(d.interval.upper.empty());
  CHECK_FALSE(d.interval.lower_open);
  CHECK(d.interval.upper_open);
  const DomainText x = parse_domain({"x_1 in (-inf, max(1, 2)]", {}});
  CHECK_FALSE(x.integer);
  CHECK(x.name.text == "x_1");
  CHECK(x.interval.lower.empty());
  CHECK(x.interval.upper.text == "max(1, 2)");
  CHECK_FALSE(x.interval.upper_open);
  CHECK(parse_domain({"integer in [0, 1]", {}}).name.text == "integer");
  CHECK(parse_domain({"inside in [0, 1]", {}}).name.text == "inside");
}

TEST_CASE("domain: other forms are refused", "[verify][domain]") {
  for (const char* text :
       {"", "d", "d in", "d in 3", "d in [3]", "d in [1, 2, 3]", "d in {1, 2}", "in [0, 1]", "d in [inf, 3]",
        "d in [3, -inf]", "a b in [0, 1]", "d in [0, 1", "d in 0, 1]", "d-1 in [0, 1]", "d in [, 1]", "d in (,)"})
    CHECK(code_of([&] { parse_domain({text, {}}); }) == "LC123");
}

TEST_CASE("domain: places of the ends", "[verify][domain]") {
  const DomainText d = parse_domain({"d integer in [30, 1e5)", {"f.toml", 7, 10}});
  CHECK(d.interval.lower.place.to_string() == "f.toml:7:24");
  CHECK(d.interval.upper.place.to_string() == "f.toml:7:28");
}

TEST_CASE("assignments", "[verify][domain]") {
  const auto [name, value] = parse_assignment({" m = ceil(8*log(d)^2) ", {"--set", 1, 1}});
  CHECK(name.text == "m");
  CHECK(value.text == "ceil(8*log(d)^2)");
  CHECK(value.place.column == 6);
  CHECK(parse_assignment({"d=1e5", {}}).second.text == "1e5");
  CHECK(parse_assignment({"x = if(a <= b, 1, 2)", {}}).first.text == "x");
  for (const char* text : {"", "d", "d <= 3", "d == 3", "= 3", "d =", "a >= b"})
    CHECK(code_of([&] { parse_assignment({text, {}}); }) == "LC124");
}

TEST_CASE("lists are split outside of brackets", "[verify][domain]") {
  CHECK(items("a, b,c ") == Texts{"a", "b", "c"});
  CHECK(items("f(x, y), {1, 2}, [3, inf)") == Texts{"f(x, y)", "{1, 2}", "[3, inf)"});
  CHECK(items("").empty());
  CHECK(items(" , ,").empty());
}

TEST_CASE("grid axes", "[verify][domain]") {
  CHECK(values("m in {64, 128}") == Texts{"64", "128"});
  CHECK(values("d = 1e5") == Texts{"1e5"});
  CHECK(values("m in {3, 4, .., 8}") == Texts{"3", "4", "5", "6", "7", "8"});
  CHECK(values("m in {3, 5, ..., 9, 100}") == Texts{"3", "5", "7", "9", "100"});
  CHECK(values("m in {9, 6, .., 0}") == Texts{"9", "6", "3", "0"});
  CHECK(values("x in {0.1, 0.2, .., 0.5}") == Texts{"0.1", "0.2", "3/10", "2/5", "0.5"});
  CHECK(values("d = 10^k for k in {3, 4, .., 6}") == Texts{"1000", "10000", "100000", "1000000"});
  CHECK(values("x = 1/k for k in {2, 3}") == Texts{"1/2", "1/3"});
  CHECK(values("d = 10^k for k in {40}") == Texts{"1" + std::string(40, '0')});
}

TEST_CASE("grid axes: other forms are refused", "[verify][domain]") {
  for (const char* text :
       {"m in {}", "m in 3", "m in {3, .., 8}", "m in {3, 4, ..}", "m in {.., 8}", "m in {1, 3, .., 8}",
        "m in {1, 1, .., 8}", "m in {3, 4, .., 1}", "d = 10^k for k", "d = sqrt(k) for k in {2}",
        "m in {0, 1, .., 1e9}", "d = 10^j for k in {2}", "m in {1, x, .., 8}"}) {
    CAPTURE(text);
    CHECK(code_of([&] { parse_grid_axis({text, {}}); }) == "LC125");
  }
  CHECK(code_of([] { parse_grid_axis({"m", {}}); }) == "LC124");
}
