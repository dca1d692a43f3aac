// Binary64 functions against Arb: an engine that shares no code with them.
#include <cmath>
#include <limits>
#include <random>

#include "numerics/interval_functions.hpp"
#include "numerics/interval_gamma.hpp"
#include "tests/support/arb_oracle.hpp"
#include "tests/support/catch.hpp"

#if __has_include(<flint/arb_hypgeom.h>)
#include <flint/arb_hypgeom.h>
#else
#include <arb_hypgeom.h>
#endif

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

using Oracle = void (*)(arb_ptr, arb_srcptr, slong);

struct Case {
  const char* name;
  Interval (*f)(const Interval&, Defined&);
  Oracle oracle;
  double width = 4;  // most of an ordinary value at a point, in epsilons
};

template <Interval (*f)(const Interval&)>
Interval total(const Interval& x, Defined&) {
  return f(x);
}

template <unsigned base>
void arb_log_base(arb_ptr r, arb_srcptr x, slong bits) {
  arb_log_base_ui(r, x, base, bits);
}

void arb_cbrt(arb_ptr r, arb_srcptr x, slong bits) {
  const bool negative = arb_is_negative(x) != 0;
  arb_abs(r, x);
  arb_root_ui(r, r, 3, bits);
  if (negative) arb_neg(r, r);
}

const Case cases[] = {
    {"sqrt", [](const Interval& x, Defined& d) { return sqrt(x, d); }, arb_sqrt},
    {"exp", [](const Interval& x, Defined&) { return exp(x); }, arb_exp},
    {"log", [](const Interval& x, Defined& d) { return log(x, d); }, arb_log},
    {"log1p", log1p, arb_log1p},
    {"log2", log2, arb_log_base<2>},
    {"log10", log10, arb_log_base<10>},
    {"expm1", total<expm1>, arb_expm1},
    {"cbrt", total<cbrt>, arb_cbrt},
    {"sin", total<sin>, arb_sin},
    {"cos", total<cos>, arb_cos},
    {"tan", tan, arb_tan, 12},
    {"asin", asin, arb_asin},
    {"acos", acos, arb_acos},
    {"atan", total<atan>, arb_atan},
    {"sinh", total<sinh>, arb_sinh},
    {"cosh", total<cosh>, arb_cosh},
    {"tanh", total<tanh>, arb_tanh},
    {"erf", total<erf>, arb_hypgeom_erf},
    {"lgamma", lgamma, arb_lgamma, 256},
    {"digamma", digamma, arb_digamma, 256},
};

/// Ordinary numbers, whole numbers, near 0 and 1, huge and tiny exponents.
double random_point(std::mt19937_64& bits) {
  const double fraction = static_cast<double>(bits() >> 11) * 0x1p-53, sign = bits() % 2 == 0 ? 1 : -1;
  switch (bits() % 6) {
    case 0:
      return sign * 4 * fraction;
    case 1:
      return sign * static_cast<double>(bits() % 40);
    case 2:
      return sign * std::ldexp(1 + fraction, -static_cast<int>(bits() % 60));
    case 3:
      return sign * (1 + std::ldexp(sign * fraction, -static_cast<int>(bits() % 50)));
    case 4:
      return sign * 700 * fraction;
    default:
      return sign * std::ldexp(1 + fraction, static_cast<int>(bits() % 2000) - 1000);
  }
}

}  // namespace

TEST_CASE("binary64 functions contain what Arb says, at points and inside intervals",
          "[numerics][interval][functions][containment][oracle]") {
  constexpr unsigned seed = 20261130;
  constexpr int count = 400;
  for (const Case& c : cases) {
    std::mt19937_64 bits(seed);
    int points = 0, wide = 0;
    for (int i = 0; i < count; ++i) {
      double a = random_point(bits), b = random_point(bits);
      if (a > b) std::swap(a, b);
      const double inside = std::min(b, std::max(a, a + (b - a) * static_cast<double>(bits() >> 11) * 0x1p-53));
      CAPTURE(c.name, seed, i, a, b, inside);
      Defined at_point = Defined::everywhere, on_box = Defined::everywhere;
      const Interval point = c.f(Interval(inside), at_point);
      if (at_point != Defined::everywhere) continue;
      const Ball x(BigInterval::from_double(inside, Precision(53)));
      const auto value = [&](arb_ptr r, slong p) { c.oracle(r, x, p); };
      CHECK(arb_contains(BigInterval(point, Precision(53)), value) != Truth::no);
      CHECK(arb_contains(BigInterval(c.f(Interval(a, b), on_box), Precision(53)), value) != Truth::no);
      ++points;
      wide += a < b ? 1 : 0;
      const bool ordinary = point.mignitude() > 0x1p-1000 && point.magnitude() < 0x1p1000;
      if (ordinary) CHECK(point.relative_width_upper() <= c.width * std::numeric_limits<double>::epsilon());
    }
    CAPTURE(c.name, points, wide);
    CHECK(points > count / 8);
    CHECK(wide > count / 10);
  }
}
