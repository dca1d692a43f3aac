// Every field of the golden instances but the variances, against enumeration of all inputs by an independent program.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/support/source_directory.hpp"
#include "verify/sparse_xor/instance.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::BigInterval;
using lemmacheck::numerics::Decimal;
using lemmacheck::numerics::Precision;
using lemmacheck::numerics::Rational;
using lemmacheck::numerics::Truth;
using nlohmann::json;

namespace {

const std::string golden_file = lemmacheck::test::source_directory() + "/../shared/golden/instances.json";

/// The golden decimal +- one unit of its last digit.
BigInterval golden(const std::string& text) {
  const Decimal decimal = Decimal::parse(text);
  const auto point = text.find('.');
  const auto exponent = text.find('e');
  const long after_point =
      point == std::string::npos ? 0 : static_cast<long>(std::min(exponent, text.size()) - point - 1);
  const long power = exponent == std::string::npos ? 0 : std::stol(text.substr(exponent + 1));
  const Rational unit = pow(Rational(10), power - after_point);
  const Rational value = decimal.to_rational();
  return {value - unit, value + unit, Precision(400)};
}

void require_golden(const BigInterval& enclosure, const std::string& text, const std::string& field) {
  CAPTURE(field, text, enclosure.lower_double(), enclosure.upper_double());
  CHECK_FALSE(intersection(enclosure, golden(text)).is_empty());
  CHECK(enclosure.relative_width_upper() <= 1e-12);
}

void require_golden(const EnclosureVector& enclosures, const json& values, const std::string& field) {
  REQUIRE(enclosures.size() == values.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    require_golden(enclosures.at(k), values[k].get<std::string>(), field + "[" + std::to_string(k) + "]");
  }
}

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("instance: all fields of the golden instances", "[verify][sparse_xor][golden]") {
  if (!std::filesystem::exists(golden_file)) {
    WARN("the golden instances are not beside the sources; the copied facts below stand alone");
    return;
  }
  const std::string text = read_file(golden_file);
  const json rows = json::parse(text)["instances"];
  REQUIRE(rows.size() >= 7);
  for (std::size_t index = 0; index < rows.size(); ++index) {
    CAPTURE(index);
    const json& row = rows[index];
    const InstanceCertificate c = certify_step(read_instance(text, index));
    CHECK(c.bits == 128);
    require_golden(c.before.attention[0], row["attention_1"], "attention_1");
    require_golden(c.before.attention[1], row["attention_2"], "attention_2");
    require_golden(c.gradient[0], row["gradient_1"], "gradient_1");
    require_golden(c.gradient[1], row["gradient_2"], "gradient_2");
    require_golden(c.before.population_loss, row["population_loss"], "population_loss");
    require_golden(c.before.sup_error, row["sup_error"], "sup_error");
    const json& after = row["after_step"];
    require_golden(c.after.query[0], after["theta"], "after theta");
    require_golden(c.after.query[1], after["theta_tilde"], "after theta_tilde");
    require_golden(c.after.attention[0], after["attention_1"], "after attention_1");
    require_golden(c.after.attention[1], after["attention_2"], "after attention_2");
    require_golden(c.after.population_loss, after["population_loss"], "after population_loss");
    require_golden(c.after.sup_error, after["sup_error"], "after sup_error");
    for (const auto& [pair, mean] : row["sample_mean"].items()) {
      const std::size_t a = std::stoul(pair);
      const std::size_t b = std::stoul(pair.substr(pair.find(',') + 1));
      const BigInterval difference = c.alignment[0].at(a) - c.alignment[0].at(b);
      require_golden(difference + difference, mean.get<std::string>(), "sample_mean " + pair);
    }
  }
}

TEST_CASE("instance: the printed JSON reads back and carries the golden fields", "[verify][sparse_xor][golden]") {
  if (!std::filesystem::exists(golden_file)) {
    WARN("the golden instances are not beside the sources");
    return;
  }
  const std::string text = read_file(golden_file);
  const json row = json::parse(text)["instances"][1];
  const Instance instance = read_instance(text, 1);
  const std::string printed = to_json(certify_step(instance), {.data = &instance});
  const Instance again = read_instance(printed);
  CHECK(again.embeddings == instance.embeddings);
  CHECK(again.theta == instance.theta);
  CHECK(again.theta_tilde == instance.theta_tilde);
  CHECK(again.support == instance.support);
  CHECK(again.step_size == instance.step_size);
  const json out = json::parse(printed);
  CHECK(out["verdict"] == "specialised");
  CHECK(out["support"] == row["support"]);
  CHECK(out["attention"] == "softmax");
  const auto meets = [](const json& enclosure, const json& value) {
    const auto lo = Rational::parse(enclosure["lo"].get<std::string>());
    const auto hi = Rational::parse(enclosure["hi"].get<std::string>());
    return !intersection(BigInterval(lo, hi, Precision(400)), golden(value.get<std::string>())).is_empty();
  };
  // The golden rows have what is before the step without a group.
  const json& before = out["before_step"];
  CHECK(meets(before["population_loss"], row["population_loss"]));
  CHECK(meets(before["sup_error"], row["sup_error"]));
  CHECK(meets(before["attention_1"][2], row["attention_1"][2]));
  CHECK(meets(before["gradient_2"][3], row["gradient_2"][3]));
  CHECK(meets(out["sample_mean"]["5,1"], row["sample_mean"]["5,1"]));
  CHECK(meets(out["after_step"]["population_loss"], row["after_step"]["population_loss"]));
  CHECK(meets(out["after_step"]["sup_error"], row["after_step"]["sup_error"]));
  CHECK(meets(out["after_step"]["attention_1"][2], row["after_step"]["attention_1"][2]));
  // Neither time stands without its group, and sup_loss is the square of sup_error in both.
  for (const char* name : {"population_loss", "sup_error", "sup_loss", "attention_1", "gradient_1"})
    CHECK_FALSE(out.contains(name));
  for (const char* time : {"before_step", "after_step"}) {
    const auto end = [&](const char* name, const char* side) {
      return Rational::parse(out[time][name][side].get<std::string>());
    };
    CHECK(end("sup_error", "lo") * end("sup_error", "lo") <= end("sup_loss", "hi"));
    CHECK(end("sup_loss", "lo") <= end("sup_error", "hi") * end("sup_error", "hi"));
  }
}
