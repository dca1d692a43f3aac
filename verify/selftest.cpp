#include "verify/selftest.hpp"

#include <algorithm>
#include <array>
#include <thread>

#include "bounds/functions.hpp"
#include "numerics/decimal_text.hpp"
#include "numerics/interval_functions.hpp"
#include "numerics/library_versions.hpp"
#include "numerics/parser.hpp"
#include "numerics/tape.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::BigInterval;
using numerics::Interval;
using numerics::Precision;
using numerics::Rational;

struct Sample {
  const char* expression;
  const char* digits;  // the last one is uncertain by one unit; an exact value ends in "!"
};

// Digits from PARI/GP at 77 digits; exact values by hand.
constexpr std::array samples{
    Sample{"exp(1)", "2.71828182845904523536028747135266249775724709"},
    Sample{"e - exp(1) + 1", "1!"},
    Sample{"exp(-30)", "9.35762296884017460491583222337870674495832268e-14"},
    Sample{"log(2)", "0.693147180559945309417232121458176568075500134"},
    Sample{"ln(10)", "2.30258509299404568401799145468436420760110148"},
    Sample{"expm1(1/10)", "0.105170918075647624811707826490246668224547194"},
    Sample{"log1p(1/10)", "0.0953101798043248600439521232807650922206053653"},
    Sample{"log2(10)", "3.32192809488736234787031942948939017586483139"},
    Sample{"log10(2)", "0.301029995663981195213738894724493026768189881"},
    Sample{"sqrt(2)", "1.41421356237309504880168872420969807856967187"},
    Sample{"cbrt(3)", "1.44224957030740838232163831078010958839186925"},
    Sample{"2^(5/6)", "1.78179743628067860948045241118102501597442523"},
    Sample{"sin(1)", "0.841470984807896506652502321630298999622563060"},
    Sample{"cos(1)", "0.540302305868139717400936607442976603732310420"},
    Sample{"tan(1)", "1.55740772465490223050697480745836017308725077"},
    Sample{"asin(1/3)", "0.339836909454121937096392513391764066388244690"},
    Sample{"acos(1/3)", "1.23095941734077468213492917824798737571034000"},
    Sample{"atan(1)", "0.785398163397448309615660845819875721049292349"},
    Sample{"sinh(1)", "1.17520119364380145688238185059560081515571798"},
    Sample{"cosh(1)", "1.54308063481524377847790562075706168260152911"},
    Sample{"tanh(1)", "0.761594155955764888119458282604793590412768597"},
    Sample{"erf(1)", "0.842700792949714869341220635082609259296066997"},
    Sample{"erfc(3)", "2.20904969985854413727761295823203798477070873e-5"},
    Sample{"normal_cdf(1)", "0.841344746068542948585232545632037922477912966"},
    Sample{"gamma(1/3)", "2.67893853470774763365569294097467764412868937"},
    Sample{"lgamma(10)", "12.8018274800814696112077178745667061642811492"},
    Sample{"digamma(1/3)", "-3.13203378002080632299641907428726885415542829"},
    Sample{"lambert_w(1)", "0.567143290409783872999968662210355549753815787"},
    Sample{"pi", "3.14159265358979323846264338327950288419716939"},
    Sample{"sigmoid(2)", "0.880797077977882444059729141302396795206384298"},
    Sample{"softplus(-3)", "0.0485873515737420587589259198546899979418816428"},
    Sample{"xlogx(1/3)", "-0.366204096222703230465081745640841901549163519"},
    Sample{"entropy(1/3)", "0.636514168294812818450423822617074659263823801"},
    Sample{"kl(1/3, 1/2)", "0.0566330122651324909668082988411019088116763327"},
    Sample{"hyp0f1(3/2, 1/4)", "1.17520119364380145688238185059560081515571798"},
    Sample{"beta_inc(2, 5/2, 1/3)", "0.334706489614445454810614201931733202182088338"},
    Sample{"beta_inc_inverse(1, 1, 1/3)", "1/3!"},
    Sample{"binomial(10, 3)", "120!"},
    Sample{"binomial_upper_tail(2, 1/2, 1)", "3/4!"},
    Sample{"sphere_tail(3, 1/4)", "3/4!"},
    Sample{"sphere_tail_scaled(4, 1)", "0.391002218955770641911003417510181945967973426"},
    Sample{"sphere_quantile(3, 1/4)", "3/4!"},
    Sample{"sphere_mgf(3, 1)", "1.17520119364380145688238185059560081515571798"},
    Sample{"small_ball_density(3)", "1/2!"},
    Sample{"small_ball_density_bound(3)^2*pi", "1!"},
    Sample{"cap_bound(2, 1)*e", "1!"},
    Sample{"bernstein_tail(2, 1/2, 3/2, 1)*e", "1!"},
    Sample{"bernstein_radius(1, 3/2, 3, exp(-1))", "3!"},
    Sample{"hoeffding_tail(50, 1, 1/10)*e", "1!"},
    Sample{"hoeffding_radius(2, 1, exp(-1))", "1/2!"},
    Sample{"hoeffding_sample_size(1, 1/2, exp(-1))", "2!"},
    Sample{"chernoff_kl_tail(10, 1/2, 1)", "1/1024!"},
    Sample{"chernoff_upper_tail(1, 1)/e", "1/4!"},
    Sample{"chernoff_simple_upper_tail(3, 1)*e", "1!"},
    Sample{"chernoff_lower_tail(2, 1)*e", "1!"},
    Sample{"clopper_pearson_lower(1, 1, 1/4)", "1/4!"},
    Sample{"clopper_pearson_upper(0, 1, 1/4)", "3/4!"},
    Sample{"coherence_radius(16, 1000, 1/100)", "0.1420268221803901565538839675972103674722"},
    Sample{"dudley_complexity(100, 1, 1000000)", "0.5407869476783978011968885206935443252666"},
    Sample{"generalisation_gap(dudley_complexity(1, 3, 1), 1, 1, 1/20)", "25.22387341534040827318801348243046245477"},
    Sample{"greedy_cover_steps(1, 1, 1/8)", "63!"},
    Sample{"head_cover(head_cover_constant(1, 10, 1/2), 64000, 1/10)", "6748.684724424589944821243546063738374749"},
    Sample{"head_cover_constant(1, 10, 1/2)", "5.738778327547869887965642440416948837724"},
    Sample{"linear_cover_greedy(1, 1, 1/8, 1000)", "486.4897494133589382006572864700565394294"},
    Sample{"linear_cover_greedy_count(1, 1, 1/8, 1000)", "277.8993367556467451251317357057780663994"},
    Sample{"linear_cover_maurey(1, 1, 1/8, 1000)", "486.4897494133589382006572864700565394294"},
    Sample{"linear_cover_zhang(1, 1, 1/8, 1000)", "25637.2477976044022734681448624284677656"},
    Sample{"log_lattice_ball(1000, 99)", "393.484013487816028660250511012048637345"},
    Sample{"separate_reading_error(64, 10, 1/8)", "0.01976877403839229478659278525193389503559"},
    Sample{"softmax_lipschitz(5/2)", "1.696567279915025795226775293415008907477"},
    Sample{"symmetric_reading_error(64, 4, 10, 1/1000)", "0.03145743796315835558567867951580115649581"},
    Sample{"two_head_cover(20, 1000, 128, 1/2)", "1300.839517436022526953499027264864217108"},
    Sample{"if(1 < 2 and 2 <= 2 and 2 = 2, max(|-3|, min(7, 8)), 1/0) + floor(5/2) - ceil(5/2)*2", "3!"},
};

/// The reference as an interval that certainly holds the true value.
BigInterval reference(std::string digits) {
  const Precision precision(256);
  if (digits.back() == '!') {
    digits.pop_back();
    return BigInterval(Rational::parse(digits), precision);
  }
  const numerics::Decimal decimal = numerics::Decimal::parse(digits);
  const std::size_t e = digits.find('e'), point = digits.find('.');
  const long places = static_cast<long>((e == std::string::npos ? digits.size() : e) - point - 1);
  const long exponent = e == std::string::npos ? 0 : std::stol(digits.substr(e + 1));
  const Rational unit = pow(Rational(10), exponent - places), middle = decimal.to_rational();
  return BigInterval(middle - unit, middle + unit, precision);
}

SelftestItem check_samples() {
  SelftestItem item{"functions", true, ""};
  std::vector<std::string> unsampled;
  for (const std::string& name : bounds::functions().names())
    if (name != "undefined") unsampled.push_back(name);
  for (const Sample& sample : samples) {
    numerics::Graph graph;
    const auto root = numerics::parse_expression(graph, sample.expression, bounds::functions()).root;
    for (const auto id : graph.reachable(std::span(&root, 1)))
      if (graph.node(id).kind == numerics::NodeKind::call) std::erase(unsampled, graph.node(id).function->name);
    const numerics::Tape tape(graph, std::span(&root, 1));
    const BigInterval expected = reference(sample.digits);
    const auto big = tape.run(std::span<const BigInterval>(), Precision(128)).back();
    const auto small = tape.run(std::span<const Interval>()).back();
    const bool met = big.defined == numerics::Defined::everywhere && !intersection(big.value, expected).is_empty() &&
                     big.value.relative_width_upper() < 1e-30 && small.defined == numerics::Defined::everywhere &&
                     !intersection(BigInterval(small.value, Precision(128)), expected).is_empty() &&
                     small.value.relative_width_upper() < 1e-13;
    if (met) continue;
    item.ok = false;
    item.detail += std::string(sample.expression) + " is not " + sample.digits + "; ";
  }
  for (const std::string& name : unsampled) {
    item.ok = false;
    item.detail += "no sample of " + name + "; ";
  }
  if (item.ok) item.detail = std::to_string(samples.size()) + " samples in binary64 and at 128 bits";
  return item;
}

/// Directed rounding as the interval type uses it: 1/3 + 1/3 + 1/3 must be a proper interval around 1.
bool rounds_outward() {
  const numerics::RoundUpward upward;
  volatile double one = 1, three = 3;
  const Interval third = Interval(one) / Interval(three);
  const Interval sum = third + third + third;
  return third.lower() < third.upper() && sum.lower() < 1 && sum.upper() > 1;
}

SelftestItem check_rounding() {
  SelftestItem item{"directed rounding", rounds_outward(), "1/3 + 1/3 + 1/3 encloses 1 properly"};
  bool in_thread = false;
  std::thread([&] { in_thread = rounds_outward(); }).join();
  // a library call in between must leave the mode alone
  const BigInterval unused = exp(BigInterval(1, Precision(100)));
  item.ok = item.ok && in_thread && !unused.is_empty() && rounds_outward();
  if (!item.ok) item.detail = "the processor or the compiler does not honour the rounding mode";
  return item;
}

SelftestItem check_subnormals() {
  volatile double smallest = 4.9406564584124654e-324, two = 2;
  const bool kept = smallest > 0 && (smallest * two) / two == smallest;
  return {"subnormal numbers", kept,
          kept ? "kept" : "flushed to zero: a flag of the compiler or another library set FTZ/DAZ"};
}

SelftestItem check_text() {
  const numerics::DecimalEnclosure third =
      numerics::to_decimal(BigInterval(Rational(1, 3), Precision(64)), {.digits = 5});
  const bool ok = third.lo == "0.33333" && third.hi == "0.33334" && Rational::parse("0.1") == Rational(1, 10);
  return {"decimal text", ok,
          ok ? "0.1 is 1/10; 1/3 prints as [0.33333, 0.33334]" : "1/3 prints as [" + third.lo + ", " + third.hi + "]"};
}

}  // namespace

std::vector<SelftestItem> selftest() {
  return {check_rounding(),
          check_subnormals(),
          check_text(),
          check_samples(),
          {"libraries", true, numerics::library_versions()}};
}

}  // namespace lemmacheck::verify
