// Reading and refusing instance files.
#include <nlohmann/json.hpp>
#include <string>

#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "verify/sparse_xor/instance.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::Error;
using lemmacheck::numerics::Rational;
using nlohmann::json;

namespace {

/// A valid record: d = 3, m = 2.
json valid() {
  return json::parse(R"({"d": 3, "m": 2, "attention": "softmax", "scale": 1, "support": [0, 2], "eta": 10,
                         "V": [["1", "0"], ["0.6", "0.8"], ["0", "-1"]],
                         "theta": ["0.5", "0.25"], "theta_tilde": ["-0.5", "-0.25"]})");
}

/// The code of what read_instance throws, "none" if nothing; the message must be one line.
std::string code_of(const std::string& text, std::size_t index = 0) {
  try {
    read_instance(text, index);
  } catch (const Error& error) {
    const std::string what = error.what();
    CAPTURE(what);
    CHECK(what.find('\n') == std::string::npos);
    CHECK(what.size() < 400);
    return error.code();
  }
  return "none";
}

std::string code_with(const std::string& pointer, const json& value) {
  json record = valid();
  record[json::json_pointer(pointer)] = value;
  return code_of(record.dump());
}

std::string code_without(const std::string& member) {
  json record = valid();
  record.erase(member);
  return code_of(record.dump());
}

}  // namespace

TEST_CASE("read_instance: a single record, a list, defaults", "[verify][sparse_xor]") {
  const json record = valid();
  const Instance instance = read_instance(record.dump());
  CHECK(instance.positions == 3);
  CHECK(instance.dimension == 2);
  CHECK(instance.embedding(1)[1] == 0.8);
  CHECK(instance.step_size == Rational(10));
  CHECK(instance.kind == AttentionKind::softmax);
  json other = record;
  other["support"] = {2, 0};
  other["attention"] = "erf";
  other["scale"] = "1/d";
  other.erase("theta_tilde");
  other["eta"] = "1/3";
  const std::string list = json{{"note", "x"}, {"instances", {record, other}}}.dump();
  CHECK(read_instance(list, 0).support[0] == 0);
  const Instance second = read_instance(list, 1);
  CHECK(second.support[0] == 2);
  CHECK(second.scale == AttentionScale::one_over_d);
  CHECK(second.is_antisymmetric());
  CHECK(second.step_size == Rational(1, 3));
  CHECK(code_of(list, 2) == "LC240");
  CHECK(code_of(record.dump(), 1) == "LC240");
  CHECK(code_without("eta") == "none");
}

TEST_CASE("read_instance: a text names one double or is refused", "[verify][sparse_xor][exact]") {
  const auto theta = [](const std::string& text) {
    json record = valid();
    record["theta"][0] = text;
    return read_instance(record.dump()).theta[0];
  };
  CHECK(theta("0.1") == 0.1);
  CHECK(theta("0.1000000000000000055511151231257827021181583404541015625") == 0.1);
  CHECK(theta("0.03660515479478672") == 0.03660515479478672);
  CHECK(theta("4.9406564584124654e-324") == 4.9406564584124654e-324);
  CHECK(theta("25e-2") == 0.25);
  CHECK(code_with("/theta/0", "0.10000000000000000555") == "LC236");  // 20 digits, not exact
  CHECK(code_with("/theta/0", "0.99999999999999999") == "LC236");     // 17 digits of no double
  CHECK(code_with("/theta/0", "1e400") == "LC236");
  CHECK(code_with("/theta/0", "1e-400") == "LC236");
  CHECK(code_with("/theta/0", "1e999999999999") == "LC236");
  CHECK(code_with("/theta/0", "-1e-999999999999") == "LC236");
  CHECK(code_with("/theta/0", "0." + std::string(5000, '3')) == "LC236");
  CHECK(code_with("/theta/0", "nan") == "LC152");
  CHECK(code_with("/theta/0", "inf") == "LC152");
  CHECK(code_with("/theta/0", "") == "LC152");
  CHECK(code_with("/theta/0", " 1") == "LC152");
  CHECK(code_with("/theta/0", "0,5") == "LC152");
  CHECK(code_with("/theta/0", "1/2") == "LC152");
  CHECK(code_with("/theta/0", 0.5) == "LC153");
  CHECK(code_with("/theta/0", 1) == "LC153");
  CHECK(code_with("/theta/0", nullptr) == "LC152");
}

TEST_CASE("read_instance: malformed and hostile text", "[verify][sparse_xor][negative]") {
  CHECK(code_of("") == "LC151");
  CHECK(code_of("{") == "LC151");
  CHECK(code_of(std::string("\x00\xff{", 3)) == "LC151");
  CHECK(code_of("[1, 2]") == "LC152");
  CHECK(code_of("3") == "LC152");
  CHECK(code_of(R"({"instances": 3})") == "LC152");
  CHECK(code_of(R"({"instances": []})") == "LC240");
  CHECK(code_of(R"({"instances": [3]})") == "LC152");
  for (const char* member : {"d", "m", "support", "V", "theta"}) CHECK(code_without(member) == "LC152");
  CHECK(code_with("/d", 4) == "LC152");
  CHECK(code_with("/d", 2) == "LC152");
  CHECK(code_with("/d", -3) == "LC152");
  CHECK(code_with("/d", "3") == "LC152");
  CHECK(code_with("/d", 3.0) == "LC152");
  CHECK(code_with("/d", 18446744073709551615ULL) == "LC152");
  CHECK(code_with("/m", 3) == "LC152");
  CHECK(code_with("/V/1", json::array({"1"})) == "LC152");
  CHECK(code_with("/V/1", "1 0") == "LC152");
  CHECK(code_with("/V", json::object()) == "LC152");
  CHECK(code_with("/attention", "relu") == "LC152");
  CHECK(code_with("/attention", 3) == "LC152");
  CHECK(code_with("/scale", "2") == "LC152");
  CHECK(code_with("/scale", 2) == "LC152");
  CHECK(code_with("/scale", "1/d") == "LC237");
  CHECK(code_with("/eta", 0.5) == "LC153");
  CHECK(code_with("/eta", "x") == "LC101");
  CHECK(code_with("/support", json::array({0, 1, 2})) == "LC152");
  CHECK(code_with("/support", json::array({0, 0})) == "LC233");
  CHECK(code_with("/support", json::array({0, 3})) == "LC233");
  CHECK(code_with("/support", json::array({-1, 1})) == "LC152");
  CHECK(code_with("/V/1/0", "0.6000000001") == "LC235");
  CHECK(code_with("/V/0", json::array({"0", "0"})) == "LC235");
  CHECK(code_with("/V/0", json::array({"1e200", "0"})) == "LC235");
  CHECK(code_with("/theta", json::array({"0", "0"})) == "LC234");
  CHECK(code_with("/V/2", json::array({"1", "0"})) == "LC234");
  CHECK(code_of(R"({"d":2,"m":2,"support":[0,1],"V":[["1","0"],["0","1"]],"theta":["1","0"]})") == "LC231");
  CHECK(code_of(R"({"d":3,"m":1,"support":[0,1],"V":[["1"],["-1"],["1"]],"theta":["1"]})") == "LC232");
}

TEST_CASE("validate: the norm tolerance is decided exactly", "[verify][sparse_xor][exact]") {
  Instance instance = read_instance(valid().dump());
  const auto accepts = [&](double first) {
    instance.embeddings[0] = first;
    try {
      validate(instance);
    } catch (const Error& error) {
      CHECK(error.code() == "LC235");
      CHECK(std::string(error.what()).find("V[0]") != std::string::npos);
      return false;
    }
    return true;
  };
  CHECK(accepts(1.0 + 0.999e-12));
  CHECK(accepts(1.0 - 0.999e-12));
  CHECK(accepts(0x1.000000000119p0));          // 1 + 0.9992e-12
  CHECK(accepts(1.0 + 4503 * 0x1p-52));        // 4503 2^-52 = 0.99987e-12
  CHECK_FALSE(accepts(1.0 + 4504 * 0x1p-52));  // 1.00009e-12
  CHECK_FALSE(accepts(1.0 - 9008 * 0x1p-53));
  CHECK_FALSE(accepts(1.0 + 1e-9));
  CHECK_FALSE(accepts(1e-200));
}

TEST_CASE("certify_step: step size, epsilon and precision", "[verify][sparse_xor][domain]") {
  const Instance instance = read_instance(valid().dump());
  const auto code = [](const Instance& given, const StepOptions& options) {
    try {
      certify_step(given, options);
    } catch (const Error& error) {
      return error.code();
    }
    return std::string("none");
  };
  const auto options = [](std::optional<Rational> eta, const Rational& epsilon = {1, 100}, long first = 0,
                          long highest = 2048) {
    return StepOptions{std::move(eta), epsilon, first, highest};
  };
  CHECK(code(instance, {}) == "none");
  CHECK(code(instance, options(Rational(0))) == "LC238");
  CHECK(code(instance, options(Rational(-1))) == "LC238");
  CHECK(code(instance, options({}, 0)) == "LC238");
  CHECK(code(instance, options({}, 1)) == "LC238");
  CHECK(code(instance, options({}, {1, 100}, 20)) == "LC403");
  CHECK(code(instance, options({}, {1, 100}, 4096)) == "LC403");
  CHECK(code(instance, options({}, {1, 100}, 0, 64)) == "LC403");
  Instance without = instance;
  without.step_size.reset();
  CHECK(code(without, {}) == "LC238");
  CHECK(code(without, options(Rational(1, 3))) == "none");
  Instance broken = instance;
  broken.theta.pop_back();
  CHECK(code(broken, {}) == "LC331");
  broken = instance;
  broken.theta_tilde[1] = HUGE_VAL;
  CHECK(code(broken, {}) == "LC236");
}
