// Whatever is printed, read back exactly, lies on the certified side of the value, and not farther than one unit of
// its last digit.
#include <random>
#include <string>

#include "reports/csv_writer.hpp"
#include "reports/latex_writer.hpp"
#include "reports/number_text.hpp"
#include "tests/reports/sample_tables.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck;
using namespace lemmacheck::reports;
using lemmacheck::test::one_column;
using lemmacheck::test::rational;
using numerics::Rational;

namespace {

// Deterministic on every platform: engine output only, no library distribution.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t below(std::uint64_t bound) { return engine_() % bound; }
  Rational number() {
    const auto numerator = static_cast<long long>(below(1'000'000'000'000));
    const auto denominator = static_cast<long long>(1 + below(1'000'000));
    const Rational value = Rational(below(2) == 0 ? numerator : -numerator, denominator);
    switch (below(4)) {
      case 0: return value;
      case 1: return value * numerics::pow(Rational(10), static_cast<long>(below(80)) - 40);
      case 2: return Rational(static_cast<long long>(below(20)) - 10);
      default: return nines();
    }
  }

 private:
  // 9.99..9 and its neighbours: the carry runs through all digits.
  Rational nines() {
    const Rational ten = numerics::pow(Rational(10), static_cast<long>(below(30)));
    const Rational value = ten - Rational(static_cast<long long>(below(3)) - 1, 1 + static_cast<long long>(below(9)));
    return below(2) == 0 ? value : -value;
  }
  std::mt19937_64 engine_;
};

Rational unit_of_last_digit(const Rational& x, int digits) {
  Rational unit = numerics::pow(Rational(10), -digits);
  for (Rational power = numerics::pow(Rational(10), -80); power <= numerics::abs(x); power *= Rational(10))
    unit = power * numerics::pow(Rational(10), 1 - digits);
  return unit;
}

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

// "$[1.2, 3.4]\cdot 10^{5}$" and "$1.2\cdot 10^{5}$" as the numbers a reader of the paper sees.
std::pair<Rational, Rational> read_latex(const std::string& latex) {
  std::string text = without_spaces(latex.substr(1, latex.size() - 2));
  const auto number = [](const std::string& part) {
    const auto at = part.find("\\cdot10^{");
    if (at == std::string::npos) return Rational::parse(part);
    return Rational::parse(part.substr(0, at) + "e" + part.substr(at + 9, part.size() - at - 10));
  };
  if (text.front() != '[') return {number(text), number(text)};
  const auto close = text.find(']');
  const auto comma = text.find(',');
  const std::string power = text.substr(close + 1);
  return {number(text.substr(1, comma - 1) + power), number(text.substr(comma + 1, close - comma - 1) + power)};
}

std::string latex_cell(const Table& table) {
  const std::string latex = write_latex(table);
  const auto from = latex.find('$', latex.find("\\midrule"));
  return latex.substr(from, latex.find('$', from + 1) + 1 - from);
}

}  // namespace

TEST_CASE("rounding: values just above a power of ten", "[reports][rounding][exact]") {
  // The size of 8 in decimal digits is easily taken for two.
  const auto text = [](Side side, const char* value) {
    const Table table = one_column(side, rational(value), 3);
    return text_of(round_cell(table.rows()[0][0], table.columns()[0]), layout_of(table, 0), false);
  };
  CHECK(text(Side::lower, "-8001/8") == "-1.01e3");
  CHECK(text(Side::upper, "-8001/8") == "-1.00e3");
  CHECK(text(Side::upper, "8001/8") == "1.01e3");
}

TEST_CASE("rounding: what people read lies on the certified side", "[reports][rounding][containment]") {
  Draw draw(20250101);
  for (int i = 0; i < 1500; ++i) {
    const Rational x = draw.number();
    const int digits = 1 + static_cast<int>(draw.below(12));
    CAPTURE(i, x.to_string(), digits);
    const Rational unit = unit_of_last_digit(x, digits);
    const auto text = [&](Side side) {
      const Table table = one_column(side, x, digits);
      return text_of(round_cell(x, table.columns()[0]), layout_of(table, 0), true);
    };
    const Rational lower = Rational::parse(without_spaces(text(Side::lower)));
    const Rational upper = Rational::parse(without_spaces(text(Side::upper)));
    REQUIRE(lower <= x);
    REQUIRE(upper >= x);
    REQUIRE(x - lower < unit);
    REQUIRE(upper - x < unit);
    const std::string both = without_spaces(text(Side::enclosure));
    const auto comma = both.find(',');
    REQUIRE(Rational::parse(both.substr(1, comma - 1)) == lower);
    REQUIRE(Rational::parse(both.substr(comma + 1, both.size() - comma - 2)) == upper);
  }
}

TEST_CASE("rounding: both ends of an enclosure go outward", "[reports][rounding][containment]") {
  Draw draw(20250105);
  for (int i = 0; i < 500; ++i) {
    const Rational x = draw.number();
    const numerics::Precision precision(static_cast<long>(2 + draw.below(150)));
    const numerics::BigInterval value(x, x + numerics::abs(x) / Rational(static_cast<long long>(1 + draw.below(999))),
                                      precision);
    const int digits = 1 + static_cast<int>(draw.below(12));
    const Table table = one_column(Side::enclosure, value, digits);
    const std::string text = without_spaces(text_of(round_cell(value, table.columns()[0]), layout_of(table, 0), true));
    CAPTURE(i, text, numerics::to_string(value, {.digits = 50}), digits);
    const auto comma = text.find(',');
    const Rational lo = Rational::parse(text.substr(1, comma - 1));
    const Rational hi = Rational::parse(text.substr(comma + 1, text.size() - comma - 2));
    REQUIRE(lo <= value.lower_rational());
    REQUIRE(hi >= value.upper_rational());
    REQUIRE(value.lower_rational() - lo < unit_of_last_digit(value.lower_rational(), digits));
    REQUIRE(hi - value.upper_rational() < unit_of_last_digit(value.upper_rational(), digits));
  }
}

TEST_CASE("rounding: what LaTeX sets lies on the certified side", "[reports][rounding][containment]") {
  Draw draw(20250102);
  for (int i = 0; i < 300; ++i) {
    const Rational x = draw.number();
    const int digits = 2 + static_cast<int>(draw.below(8));
    const std::string cell = latex_cell(one_column(Side::enclosure, x, digits));
    CAPTURE(i, x.to_string(), cell);
    const auto [lo, hi] = read_latex(cell);
    REQUIRE(lo <= x);
    REQUIRE(hi >= x);
    REQUIRE(hi - lo <= unit_of_last_digit(x, digits));
  }
}

TEST_CASE("rounding: exact columns give the value back", "[reports][exact][containment]") {
  Draw draw(20250103);
  for (int i = 0; i < 500; ++i) {
    const Rational x = draw.number();
    const Table table = one_column(Side::exact, x);
    CAPTURE(i, x.to_string());
    const std::string text = text_of(round_cell(x, table.columns()[0]), layout_of(table, 0), true);
    REQUIRE(Rational::parse(without_spaces(text)) == x);
    REQUIRE(Rational::parse(exact_text(x)) == x);
  }
}

TEST_CASE("rounding: machine formats keep 20 digits outward", "[reports][rounding][containment]") {
  Draw draw(20250104);
  for (int i = 0; i < 300; ++i) {
    const Rational x = draw.number();
    CAPTURE(i, x.to_string());
    const std::string csv = write_csv(one_column(Side::enclosure, x));
    const auto begin = csv.find('\n') + 1;
    const auto comma = csv.find(',', begin);
    const Rational lo = Rational::parse(csv.substr(begin, comma - begin));
    const Rational hi = Rational::parse(csv.substr(comma + 1, csv.size() - comma - 3));
    REQUIRE(lo <= x);
    REQUIRE(hi >= x);
    REQUIRE(hi - lo <= unit_of_last_digit(x, 20));
  }
}
