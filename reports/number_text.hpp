// How numbers are written for people: one notation per column, rounded towards the certified side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/table.hpp"

namespace lemmacheck::reports {

/// A decimal number taken apart: (-1)^negative * d.ddd * 10^exponent with the digits in `digits`; or one of the words
/// "inf", "empty", or a fraction "1/3", in `word`.
struct WrittenNumber {
  bool negative = false;
  std::string digits = "0";
  std::int64_t exponent = 0;
  std::string word = {};
  bool is_finite() const noexcept { return word.empty(); }
  bool is_zero() const noexcept { return is_finite() && digits == "0"; }
};

/// Takes "-1.2340e-7", "0.05", "12", "inf", "-1/3" apart; trailing zeros are kept, the digits of zero are "0".
WrittenNumber take_apart(std::string_view text);

/// A numeric cell: one number, or two ends when `is_enclosure`.
struct CellNumber {
  bool is_enclosure = false;
  WrittenNumber lo;  // the number itself when it is one
  WrittenNumber hi = {};
};

/// The cell rounded for its column: lower ends down, upper ends up, exact values in full.
CellNumber round_cell(const Cell& cell, const Column& column);

/// What the numbers of one column have in common.
struct NumberLayout {
  bool scientific = false;
  std::size_t fraction = 0;         // longest part behind the point in plain notation
  std::size_t exponent_digits = 0;  // longest exponent in scientific notation
  bool negative_exponent = false;
};

/// Chooses the notation of column c: plain when every number has its leading digit in 10^-4 .. 10^(digits-1), or, when
/// exact, is not a long row of zeros; scientific otherwise. Columns of one family have one notation.
NumberLayout layout_of(const Table& table, std::size_t c);

/// "0.03699", "1234": from the parts, exactly.
std::string plain_text(const WrittenNumber& number);
/// "6.255" for digits 6255; "-1".
std::string mantissa_text(const WrittenNumber& number);
/// Characters behind the point in plain notation, the point not counted.
std::size_t fraction_length(const WrittenNumber& number);

/// "6.255e11", "[0.3333, 0.3334]"; padded with spaces behind so that right-aligned cells meet at the point.
std::string text_of(const CellNumber& number, const NumberLayout& layout, bool pad);

/// An exact value in full: "0.05", "1e-400", "1/3".
std::string exact_text(const Cell& cell);

/// The two ends of a numeric cell at `digits` significant digits, outward.
numerics::DecimalEnclosure outward_text(const Cell& cell, int digits);

}  // namespace lemmacheck::reports
