// The Transformer block against the reduced model: golden gradients, every input, and blocks that do not reduce.
#include <nlohmann/json.hpp>

#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/golden_band.hpp"
#include "verify/sparse_xor/reduction.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::DomainError;
using lemmacheck::numerics::Rational;
using lemmacheck::numerics::ShapeError;
using nlohmann::json;

namespace {

ReductionReport checked(const TransformerData& data, const Rational& eta = 100) {
  return check_reduction(data, {.step_size = eta, .inputs = 50});
}

void check_agrees(const ReductionReport& report) {
  CHECK(report.verdict == Agreement::agree);
  REQUIRE(report.comparisons.size() >= 4);
  for (const SideBySide& c : report.comparisons) {
    CAPTURE(c.what, c.over);
    CHECK(c.verdict == Agreement::agree);
    CHECK(c.compared > 0);
    CHECK(c.widest <= 1e-12);
  }
}

/// v_0 = e_1, W_K = (0 | I), W_Q = (0 | theta e_1^T): queries are exactly theta.
TransformerData block_with(const json& row) {
  TransformerData data;
  data.positions = row["d"];
  data.dimension = row["m"];
  const std::size_t m = data.dimension;
  for (const json& v : row["V"])
    for (const json& entry : v) data.embeddings.push_back(std::stod(entry.get<std::string>()));
  data.cls.assign(m, 0.0);
  data.cls[0] = 1.0;
  data.value.assign(m + 1, 0.0);
  data.value[0] = 1.0;
  data.masked.assign(data.positions + 1, false);
  data.masked[0] = true;
  for (std::size_t h = 0; h < 2; ++h) {
    data.query[h].assign(m * (m + 1), 0.0);
    data.key[h].assign(m * (m + 1), 0.0);
    for (std::size_t p = 0; p < m; ++p) {
      data.query[h][p * (m + 1) + 1] = std::stod(row[h == 0 ? "theta" : "theta_tilde"][p].get<std::string>());
      data.key[h][p * (m + 1) + 1 + p] = 1.0;
    }
  }
  data.support = {row["support"][0], row["support"][1]};
  return data;
}

}  // namespace

TEST_CASE("reduction: the Transformer's gradient is the golden one", "[verify][sparse_xor][golden]") {
  const auto golden = lemmacheck::test::golden_file("instances.json");
  if (!golden) {
    WARN("the golden instances are not beside the sources; enumeration in the other cases stands alone");
    return;
  }
  std::size_t softmax_instances = 0;
  for (const json& row : (*golden)["instances"]) {
    if (row["attention"] != "softmax" || row["d"] > enumerated_positions) continue;
    ++softmax_instances;
    const ReductionReport report = checked(block_with(row));
    check_agrees(report);
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t j = 0; j < row["m"]; ++j) {
        CAPTURE(h, j);
        CHECK(lemmacheck::test::meets(report.gradient[h][j + 1][1],
                                      row[h == 0 ? "gradient_1" : "gradient_2"][j].get<std::string>()));
      }
  }
  CHECK(softmax_instances >= 2);
}

TEST_CASE("reduction: both sides agree for every input of small blocks", "[verify][sparse_xor][containment]") {
  for (const auto& [d, m] : {std::pair<std::size_t, std::size_t>{3, 2}, {4, 3}, {7, 4}, {10, 5}}) {
    CAPTURE(d, m);
    TransformerData data = sample_transformer(d, m, 7, {2, 0});
    const ReductionReport report = checked(data);
    check_agrees(report);
    CHECK(report.comparisons[0].compared == std::size_t{1} << d);
    // The factor |t_0|^2 of the step matters as soon as v_0 is not a unit vector.
    for (double& entry : data.cls) entry *= 0.75;
    check_agrees(checked(data));
  }
}

TEST_CASE("reduction: beyond enumeration the population gradient comes from moments", "[verify][sparse_xor]") {
  check_agrees(checked(sample_transformer(13, 4, 3), Rational(1000)));
  const ReductionReport large = checked(sample_transformer(120, 24, 1), Rational(100000));
  check_agrees(large);
  CHECK(large.comparisons.size() == 5);
}

TEST_CASE("reduction: blocks that do not reduce are told apart", "[verify][sparse_xor][negative]") {
  for (const std::size_t d : {8, 20}) {
    CAPTURE(d);
    const TransformerData good = sample_transformer(d, 4, 5);
    TransformerData unmasked = good;
    unmasked.masked[0] = false;
    CHECK(checked(unmasked).verdict == Agreement::differ);
    TransformerData masked_token = good;
    masked_token.masked[d] = true;
    CHECK(checked(masked_token).verdict == Agreement::differ);
    TransformerData reads_content = good;
    reads_content.key[1][0] = 1e-20;
    CHECK(checked(reads_content).verdict == Agreement::differ);
    TransformerData value_of_position = good;
    value_of_position.value[2] = 1e-20;
    CHECK(checked(value_of_position).verdict == Agreement::differ);
    TransformerData scaled_value = good;
    scaled_value.value[0] = 1 + 0x1p-52;
    CHECK(checked(scaled_value).verdict == Agreement::differ);
  }
  // Too few bits for the width: undecided, never agree.
  CHECK(check_reduction(sample_transformer(6, 3, 1), {.first_bits = 24, .highest_bits = 24}).verdict ==
        Agreement::undecided);
}

TEST_CASE("reduction: identities of formulas, and not without what they need", "[verify][sparse_xor][exact]") {
  const ReductionIdentities proved = prove_reduction_identities();
  CHECK(proved.scores);
  CHECK(proved.function);
  CHECK(proved.gradient);
  CHECK(proved.step);
  const ReductionIdentities unmasked = prove_reduction_identities({.cls_masked = false});
  CHECK(unmasked.scores);
  CHECK_FALSE(unmasked.function);
  CHECK_FALSE(unmasked.gradient);
  CHECK_FALSE(prove_reduction_identities({.keys_ignore_content = false}).scores);
}

TEST_CASE("reduction: what is not an instance is refused", "[verify][sparse_xor][domain]") {
  CHECK_THROWS_AS(sample_transformer(2, 3, 1), DomainError);
  CHECK_THROWS_AS(sample_transformer(5, 1, 1), DomainError);
  CHECK_THROWS_AS(sample_transformer(5, 3, 1, {1, 1}), DomainError);
  CHECK_THROWS_AS(sample_transformer(5, 3, 1, {1, 5}), DomainError);
  TransformerData data = sample_transformer(5, 3, 1);
  CHECK_THROWS_AS(check_reduction(data, {.step_size = 0}), DomainError);
  CHECK_THROWS_AS(check_reduction(data, {.inputs = 0}), DomainError);
  data.key[1].pop_back();
  CHECK_THROWS_AS(check_reduction(data), ShapeError);
}
