// A vector of enclosures in whichever number type computed them.
#pragma once

#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "numerics/big_interval.hpp"
#include "numerics/interval.hpp"

namespace lemmacheck::verify::sparse_xor {

class EnclosureVector {
 public:
  EnclosureVector() = default;
  explicit EnclosureVector(std::vector<numerics::Interval> values) : values_(std::move(values)) {}
  explicit EnclosureVector(std::vector<numerics::BigInterval> values) : values_(std::move(values)) {}

  std::size_t size() const noexcept {
    return std::visit([](const auto& values) { return values.size(); }, values_);
  }
  /// Entry k; binary64 ends are kept exactly.
  numerics::BigInterval at(std::size_t k) const {
    if (const auto* values = std::get_if<std::vector<numerics::Interval>>(&values_)) {
      return {values->at(k), numerics::Precision(53)};
    }
    return std::get<std::vector<numerics::BigInterval>>(values_).at(k);
  }
  /// Entry k in binary64, rounded outward where it was longer.
  numerics::Interval interval_at(std::size_t k) const {
    if (const auto* values = std::get_if<std::vector<numerics::Interval>>(&values_)) return values->at(k);
    return numerics::Interval(std::get<std::vector<numerics::BigInterval>>(values_).at(k));
  }

 private:
  std::variant<std::vector<numerics::Interval>, std::vector<numerics::BigInterval>> values_;
};

}  // namespace lemmacheck::verify::sparse_xor
