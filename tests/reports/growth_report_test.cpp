// What a fit of how n grows with d may print: synthetic runs that fit, that do not, and half points outside of the
// grid.
#include "reports/growth_report.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "reports/json_writer.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck::reports;
using lemmacheck::numerics::Rational;
using lemmacheck::verify::sparse_xor::SimulatedRun;
using lemmacheck::verify::sparse_xor::StepSearch;
using nlohmann::json;

namespace {

const SimulationSettings settings{Rational(1, 10), Rational(1, 100), Rational(95, 100)};

std::vector<SimulatedRun> runs_of(std::size_t runs, std::size_t works) {
  std::vector<SimulatedRun> result(runs);
  for (std::size_t r = 0; r < runs; ++r)
    result[r].smallest.outcome = r < works ? StepSearch::found : r % 2 == 0 ? StepSearch::none : StepSearch::unknown;
  return result;
}

/// 100 instances, the population step works on the first `ceiling`, the step on n samples on the first `works`.
SimulatedPoint point(std::size_t d, std::uint64_t n, std::size_t ceiling, std::size_t works) {
  SimulatedPoint result;
  result.options.positions = d;
  result.options.dimension = 32;
  result.options.samples = n;
  result.runs = runs_of(100, works);
  result.population = runs_of(100, ceiling);
  return result;
}

struct Printed {
  json halves, exponent;
};

Printed printed(const std::vector<SimulatedPoint>& points) {
  const GrowthFit fit = growth_fit(points, settings);
  return {json::parse(write_json(fit.half_points))["rows"], json::parse(write_json(fit.exponent))["rows"][0]};
}

}  // namespace

TEST_CASE("growth_fit: half of the ceiling, and an exponent with its limits", "[reports][growth]") {
  // n/d^2 = 1/4, 1, 4: exp(-log(2) (d^2/n)^0.7) = 16 %, 50 % and 77 % of a ceiling of 50 and of 90 instances.
  const auto [halves, exponent] = printed({point(32, 256, 50, 8), point(32, 1024, 50, 25), point(32, 4096, 50, 38),
                                           point(64, 1024, 90, 14), point(64, 4096, 90, 45), point(64, 16384, 90, 69)});
  CHECK(halves[0]["ceiling"] == "150");
  CHECK(halves[0]["instances"] == "300");
  CHECK(halves[1]["ceiling"] == "270");
  CHECK(halves[0]["place"] == "yes");
  CHECK(std::abs(std::stod(halves[0]["half"].get<std::string>()) / 1024 - 1) < 0.05);
  CHECK(std::abs(std::stod(exponent["exponent"].get<std::string>()) - 2.0) < 0.03);
  CHECK(std::stod(exponent["lower"].get<std::string>()) < 2.0);
  CHECK(std::stod(exponent["upper"].get<std::string>()) > 2.0);
  CHECK(exponent["status"] == "fits");
  CHECK(exponent["df"] == "3");
}

TEST_CASE("growth_fit: successes where the population step fails do not count", "[reports][growth]") {
  const auto all = [](std::size_t works) {
    return std::vector{point(32, 256, 50, 10), point(32, 4096, 50, works), point(64, 1024, 50, 10),
                       point(64, 16384, 50, works)};
  };
  CHECK(printed(all(60)).exponent == printed(all(50)).exponent);
  CHECK(printed(all(40)).exponent != printed(all(50)).exponent);
}

TEST_CASE("growth_fit: no exponent where a half point is extrapolated", "[reports][growth][negative]") {
  const auto [halves, exponent] = printed({point(32, 1024, 90, 45), point(32, 4096, 90, 72), point(64, 8192, 90, 60),
                                           point(64, 16384, 90, 72), point(64, 65536, 90, 85)});
  CHECK(halves[1]["place"] == "extrapolated");
  CHECK(exponent["exponent"].is_null());
  CHECK(exponent["lower"].is_null());
  CHECK(exponent["upper"].is_null());
  CHECK(exponent["deviance"].is_string());
  CHECK(
      exponent["status"].get<std::string>().starts_with("none: the half point lies outside of the sampled n at d = "));
  CHECK(exponent["status"].get<std::string>().ends_with("64"));
}

TEST_CASE("growth_fit: no interval where the curve does not fit or cannot be checked", "[reports][growth][negative]") {
  // A plateau at 60 % of the ceiling.
  const auto plateau = printed({point(32, 256, 100, 2), point(32, 1024, 100, 60), point(32, 4096, 100, 60),
                                point(32, 16384, 100, 60), point(64, 1024, 100, 2), point(64, 4096, 100, 60),
                                point(64, 16384, 100, 60), point(64, 65536, 100, 60)});
  CHECK(plateau.exponent["exponent"] == "2.00");
  CHECK(plateau.exponent["lower"].is_null());
  CHECK(plateau.exponent["upper"].is_null());
  CHECK(std::stod(plateau.exponent["p"].get<std::string>()) < 0.01);
  CHECK(plateau.exponent["status"].get<std::string>().starts_with("no interval: the curve does not fit"));
  // Three points determine three parameters.
  const auto three = printed({point(32, 256, 90, 20), point(32, 4096, 90, 70), point(64, 4096, 90, 45)});
  CHECK(three.exponent["df"] == "0");
  CHECK(three.exponent["p"].is_null());
  CHECK(three.exponent["lower"].is_null());
  CHECK(three.exponent["status"].get<std::string>().find("point") != std::string::npos);
  // The population step works nowhere.
  const auto none =
      printed({point(32, 256, 0, 0), point(32, 1024, 0, 0), point(64, 1024, 0, 0), point(64, 4096, 0, 0)});
  CHECK(none.halves[0]["half"].is_null());
  CHECK(none.exponent["exponent"].is_null());
  CHECK(none.exponent["status"].get<std::string>().starts_with("none: the counts do not determine"));
}
