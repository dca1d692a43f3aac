#include "reports/number_text.hpp"

#include <algorithm>
#include <charconv>

#include "numerics/error.hpp"

namespace lemmacheck::reports {

namespace {

using numerics::BigInterval;
using numerics::Decimal;
using numerics::DecimalStyle;
using numerics::Notation;
using numerics::Rational;

constexpr std::int64_t least_plain_exponent = -4;
constexpr std::int64_t longest_round = 6;   // 1000000 is plain, 10000000 is 1e7
constexpr std::int64_t longest_exact = 15;  // 12345678 stays plain
constexpr std::int64_t longest_plain = 40;  // where plain notation was asked for
constexpr int exact_digits = 40;

enum class Direction { down, up };

// 1e-400000 is no rational of reasonable size: its digits are rounded, the power of ten is carried along.
std::string rounded(const Decimal& value, const DecimalStyle& style, Direction direction) {
  const Rational digits = Decimal{value.negative, value.digits, 0}.to_rational();
  const DecimalStyle scientific{style.digits, Notation::scientific, style.keep_zeros};
  WrittenNumber number = take_apart(direction == Direction::down ? numerics::to_decimal_down(digits, scientific)
                                                                 : numerics::to_decimal_up(digits, scientific));
  number.exponent += value.exponent;
  return mantissa_text(number) + "e" + std::to_string(number.exponent);
}

std::string down(const Cell& cell, const DecimalStyle& style) {
  if (const auto* r = std::get_if<Rational>(&cell)) return numerics::to_decimal_down(*r, style);
  if (const auto* d = std::get_if<Decimal>(&cell))
    return d->is_small() ? numerics::to_decimal_down(d->to_rational(), style) : rounded(*d, style, Direction::down);
  return numerics::to_decimal_down(std::get<BigInterval>(cell), style);
}

std::string up(const Cell& cell, const DecimalStyle& style) {
  if (const auto* r = std::get_if<Rational>(&cell)) return numerics::to_decimal_up(*r, style);
  if (const auto* d = std::get_if<Decimal>(&cell))
    return d->is_small() ? numerics::to_decimal_up(d->to_rational(), style) : rounded(*d, style, Direction::up);
  return numerics::to_decimal_up(std::get<BigInterval>(cell), style);
}

// A rational of few digits is read more easily as a decimal; it is one exactly when both roundings agree.
std::string exact_rational_text(const Rational& value) {
  if (value.is_integer()) return value.to_string();
  const DecimalStyle style{.digits = exact_digits};
  const std::string text = numerics::to_decimal_down(value, style);
  return text == numerics::to_decimal_up(value, style) ? text : value.to_string();
}

std::string exact_point_text(const BigInterval& value) {
  if (value.is_empty()) return "empty";
  const DecimalStyle style{.digits = exact_digits};
  const auto ends = numerics::to_decimal(value, style);
  return ends.lo == ends.hi ? ends.lo : exact_rational_text(value.lower_rational());
}

std::string signed_digits(const WrittenNumber& number, const std::string& digits) {
  return (number.negative ? "-" : "") + digits;
}

std::string one_number(const WrittenNumber& number, const NumberLayout& layout, bool pad) {
  if (!number.is_finite()) return signed_digits(number, number.word);
  if (number.is_zero() || !layout.scientific) {
    std::string text = plain_text(number);
    if (pad && !layout.scientific && layout.fraction > 0) {
      const std::size_t own = fraction_length(number);
      text.append(layout.fraction - own + (own == 0 ? 1 : 0), ' ');
    }
    return text;
  }
  std::string exponent = std::to_string(number.exponent);
  std::string text = mantissa_text(number) + "e" + exponent;
  const std::size_t widest = layout.exponent_digits + (layout.negative_exponent ? 1 : 0);
  if (pad && exponent.size() < widest) text.append(widest - exponent.size(), ' ');
  return text;
}

void extend(NumberLayout& layout, const WrittenNumber& number) {
  if (!number.is_finite()) return;
  layout.fraction = std::max(layout.fraction, fraction_length(number));
  if (number.is_zero()) return;
  const std::string exponent = std::to_string(number.exponent);
  layout.exponent_digits = std::max(layout.exponent_digits, exponent.size() - (number.exponent < 0 ? 1 : 0));
  layout.negative_exponent = layout.negative_exponent || number.exponent < 0;
}

bool too_long_for_plain(const WrittenNumber& number) {
  return number.exponent < -longest_plain || number.exponent > longest_plain;
}

bool wants_scientific(const WrittenNumber& number, const Column& column) {
  if (!number.is_finite() || number.is_zero()) return false;
  if (column.notation == Notation::plain) return too_long_for_plain(number);
  if (number.exponent < least_plain_exponent) return true;
  if (column.side != Side::exact) return number.exponent >= column.digits;
  const std::int64_t zeros = number.exponent + 1 - static_cast<std::int64_t>(number.digits.size());
  return number.exponent > longest_exact || (number.exponent > longest_round && zeros >= 4);
}

}  // namespace

WrittenNumber take_apart(std::string_view text) {
  WrittenNumber number;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    number.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  const std::size_t e = text.find_first_of("eE");
  std::string_view mantissa = text.substr(0, e);
  if (mantissa.find_first_not_of("0123456789.") != std::string_view::npos || mantissa.empty()) {
    number.word = std::string(text);
    return number;
  }
  if (e != std::string_view::npos) {
    std::string_view exponent = text.substr(e + 1);
    if (!exponent.empty() && exponent.front() == '+') exponent.remove_prefix(1);
    const auto read = std::from_chars(exponent.data(), exponent.data() + exponent.size(), number.exponent);
    LEMMACHECK_ASSERT(read.ec == std::errc() && read.ptr == exponent.data() + exponent.size());
  }
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  std::string digits(mantissa.substr(0, point));
  if (point < mantissa.size()) digits += mantissa.substr(point + 1);
  const std::size_t leading = digits.find_first_not_of('0');
  if (leading == std::string::npos) return WrittenNumber{.negative = false};
  number.exponent += static_cast<std::int64_t>(point) - 1 - static_cast<std::int64_t>(leading);
  number.digits = digits.substr(leading);
  return number;
}

CellNumber round_cell(const Cell& cell, const Column& column) {
  const DecimalStyle style{.digits = column.digits, .notation = Notation::scientific, .keep_zeros = true};
  switch (column.side) {
    case Side::lower:
      return {.lo = take_apart(down(cell, style))};
    case Side::upper:
      return {.lo = take_apart(up(cell, style))};
    case Side::enclosure:
      return {.is_enclosure = true, .lo = take_apart(down(cell, style)), .hi = take_apart(up(cell, style))};
    case Side::exact:
    case Side::none:
      break;
  }
  CellNumber number{.lo = take_apart(exact_text(cell))};
  // The zeros of 1000000 are its value, not its precision.
  auto& digits = number.lo.digits;
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  return number;
}

NumberLayout layout_of(const Table& table, std::size_t c) {
  const Column& column = table.columns()[c];
  NumberLayout layout;
  for (std::size_t other = 0; other < table.columns().size(); ++other) {
    const Column& relative = table.columns()[other];
    if (other != c && (column.family.empty() || relative.family != column.family)) continue;
    layout.scientific = layout.scientific || relative.notation == Notation::scientific;
    for (const auto& row : table.rows()) {
      if (!is_number(row[other])) continue;
      const CellNumber number = round_cell(row[other], relative);
      layout.scientific = layout.scientific || wants_scientific(number.lo, relative) ||
                          (number.is_enclosure && wants_scientific(number.hi, relative));
      if (other != c) continue;
      extend(layout, number.lo);
      if (number.is_enclosure) extend(layout, number.hi);
    }
  }
  return layout;
}

std::string plain_text(const WrittenNumber& number) {
  const auto& digits = number.digits;
  const auto count = static_cast<std::int64_t>(digits.size());
  if (number.is_zero()) return digits;
  if (number.exponent < 0)
    return signed_digits(number, "0." + std::string(static_cast<std::size_t>(-number.exponent - 1), '0') + digits);
  if (number.exponent + 1 >= count)
    return signed_digits(number, digits + std::string(static_cast<std::size_t>(number.exponent + 1 - count), '0'));
  const auto point = static_cast<std::size_t>(number.exponent + 1);
  return signed_digits(number, digits.substr(0, point) + "." + digits.substr(point));
}

std::string mantissa_text(const WrittenNumber& number) {
  std::string text = number.digits.substr(0, 1);
  if (number.digits.size() > 1) text += "." + number.digits.substr(1);
  return signed_digits(number, text);
}

std::size_t fraction_length(const WrittenNumber& number) {
  const std::int64_t behind = static_cast<std::int64_t>(number.digits.size()) - 1 - number.exponent;
  return number.is_finite() && !number.is_zero() && behind > 0 ? static_cast<std::size_t>(behind) : 0;
}

std::string text_of(const CellNumber& number, const NumberLayout& layout, bool pad) {
  if (!number.is_enclosure) return one_number(number.lo, layout, pad);
  return "[" + one_number(number.lo, layout, false) + ", " + one_number(number.hi, layout, false) + "]";
}

std::string exact_text(const Cell& cell) {
  if (const auto* r = std::get_if<Rational>(&cell)) return exact_rational_text(*r);
  if (const auto* d = std::get_if<Decimal>(&cell)) return d->to_string();
  return exact_point_text(std::get<BigInterval>(cell));
}

numerics::DecimalEnclosure outward_text(const Cell& cell, int digits) {
  const DecimalStyle style{.digits = digits};
  return {down(cell, style), up(cell, style)};
}

}  // namespace lemmacheck::reports
