// Domains are those of the documentation blocks in numerics/special.hpp and bounds; an identity for any arguments is
// the statement of the bound, those at fixed arguments are closed forms:
//   0F1(; a; 0) = 1, the first term of its series;  I_0(a, b) = 0, I_1(a, b) = 1, and so for the inverse.
//   T(m, t) = P(|u| > t): 1 at t = 0 and 0 at t = 1, since u has a density on [-1, 1]. In the plane u = cos(angle) with
//   a uniform angle, so T(2, t) = 2 acos(t)/pi, whose inverse is cos(pi p/2); in space u is uniform: T(3, t) = 1 - t.
//   E exp(p u) = 0F1(; m/2; p^2/4), and 1 at p = 0.
#include "verify/kernel/function_facts.hpp"

#include <map>

namespace lemmacheck::verify::kernel {

const FunctionFacts* facts_about(std::string_view function) {
  static const std::map<std::string, FunctionFacts, std::less<>> table = {
      {"hyp0f1", {{"a > 0", "b >= 0"}, {{{"", "0"}, "1"}}}},
      {"beta_inc", {{"a > 0", "b > 0", "c >= 0", "c <= 1"}, {{{"", "", "0"}, "0"}, {{"", "", "1"}, "1"}}}},
      {"beta_inc_inverse", {{"a > 0", "b > 0", "c >= 0", "c <= 1"}, {{{"", "", "0"}, "0"}, {{"", "", "1"}, "1"}}}},
      {"binomial", {{"b >= 0", "a >= b"}, {{{"", ""}, "exp(lgamma(a+1)-lgamma(b+1)-lgamma(a-b+1))"}}}},
      {"sphere_tail",
       {{"a > 1", "b >= 0", "b <= 1"},
        {{{"", "0"}, "1"}, {{"", "1"}, "0"}, {{"2", ""}, "2*acos(b)/pi"}, {{"3", ""}, "1-b"}}}},
      {"sphere_tail_scaled", {{"a > 1", "b >= 0"}, {{{"", "0"}, "1"}}}},
      {"sphere_quantile",
       {{"a > 1", "b >= 0", "b <= 1"},
        {{{"", "0"}, "1"}, {{"", "1"}, "0"}, {{"2", ""}, "cos(pi*b/2)"}, {{"3", ""}, "1-b"}}}},
      {"sphere_mgf", {{"a > 0"}, {{{"", "0"}, "1"}, {{"", ""}, "hyp0f1(a/2, b^2/4)"}}}},
      {"small_ball_density", {{"a >= 3"}, {{{""}, "exp(lgamma(a/2)-lgamma((a-1)/2))/sqrt(pi)"}}}},
      {"small_ball_density_bound", {{"a >= 3"}, {{{""}, "sqrt((a-1)/(2*pi))"}}}},
      {"cap_bound", {{"a >= 1", "b >= 0", "b <= 1"}, {{{"", ""}, "exp(-a*b^2/2)"}}}},
      {"bernstein_radius",
       {{"a >= 1", "b >= 0", "c >= 0", "d > 0", "d <= 1"},
        {{{"", "", "", ""}, "(-c*log(d)/3+sqrt((c*log(d)/3)^2-2*b*a*log(d)))/a"}}}},
      {"hoeffding_tail", {{"a >= 1", "b > 0", "c >= 0"}, {{{"", "", ""}, "exp(-2*a*c^2/b^2)"}}}},
      {"hoeffding_radius", {{"a >= 1", "b > 0", "c > 0", "c <= 1"}, {{{"", "", ""}, "b*sqrt(-log(c)/(2*a))"}}}},
      {"hoeffding_sample_size", {{"a > 0", "b > 0", "c > 0", "c <= 1"}, {{{"", "", ""}, "-a^2*log(c)/(2*b^2)"}}}},
      {"chernoff_upper_tail", {{"a >= 0", "b >= 0"}, {{{"", ""}, "exp(a*(b-(1+b)*log(1+b)))"}}}},
      {"chernoff_simple_upper_tail", {{"a >= 0", "b >= 0"}, {{{"", ""}, "exp(-a*b^2/(2+b))"}}}},
      {"chernoff_lower_tail", {{"a >= 0", "b >= 0", "b <= 1"}, {{{"", ""}, "exp(-a*b^2/2)"}}}},
  };
  const auto it = table.find(function);
  return it == table.end() ? nullptr : &it->second;
}

}  // namespace lemmacheck::verify::kernel
