// Golden values: a printed number stands for itself plus or minus one unit of its last digit.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "numerics/big_interval.hpp"
#include "tests/support/source_directory.hpp"

namespace lemmacheck::test {

/// [v - u, v + u], u one unit of the last printed digit: text such as "0.25", "-1.5e-7", "1.0".
inline numerics::BigInterval golden_band(const std::string& text, numerics::Precision precision) {
  const std::size_t mark = text.find('e');
  const std::string mantissa = text.substr(0, mark);
  const long exponent = mark == std::string::npos ? 0 : std::stol(text.substr(mark + 1));
  const std::size_t point = mantissa.find('.');
  const long decimals = point == std::string::npos ? 0 : static_cast<long>(mantissa.size() - point - 1);
  const std::string unit = "1e" + std::to_string(exponent - decimals);
  const auto value = numerics::BigInterval::parse(text, precision);
  const auto radius = numerics::BigInterval::parse(unit, precision);
  return numerics::hull(value - radius, value + radius);
}

/// Whether an enclosure meets the golden value.
inline bool meets(const numerics::BigInterval& enclosure, const std::string& golden) {
  const numerics::Precision precision(enclosure.precision().bits + 64);
  return !numerics::intersection(enclosure.at(precision), golden_band(golden, precision)).is_empty();
}

/// The golden file beside the repository, or nothing when it is not there.
inline std::optional<nlohmann::json> golden_file(const std::string& name) {
  std::ifstream file(source_directory() + "/../shared/golden/" + name);
  if (!file) return std::nullopt;
  return nlohmann::json::parse(file);
}

}  // namespace lemmacheck::test
