#include "reports/theorem_words.hpp"

#include <algorithm>

#include "numerics/decimal_text.hpp"
#include "verify/library.hpp"

namespace lemmacheck::reports {

using numerics::BigInterval;
using numerics::Rational;
using verify::TheoremVerdict;

VerdictCell verdict_cell(TheoremVerdict verdict, const std::vector<std::string>& names) {
  VerdictCell cell{std::string(to_string(verdict)), verdict == TheoremVerdict::holds   ? Tone::good
                                                    : verdict == TheoremVerdict::fails ? Tone::bad
                                                                                       : Tone::open};
  // names of events are phrases: "a distance grows" is not a statement of ours
  for (const std::string& name : names)
    cell.names.emplace_back(name.find(' ') == std::string::npos ? name : '"' + name + '"');
  return cell;
}

std::string exact_words(const Rational& x) {
  // a decimal when there is a short one, with an exponent when it ends in many zeros
  const numerics::DecimalStyle style{.digits = 40};
  std::string decimal = numerics::to_decimal_down(x, style);
  if (decimal != numerics::to_decimal_up(x, style)) return x.to_string();
  std::size_t zeros = 0;
  while (zeros < decimal.size() && decimal[decimal.size() - 1 - zeros] == '0') ++zeros;
  if (x.is_integer() && zeros >= 4 && zeros < decimal.size() && decimal.find('e') == std::string::npos)
    decimal = decimal.substr(0, decimal.size() - zeros) + "e" + std::to_string(zeros);
  return decimal;
}

std::string settings_text(const verify::Theorem& theorem, const verify::Binding& binding) {
  std::string all;
  for (std::size_t i = 0; i < theorem.parameters.size(); ++i) {
    const verify::Parameter& p = theorem.parameters[i];
    const auto free = std::ranges::find(binding.free(), p.name, &verify::FreeVariable::name);
    if (!all.empty()) all += ", ";
    if (free != binding.free().end())
      all += p.name + (free->lower == free->upper ? " = " : " in ") + ends_text(free->lower, free->upper);
    else
      all += p.name + " = " + binding.text(i);
  }
  return all;
}

std::string ends_text(const Rational& lower, const Rational& upper) {
  return lower == upper ? exact_words(lower) : '[' + exact_words(lower) + ", " + exact_words(upper) + ']';
}

std::string box_text(const verify::RangeResult& result, const verify::Box& box) {
  std::string all;
  for (std::size_t i = 0; i < result.range.size(); ++i) {
    if (i > 0) all += ", ";
    all +=
        result.range[i].name + (box.lower[i] == box.upper[i] ? " = " : " in ") + ends_text(box.lower[i], box.upper[i]);
  }
  return all;
}

std::string rounded(const BigInterval& x, verify::Side side, int digits) {
  const numerics::DecimalStyle style{.digits = digits};
  if (side == verify::Side::lower) return numerics::to_decimal_down(x, style);
  if (side == verify::Side::upper) return numerics::to_decimal_up(x, style);
  const numerics::DecimalEnclosure ends = numerics::to_decimal(x, style);
  return ends.lo == ends.hi ? ends.lo : '[' + ends.lo + ", " + ends.hi + ']';
}

namespace {

/// A bound as a whole number: down where it is a lower one.
template <class T>
T whole_number(const T& x, verify::Side side) {
  return side == verify::Side::lower ? floor(x) : ceil(x);
}

}  // namespace

std::string rounded(const verify::Number& x, verify::Side side, int digits, bool whole) {
  if (!x.exact) return rounded(whole ? whole_number(x.value, side) : x.value, side, digits);
  const Rational value = whole ? whole_number(*x.exact, side) : *x.exact;
  const numerics::DecimalStyle style{.digits = digits};
  const std::string down = numerics::to_decimal_down(value, style), up = numerics::to_decimal_up(value, style);
  if (side == verify::Side::lower || down == up) return down;
  return side == verify::Side::upper ? up : '[' + down + ", " + up + ']';
}

Cell number_cell(const verify::Number& x) {
  if (x.exact) return *x.exact;
  if (x.value.is_empty() || x.defined == numerics::Defined::nowhere) return Missing{"without a value here"};
  if (x.defined != numerics::Defined::everywhere) return Missing{"not certain to have a value here"};
  return x.value;
}

Cell conclusion_cell(const verify::Number& x, const verify::Conclusion& conclusion) {
  verify::Number shown = x;
  if (conclusion.integer) {
    shown.value = whole_number(x.value, conclusion.side);
    if (x.exact) shown.exact = whole_number(*x.exact, conclusion.side);
  }
  return number_cell(shown);
}

std::vector<std::string> unchecked(const verify::Theorem& theorem) {
  std::vector<std::string> all = theorem.caller;
  if (all.empty()) all.emplace_back("the file states no hypotheses of its own");
  all.emplace_back(
      "each event fails with at most the probability that its 'fails' formula gives, and the conclusions follow");
  return all;
}

std::string foundation_words(const std::string& id) {
  const verify::Theorem theorem = verify::load(verify::embedded_theorem({id, {}}));
  std::string text;
  for (const std::string& assumption : unchecked(theorem)) text += (text.empty() ? "" : "; ") + assumption;
  return id + " (" + theorem.kind + "): its conditions are certified here; assumed, not checked: " + text + '.';
}

std::string painted(const std::string& text, Tone tone, bool colour) {
  if (!colour) return text;
  const char* code = tone == Tone::good ? "\x1b[1;32m" : tone == Tone::bad ? "\x1b[1;31m" : "\x1b[1;33m";
  return code + text + "\x1b[0m";
}

}  // namespace lemmacheck::reports
