#include "bounds/functions.hpp"

#include <algorithm>

#include "bounds/bernstein.hpp"
#include "bounds/cap_bound.hpp"
#include "bounds/chernoff.hpp"
#include "bounds/clopper_pearson.hpp"
#include "bounds/dudley.hpp"
#include "bounds/head_cover.hpp"
#include "bounds/hoeffding.hpp"
#include "bounds/lattice_ball.hpp"
#include "bounds/linear_cover_greedy.hpp"
#include "bounds/linear_cover_maurey.hpp"
#include "bounds/linear_cover_zhang.hpp"
#include "bounds/small_ball.hpp"
#include "bounds/softmax_lipschitz.hpp"
#include "bounds/sparse_reading.hpp"
#include "bounds/sphere_mgf.hpp"
#include "bounds/sphere_quantile.hpp"
#include "bounds/sphere_tail.hpp"
#include "bounds/sphere_tail_scaled.hpp"
#include "bounds/two_head_cover.hpp"
#include "numerics/approx_functions.hpp"

namespace lemmacheck::bounds {
namespace {

using numerics::Arguments;
using numerics::Direction;
using numerics::Function;
using numerics::Precision;
using numerics::Rational;

constexpr auto up = Direction::increasing;
constexpr auto down = Direction::decreasing;
constexpr auto unknown = Direction::unknown;

/// bound(x_1, .., x_n, defined) with the signature that the table wants.
template <auto bound, std::size_t... I>
BigInterval call(Arguments<BigInterval> x, Defined& defined, std::index_sequence<I...>) {
  return bound(*x[I]..., defined);
}
template <auto bound, std::size_t arity>
BigInterval evaluate(Arguments<BigInterval> x, Precision, Defined& defined) {
  return call<bound>(x, defined, std::make_index_sequence<arity>{});
}

/// One entry; the directions are those that the documentation block of the bound proves.
template <auto bound, std::size_t arity>
void add(numerics::FunctionTable& table, const char* name, const Direction (&directions)[arity],
         std::vector<std::string> derivatives = {}, double (*approx)(std::span<const double>) = nullptr,
         std::optional<Rational> (*exact)(Arguments<Rational>) = nullptr) {
  Function f;
  f.name = name;
  f.arity = arity;
  f.directions.assign(directions, directions + arity);
  f.derivatives = std::move(derivatives);
  f.big = evaluate<bound, arity>;
  f.approx = approx;
  f.exact = exact;
  table.add(std::move(f));
}

std::optional<Rational> exact_greedy_cover_steps(Arguments<Rational> x) {
  if (x[0]->sign() < 0 || x[1]->sign() < 0 || x[2]->sign() <= 0) return std::nullopt;
  const Rational scale = *x[0] * *x[1] / *x[2];
  return greedy_steps_of_square(scale * scale);
}

double approx_sphere_tail(std::span<const double> x) {
  return numerics::approx_beta_inc((x[0] - 1) / 2, 0.5, (1 - x[1]) * (1 + x[1]));
}

double approx_sphere_tail_scaled(std::span<const double> x) {
  return numerics::approx_beta_inc((x[0] - 1) / 2, 0.5, std::max(0.0, 1 - x[1] * x[1] / x[0]));
}

numerics::FunctionTable make_table() {
  numerics::FunctionTable table(&numerics::elementary_functions());
  add<sphere_tail>(table, "sphere_tail", {down, down}, {"", "-2*small_ball_density(a)*(1-b^2)^((a-3)/2)"},
                   approx_sphere_tail);
  add<sphere_tail_scaled>(table, "sphere_tail_scaled", {unknown, down}, {}, approx_sphere_tail_scaled);
  add<sphere_quantile>(table, "sphere_quantile", {down, down},
                       {"", "-1/(2*small_ball_density(a)*(1-sphere_quantile(a, b)^2)^((a-3)/2))"});
  add<sphere_mgf>(table, "sphere_mgf", {down, unknown}, {"", "b/a*sphere_mgf(a+2, b)"});
  add<small_ball_density>(table, "small_ball_density", {up},
                          {"small_ball_density(a)*(digamma(a/2)-digamma((a-1)/2))/2"});
  add<small_ball_density_bound>(table, "small_ball_density_bound", {up}, {"1/(4*pi*small_ball_density_bound(a))"});
  add<cap_bound>(table, "cap_bound", {down, down}, {"-b^2/2*cap_bound(a, b)", "-a*b*cap_bound(a, b)"});
  add<bernstein_tail>(table, "bernstein_tail", {down, up, up, down});
  add<bernstein_radius>(table, "bernstein_radius", {down, up, up, down});
  add<hoeffding_tail>(table, "hoeffding_tail", {down, up, down});
  add<hoeffding_radius>(table, "hoeffding_radius", {down, up, down});
  add<hoeffding_sample_size>(table, "hoeffding_sample_size", {up, down, down});
  add<chernoff_kl_tail>(table, "chernoff_kl_tail", {down, up, down});
  add<chernoff_upper_tail>(table, "chernoff_upper_tail", {down, down});
  add<chernoff_simple_upper_tail>(table, "chernoff_simple_upper_tail", {down, down});
  add<chernoff_lower_tail>(table, "chernoff_lower_tail", {down, down});
  add<clopper_pearson_lower>(table, "clopper_pearson_lower", {up, down, up});
  add<clopper_pearson_upper>(table, "clopper_pearson_upper", {up, down, down});
  add<softmax_lipschitz>(table, "softmax_lipschitz", {up}, {"1 - (softmax_lipschitz(a)/2)^2"});
  add<static_cast<BigInterval (*)(const BigInterval&, const BigInterval&, Defined&)>(log_lattice_ball)>(
      table, "log_lattice_ball", {up, up});
  add<greedy_cover_steps>(table, "greedy_cover_steps", {up, up, down}, {}, nullptr, exact_greedy_cover_steps);
  add<linear_cover_zhang>(table, "linear_cover_zhang", {up, up, down, up});
  add<linear_cover_greedy>(table, "linear_cover_greedy", {up, up, down, up});
  add<linear_cover_greedy_count>(table, "linear_cover_greedy_count", {up, up, down, up});
  add<linear_cover_maurey>(table, "linear_cover_maurey", {up, up, down, up});
  add<head_cover_constant>(table, "head_cover_constant", {up, up, up});
  add<head_cover>(table, "head_cover", {up, up, down},
                  {"head_cover(1, b, c)", "2*a/((2*b + 1)*c^2)", "-2*head_cover(a, b, c)/c"});
  add<two_head_cover>(table, "two_head_cover", {up, unknown, up, down});  // d: increasing, mostly constant
  add<dudley_complexity>(table, "dudley_complexity", {up, up, down});
  add<generalisation_gap>(table, "generalisation_gap", {up, up, down, down});
  add<coherence_radius>(table, "coherence_radius", {up, down, down});
  add<symmetric_reading_error>(table, "symmetric_reading_error", {up, unknown, unknown, up});
  add<separate_reading_error>(table, "separate_reading_error", {up, down, up});
  return table;
}

}  // namespace

const numerics::FunctionTable& functions() {
  static const numerics::FunctionTable table = make_table();
  return table;
}

}  // namespace lemmacheck::bounds
