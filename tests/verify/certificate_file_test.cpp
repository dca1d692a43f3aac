// Certificates as files: written and read to the same certificate, and read strictly.
#include <cmath>
#include <limits>

#include "tests/support/catch.hpp"
#include "tests/support/text_checks.hpp"
#include "verify/kernel/certificate.hpp"

using namespace lemmacheck;
using namespace lemmacheck::verify;
using namespace lemmacheck::verify::kernel;
using Words = std::vector<std::string>;

namespace {

const double infinity = std::numeric_limits<double>::infinity();

ClaimTexts texts() {
  return {
      {{"x \"<\" 1 and\n x >= 0 # \xC3\xA9", {}}}, {{"x in [0, 1)", {}}, {"n integer", {}}}, {{"x < n", {}}}, {}, {}};
}

ClaimProof proof() {
  auto cover = std::make_shared<Cover>();
  cover->nodes = {{"cut", 1, 0.1, {}},
                  {"mean", 0, 0, {1.0 / 3, -0.0, 1e300, 5e-324, infinity, -infinity, 9007199254740993.0, -3}},
                  {"natural", 0, 0, {}}};
  Proof leaf{"boxes", {}, {}, cover},
      inner{"split", {{"at", "1/2"}, {"variable", "x"}}, {leaf, {"point", {}, {}, nullptr}}, nullptr};
  return {{inner, {"zero", {{"by", "normal form"}}, {}, nullptr}}};
}

std::string changed(std::string text, const std::string& old, const std::string& fresh) {
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), fresh);
}

void refused(const std::string& json, const std::string& code, const Words& parts) {
  CAPTURE(json);
  try {
    read_certificate(json, "c.json");
  } catch (const CertificateError& error) {
    CAPTURE(error.what());
    CHECK(error.code() == code);
    test::check_contains(error.what(), parts);
    return;
  }
  FAIL("not refused");
}

}  // namespace

TEST_CASE("certificate file: read back exactly", "[verify][certificates]") {
  const std::string json = write_certificate(texts(), proof());
  const Certificate read = read_certificate(json, "c.json");
  CHECK(write_certificate(read.texts, read.proof) == json);
  CHECK(read.texts.statements.at(0).text == texts().statements[0].text);
  CHECK(read.texts.ranges.size() == 2);
  REQUIRE(read.proof.proofs.size() == 2);
  CHECK(read.proof.proofs[0].parameters.at("at") == "1/2");
  const Cover& cover = *read.proof.proofs[0].children.at(0).cover;
  REQUIRE(cover.nodes.size() == 3);
  CHECK((cover.nodes[0].rule == "cut" && cover.nodes[0].variable == 1 && cover.nodes[0].at == 0.1));
  const auto& numbers = cover.nodes[1].numbers;
  const auto wanted = proof().proofs[0].children[0].cover->nodes[1].numbers;
  REQUIRE(numbers.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(numbers[i] == wanted[i]);
  CHECK(std::signbit(numbers[1]));
  ClaimTexts two = texts();
  two.statements.push_back({"n >= 0", {}});
  CHECK(read_certificate(write_certificate(two, {}), "c").texts.statements.size() == 2);
}

TEST_CASE("certificate file: read strictly", "[verify][certificates][negative]") {
  const std::string json = write_certificate(texts(), proof());
  refused("{", "LC501", {"c.json", "not JSON"});
  refused("[]", "LC501", {"$: expected"});
  refused(changed(json, "\"version\": 1", "\"version\": 2"), "LC501", {"$.version"});
  refused(changed(json, "lemmacheck certificate", "certificate"), "LC501", {"$: expected"});
  refused(changed(json, "\"assume\": [\"x < n\"],\n", ""), "LC502", {"$: needs a member \"assume\""});
  refused(changed(json, "\"assume\"", "\"for\": [], \"assume\""), "LC502", {"\"for\" stands twice"});
  refused(changed(json, "\"assume\"", "\"extra\": [], \"assume\""), "LC502", {"$: unknown member \"extra\""});
  refused(changed(json, "\"rule\": \"boxes\"", "\"rul\": \"boxes\""), "LC502", {"$.proofs[0].children[0]", "\"rul\""});
  refused(changed(json, "\"boxes\"", "3"), "LC502", {"$.proofs[0].children[0].rule", "text"});
  refused(changed(json, "\"1/2\"", "0.5"), "LC502", {"$.proofs[0].parameters.at", "text"});
  refused(changed(json, "[\"x < n\"]", "\"x < n\""), "LC502", {"$.assume", "list"});
  refused(changed(json, "[\"natural\"]", "\"natural\""), "LC502", {"$.proofs[0].children[0].cover[2]"});
  refused(changed(json, "[\"cut\", 1, 0.1]", "[\"cut\", -1, 0.1]"), "LC502", {"cover[0]", "cut"});
  refused(changed(json, "[\"cut\", 1, 0.1]", "[\"cut\", 1.5, 0.1]"), "LC502", {"cover[0]", "cut"});
  refused(changed(json, "[\"cut\", 1, 0.1]", "[\"cut\", 1]"), "LC502", {"cover[0]", "cut"});
  refused(changed(json, "0.1]", "\"0.1\"]"), "LC502", {"cover[0]", "number"});
  refused(changed(json, "0.1]", "null]"), "LC502", {"cover[0]", "number"});
  refused(changed(json, "0.1]", "9007199254740993]"), "LC502", {"cover[0]", "exponent"});
  refused(changed(json, "0.1]", "1e999]"), "LC501", {"not JSON"});
  std::string deep = "{\"rule\": \"a\"}";
  for (int i = 0; i < 2500; ++i) deep = "{\"rule\": \"a\", \"children\": [" + deep + "]}";
  refused(
      "{\"format\": \"lemmacheck certificate\", \"version\": 1, \"claim\": \"1 < 2\", \"for\": [], \"assume\": [], "
      "\"define\": [], \"convention\": [], \"proofs\": [" +
          deep + "]}",
      "LC502", {"deeper"});
}

TEST_CASE("certificate file: the claim is read again", "[verify][certificates][negative]") {
  Certificate bad =
      read_certificate(write_certificate({{{"x <= 1", {}}}, {{"x in [0, -1]", {}}}, {}, {}, {}}, {}), "c");
  CHECK_THROWS_AS(check(bad), CertificateError);
  bad.texts.ranges[0].text = "x in [0, 1]";
  CHECK_FALSE(check(bad).empty());  // no proof
}
