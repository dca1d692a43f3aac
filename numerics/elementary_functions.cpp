// The table of elementary and special functions: one entry each.
#include <algorithm>

#include "numerics/approx_functions.hpp"
#include "numerics/error.hpp"
#include "numerics/function.hpp"
#include "numerics/interval_functions.hpp"
#include "numerics/interval_gamma.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::numerics {
namespace {

constexpr auto increasing = Direction::increasing;
constexpr auto decreasing = Direction::decreasing;
constexpr auto unknown = Direction::unknown;

using Exact = std::optional<Rational>;

int least(Truth t) { return t == Truth::yes ? 1 : 0; }
int most(Truth t) { return t == Truth::no ? 0 : 1; }
BigInterval like(const BigInterval& x, Truth t) {
  return BigInterval(Rational(least(t)), Rational(most(t)), x.precision());
}
Interval like(const Interval&, Truth t) { return Interval(least(t), most(t)); }

/// Powers that are worked out exactly: exponents to the first limit, results to about the second.
constexpr int exact_power_limit = 4096;
constexpr std::size_t exact_power_bits = 500'000;

Exact exact_power(Arguments<Rational> x) {
  if (!x[1]->is_integer() || abs(*x[1]) > Rational(exact_power_limit)) return std::nullopt;
  if (x[0]->sign() == 0 && x[1]->sign() < 0) return std::nullopt;
  const long n = x[1]->to_long();
  const std::size_t bits = mpz_sizeinbase(mpq_numref(x[0]->data()), 2) + mpz_sizeinbase(mpq_denref(x[0]->data()), 2);
  if (bits * static_cast<std::size_t>(n < 0 ? -n : n) > exact_power_bits) return std::nullopt;
  return pow(*x[0], n);
}

/// The root of a square; nothing for other numbers.
Exact exact_root(Arguments<Rational> x) {
  if (x[0]->sign() < 0) return std::nullopt;
  if (mpz_perfect_square_p(mpq_numref(x[0]->data())) == 0 || mpz_perfect_square_p(mpq_denref(x[0]->data())) == 0)
    return std::nullopt;
  Rational root;
  mpz_sqrt(mpq_numref(root.data()), mpq_numref(x[0]->data()));
  mpz_sqrt(mpq_denref(root.data()), mpq_denref(x[0]->data()));
  return root;
}

Exact exact_quotient(Arguments<Rational> x) {
  if (x[1]->sign() == 0) return std::nullopt;
  return *x[0] / *x[1];
}

/// Entry for a function that only BigInterval has; the tape evaluates it there for Interval too.
template <class F>
Function special(std::string name, std::vector<Direction> directions, std::vector<std::string> derivatives, F) {
  Function f;
  f.name = std::move(name);
  f.directions = std::move(directions);
  f.derivatives = std::move(derivatives);
  f.arity = static_cast<int>(f.derivatives.size());
  f.big = [](Arguments<BigInterval> x, Precision, Defined& d) { return F{}(x, d); };
  f.approx = approx_function(f.name);
  return f;
}

/// Entry for a function that both interval types have.
template <class F>
Function entry(std::string name, std::vector<Direction> directions, std::vector<std::string> derivatives, F evaluate) {
  Function f = special(std::move(name), std::move(directions), std::move(derivatives), evaluate);
  f.binary64 = [](Arguments<Interval> x, Defined& d) { return F{}(x, d); };
  return f;
}

Function with_exact(Function f, Exact (*exact)(Arguments<Rational>)) {
  f.exact = exact;
  return f;
}

void add_arithmetic(FunctionTable& table) {
  table.add(with_exact(entry("+", {increasing, increasing}, {"1", "1"}, [](auto x, Defined&) { return *x[0] + *x[1]; }),
                       [](Arguments<Rational> x) -> Exact { return *x[0] + *x[1]; }));
  table.add(
      with_exact(entry("-", {increasing, decreasing}, {"1", "-1"}, [](auto x, Defined&) { return *x[0] - *x[1]; }),
                 [](Arguments<Rational> x) -> Exact { return *x[0] - *x[1]; }));
  table.add(with_exact(entry("*", {}, {"b", "a"}, [](auto x, Defined&) { return *x[0] * *x[1]; }),
                       [](Arguments<Rational> x) -> Exact { return *x[0] * *x[1]; }));
  table.add(with_exact(entry("/", {}, {"1/b", "-a/b^2"}, [](auto x, Defined& d) { return divide(*x[0], *x[1], d); }),
                       exact_quotient));
  table.add(
      with_exact(entry("^", {}, {"b*a^(b-1)", "a^b*log(a)"}, [](auto x, Defined& d) { return pow(*x[0], *x[1], d); }),
                 exact_power));
  table.add(with_exact(entry("neg", {decreasing}, {"-1"}, [](auto x, Defined&) { return -*x[0]; }),
                       [](Arguments<Rational> x) -> Exact { return -*x[0]; }));
}

void add_comparisons(FunctionTable& table) {
  const auto add = [&](const char* name, auto evaluate, Exact (*exact)(Arguments<Rational>)) {
    Function f = with_exact(entry(name, {}, {"", ""}, evaluate), exact);
    f.boolean = true;
    table.add(std::move(f));
  };
  add(
      "<", [](auto x, Defined&) { return like(*x[0], less(*x[0], *x[1])); },
      [](Arguments<Rational> x) -> Exact { return *x[0] < *x[1] ? 1 : 0; });
  add(
      "<=", [](auto x, Defined&) { return like(*x[0], less_equal(*x[0], *x[1])); },
      [](Arguments<Rational> x) -> Exact { return *x[0] <= *x[1] ? 1 : 0; });
  add(
      "=", [](auto x, Defined&) { return like(*x[0], equal(*x[0], *x[1])); },
      [](Arguments<Rational> x) -> Exact { return *x[0] == *x[1] ? 1 : 0; });
  add(
      "and", [](auto x, Defined&) { return min(*x[0], *x[1]); },
      [](Arguments<Rational> x) -> Exact { return std::min(*x[0], *x[1]); });

  // The tape chooses the branch itself: only the branch taken has to be defined.
  Function choice;
  choice.name = "if";
  choice.arity = 3;
  table.add(std::move(choice));
}

void add_order(FunctionTable& table) {
  table.add(with_exact(entry("abs", {}, {"a/abs(a)"}, [](auto x, Defined&) { return abs(*x[0]); }),
                       [](Arguments<Rational> x) -> Exact { return abs(*x[0]); }));
  Function minimum = with_exact(entry("min", {increasing, increasing}, {"if(a <= b, 1, 0)", "if(a <= b, 0, 1)"},
                                      [](auto x, Defined&) { return min(*x[0], *x[1]); }),
                                [](Arguments<Rational> x) -> Exact { return std::min(*x[0], *x[1]); });
  Function maximum = with_exact(entry("max", {increasing, increasing}, {"if(a >= b, 1, 0)", "if(a >= b, 0, 1)"},
                                      [](auto x, Defined&) { return max(*x[0], *x[1]); }),
                                [](Arguments<Rational> x) -> Exact { return std::max(*x[0], *x[1]); });
  minimum.variadic_from = maximum.variadic_from = 2;
  table.add(std::move(minimum));
  table.add(std::move(maximum));
  const auto step = [&](const char* name, auto big, Exact (*exact)(Arguments<Rational>)) {
    Function f = with_exact(entry(name, {increasing}, {""}, big), exact);
    table.add(std::move(f));
  };
  step(
      "floor", [](auto x, Defined&) { return floor(*x[0]); },
      [](Arguments<Rational> x) -> Exact { return floor(*x[0]); });
  step(
      "ceil", [](auto x, Defined&) { return ceil(*x[0]); }, [](Arguments<Rational> x) -> Exact { return ceil(*x[0]); });
}

void add_elementary(FunctionTable& table) {
  table.add(with_exact(
      entry("sqrt", {increasing}, {"1/(2*sqrt(a))"}, [](auto x, Defined& d) { return sqrt(*x[0], d); }), exact_root));
  table.add(entry("cbrt", {increasing}, {"1/(3*cbrt(a)^2)"}, [](auto x, Defined&) { return cbrt(*x[0]); }));
  table.add(entry("exp", {increasing}, {"exp(a)"}, [](auto x, Defined&) { return exp(*x[0]); }));
  table.add(entry("expm1", {increasing}, {"exp(a)"}, [](auto x, Defined&) { return expm1(*x[0]); }));
  table.add(entry("log", {increasing}, {"1/a"}, [](auto x, Defined& d) { return log(*x[0], d); }));
  table.add(entry("ln", {increasing}, {"1/a"}, [](auto x, Defined& d) { return log(*x[0], d); }));
  table.add(entry("log1p", {increasing}, {"1/(1+a)"}, [](auto x, Defined& d) { return log1p(*x[0], d); }));
  table.add(entry("log2", {increasing}, {"1/(a*log(2))"}, [](auto x, Defined& d) { return log2(*x[0], d); }));
  table.add(entry("log10", {increasing}, {"1/(a*log(10))"}, [](auto x, Defined& d) { return log10(*x[0], d); }));
  table.add(entry("sin", {unknown}, {"cos(a)"}, [](auto x, Defined&) { return sin(*x[0]); }));
  table.add(entry("cos", {unknown}, {"-sin(a)"}, [](auto x, Defined&) { return cos(*x[0]); }));
  table.add(entry("tan", {unknown}, {"1+tan(a)^2"}, [](auto x, Defined& d) { return tan(*x[0], d); }));
  table.add(entry("asin", {increasing}, {"1/sqrt(1-a^2)"}, [](auto x, Defined& d) { return asin(*x[0], d); }));
  table.add(entry("acos", {decreasing}, {"-1/sqrt(1-a^2)"}, [](auto x, Defined& d) { return acos(*x[0], d); }));
  table.add(entry("atan", {increasing}, {"1/(1+a^2)"}, [](auto x, Defined&) { return atan(*x[0]); }));
  table.add(entry("sinh", {increasing}, {"cosh(a)"}, [](auto x, Defined&) { return sinh(*x[0]); }));
  table.add(entry("cosh", {unknown}, {"sinh(a)"}, [](auto x, Defined&) { return cosh(*x[0]); }));
  table.add(entry("tanh", {increasing}, {"1-tanh(a)^2"}, [](auto x, Defined&) { return tanh(*x[0]); }));
}

void add_special(FunctionTable& table) {
  table.add(entry("erf", {increasing}, {"2/sqrt(pi)*exp(-a^2)"}, [](auto x, Defined&) { return erf(*x[0]); }));
  table.add(special("erfc", {decreasing}, {"-2/sqrt(pi)*exp(-a^2)"}, [](auto x, Defined&) { return erfc(*x[0]); }));
  table.add(special("normal_cdf", {increasing}, {"exp(-a^2/2)/sqrt(2*pi)"},
                    [](auto x, Defined&) { return normal_cdf(*x[0]); }));
  table.add(special("gamma", {unknown}, {"gamma(a)*digamma(a)"}, [](auto x, Defined& d) { return gamma(*x[0], d); }));
  table.add(entry("lgamma", {unknown}, {"digamma(a)"}, [](auto x, Defined& d) { return lgamma(*x[0], d); }));
  table.add(entry("digamma", {increasing}, {""}, [](auto x, Defined& d) { return digamma(*x[0], d); }));
  table.add(special("lambert_w", {increasing}, {"1/(exp(lambert_w(a))*(1+lambert_w(a)))"},
                    [](auto x, Defined& d) { return lambert_w(*x[0], d); }));
  table.add(special("hyp0f1", {decreasing, increasing}, {"", "hyp0f1(a+1, b)/a"},
                    [](auto x, Defined& d) { return hypergeometric_0f1(*x[0], *x[1], d); }));
  table.add(special("beta_inc", {decreasing, increasing, increasing},
                    {"", "", "c^(a-1)*(1-c)^(b-1)*exp(lgamma(a+b)-lgamma(a)-lgamma(b))"},
                    [](auto x, Defined& d) { return beta_inc(*x[0], *x[1], *x[2], d); }));
  table.add(special("beta_inc_inverse", {increasing, decreasing, increasing}, {"", "", ""},
                    [](auto x, Defined& d) { return beta_inc_inverse(*x[0], *x[1], *x[2], d); }));
  table.add(special("binomial", {unknown, unknown},
                    {"binomial(a, b)*(digamma(a+1)-digamma(a-b+1))", "binomial(a, b)*(digamma(a-b+1)-digamma(b+1))"},
                    [](auto x, Defined& d) { return binomial(*x[0], *x[1], d); }));
  table.add(special("binomial_upper_tail", {increasing, increasing, decreasing}, {"", "", ""},
                    [](auto x, Defined& d) { return binomial_upper_tail(*x[0], *x[1], *x[2], d); }));
  table.add(
      special("sigmoid", {increasing}, {"sigmoid(a)*(1-sigmoid(a))"}, [](auto x, Defined&) { return sigmoid(*x[0]); }));
  table.add(special("softplus", {increasing}, {"sigmoid(a)"}, [](auto x, Defined&) { return softplus(*x[0]); }));
  table.add(special("xlogx", {unknown}, {"log(a)+1"}, [](auto x, Defined& d) { return xlogx(*x[0], d); }));
  table.add(special("entropy", {unknown}, {"log(1-a)-log(a)"}, [](auto x, Defined& d) { return entropy(*x[0], d); }));
  table.add(special("kl", {unknown, unknown}, {"log(a/b)-log((1-a)/(1-b))", "(b-a)/(b*(1-b))"},
                    [](auto x, Defined& d) { return kl(*x[0], *x[1], d); }));
}

void add_constants(FunctionTable& table) {
  const auto add = [&](const char* name, BigInterval (*big)(Arguments<BigInterval>, Precision, Defined&)) {
    Function f;
    f.name = name;
    f.big = big;
    f.approx = approx_function(name);
    table.add(std::move(f));
  };
  add("pi", [](Arguments<BigInterval>, Precision p, Defined&) { return pi(p); });
  add("e", [](Arguments<BigInterval>, Precision p, Defined&) { return euler_e(p); });
  add("undefined", [](Arguments<BigInterval>, Precision p, Defined& d) {
    d = Defined::nowhere;
    return BigInterval(p);
  });
}

FunctionTable make_table() {
  FunctionTable table;
  add_arithmetic(table);
  add_comparisons(table);
  add_order(table);
  add_elementary(table);
  add_special(table);
  add_constants(table);
  return table;
}

}  // namespace

const FunctionTable& elementary_functions() {
  static const FunctionTable table = make_table();
  return table;
}

}  // namespace lemmacheck::numerics
