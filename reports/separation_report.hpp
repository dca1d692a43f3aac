// What a feedforward network and a fixed feature map need where attention trains 2 m numbers, as tables.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "reports/table.hpp"
#include "verify/sparse_xor/crossing.hpp"
#include "verify/sparse_xor/fixed_embedding.hpp"

namespace lemmacheck::reports {

struct CrossingRow {
  std::string theorem;
  numerics::Rational delta;
  verify::sparse_xor::Opponent opponent;
  std::optional<verify::sparse_xor::Crossing> crossing;  // none: no such d was found
};
Table crossing_table(const numerics::Rational& epsilon, std::span<const CrossingRow> rows);

struct SizeRow {
  std::string theorem;
  numerics::Rational delta, positions;
  verify::sparse_xor::LeastDimension least;
};
/// `largest` is the largest m that was looked at.
Table size_table(const numerics::Rational& epsilon, long largest, std::span<const SizeRow> rows);

struct ProjectionRow {
  verify::sparse_xor::Features features;
  std::size_t positions, size, count;  // d, k, N
  numerics::Rational parities;         // C(d, k)
  std::optional<numerics::Interval> enclosure;
  std::optional<numerics::Rational> exact;
  std::optional<std::size_t> rank;
  numerics::Truth within() const;  // whether what is explained is at most N
};
Table projection_table(std::uint64_t seed, std::span<const ProjectionRow> rows);

struct FeatureRow {
  long positions, size;
  numerics::Rational epsilon;
};
Table feature_table(std::span<const FeatureRow> rows);

}  // namespace lemmacheck::reports
