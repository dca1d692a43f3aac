#include "reports/instance_report.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "numerics/decimal_text.hpp"
#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {
namespace {

using numerics::BigInterval;
using verify::sparse_xor::InstanceCertificate;
using verify::sparse_xor::ModelState;
using verify::sparse_xor::StepVerdict;

Tone tone_of(StepVerdict verdict) {
  return verdict == StepVerdict::specialised       ? Tone::good
         : verdict == StepVerdict::not_specialised ? Tone::bad
                                                   : Tone::open;
}

std::string up(const BigInterval& x) { return numerics::to_decimal_up(x, {.digits = 6}); }

Table state_table(const InstanceCertificate& c) {
  Table table("Before and after the step (positions count from 0)");
  table.add_column({.key = "what", .title = "what", .side = Side::none});
  table.add_column({.key = "before", .title = "before", .side = Side::enclosure, .digits = 8, .family = "state"});
  table.add_column({.key = "after", .title = "after", .side = Side::enclosure, .digits = 8, .family = "state"});
  const auto row = [&](const std::string& what, const BigInterval& before, const BigInterval& after) {
    table.add_row({what, before, after});
  };
  for (std::size_t head = 0; head < 2; ++head) {
    const std::string name = "head " + std::to_string(head + 1) + ", position " + std::to_string(c.own[head]);
    row(name + ": attention missed", c.before.missed[head], c.after.missed[head]);
    row(name + ": margin to the support partner", c.before.margins[head].versus_support,
        c.after.margins[head].versus_support);
    row(name + ": margin to the best other position", c.before.margins[head].versus_best_ambient,
        c.after.margins[head].versus_best_ambient);
  }
  row("population loss E (f-y)^2", c.before.population_loss, c.after.population_loss);
  row("sup (f-y)^2", c.before.sup_loss, c.after.sup_loss);
  return table;
}

Table samples_table(const InstanceCertificate& c, const InstanceSamples& samples) {
  Table table("One input: what it adds to a margin -(v_own - v_k).gradient", Kind::explicit_form);
  table.add_column({.key = "head", .title = "head", .digits = 20});
  table.add_column({.key = "own", .title = "own", .unit = "position", .digits = 20});
  table.add_column({.key = "k", .title = "k", .unit = "position", .digits = 20});
  table.add_column({.key = "mean", .title = "mean", .side = Side::enclosure});
  table.add_column({.key = "variance", .title = "variance", .side = Side::enclosure});
  table.add_column({.key = "bound", .title = "size, at most", .side = Side::upper});
  const auto big = [](const numerics::Interval& x) { return BigInterval(x, numerics::Precision(53)); };
  for (std::size_t head = 0; head < 2; ++head) {
    const auto& moments = samples.moments[head];
    std::size_t worst = c.positions;
    const auto signal = [&](std::size_t k) { return moments[k].mean.lower() / std::sqrt(moments[k].variance.upper()); };
    for (std::size_t k = 0; k < c.positions; ++k) {
      const bool is_support = k == c.own[0] || k == c.own[1];
      if (!is_support && (worst == c.positions || signal(k) < signal(worst))) worst = k;
    }
    for (const std::size_t k : {c.own[1 - head], worst}) {
      table.add_row({numerics::Rational(head + 1), numerics::Rational(c.own[head]), numerics::Rational(k),
                     big(moments[k].mean), big(moments[k].variance), big(numerics::Interval(moments[k].largest))});
    }
  }
  table.add_note("k: the other support position, then the ambient position with the smallest mean over deviation.");
  table.add_note(
      "size, at most: a bound on the absolute value over all inputs, which the attained maximum may be well below; "
      "Bernstein's inequality uses it.");
  return table;
}

std::string size_words(const InstanceCertificate& c) {
  return "d = " + std::to_string(c.positions) + ", m = " + std::to_string(c.dimension) +
         (c.seed ? ", seed " + std::to_string(*c.seed) : "") + ", eta = " + exact_words(c.step_size);
}

}  // namespace

std::string instance_line(const InstanceCertificate& c, const TextOptions& options) {
  return painted(std::string(name_of(c.verdict)), tone_of(c.verdict), options.colour) + " at " + size_words(c) +
         ": population loss <= " + up(c.after.population_loss) + ", sup (f-y)^2 <= " + up(c.after.sup_loss);
}

std::string samples_text(const InstanceCertificate& c, const InstanceSamples& samples, const TextOptions& options) {
  const std::string failure = exact_words(samples.failure);
  std::string out = "\nWith a sample in place of the population (independent uniform inputs)\n";
  if (samples.size.count)
    out += "  n >= " + std::to_string(*samples.size.count) +
           " specialises this instance at this step size with probability at "
           "least 1 - " +
           failure + " (Bernstein with exact variances)\n\n";
  else
    out += "  no sample size is certified at failure probability " + failure + ": " + samples.size.reason + "\n\n";
  return out + write_text(samples_table(c, samples), options);
}

std::string instance_json(const std::string& certificate_json, const InstanceSamples& samples,
                          const std::vector<verify::sparse_xor::MarginMoments>& first_support) {
  using Json = nlohmann::ordered_json;
  const auto enclosure = [](const numerics::Interval& x) {
    const auto ends = numerics::to_decimal(BigInterval(x, numerics::Precision(53)), {.digits = 17});
    return Json{{"lo", ends.lo}, {"hi", ends.hi}};
  };
  Json out = Json::parse(certificate_json);
  for (const auto& [pair, mean] : out["sample_mean"].items())
    out["sample_variance"][pair] = enclosure(first_support.at(std::stoul(pair.substr(pair.find(',') + 1))).variance);
  Json& size = out["sample_size"];
  size["failure"] = samples.failure.to_string();
  size["n"] = samples.size.count ? Json(std::to_string(*samples.size.count)) : Json(nullptr);
  if (!samples.size.count) size["reason"] = samples.size.reason;
  for (std::size_t head = 0; head < 2; ++head) {
    Json list = Json::array();
    for (const auto& y : samples.moments[head])
      list.push_back(
          {{"mean", enclosure(y.mean)},
           {"variance", enclosure(y.variance)},
           {"bound", numerics::to_decimal_up(BigInterval(numerics::Interval(y.largest), numerics::Precision(53)),
                                             {.digits = 17})}});
    size["head_" + std::to_string(head + 1)] = std::move(list);
  }
  return out.dump(1) + "\n";
}

std::string instance_text(const InstanceCertificate& c, const TextOptions& options) {
  std::string out = "One gradient step, certified for one instance (explicit form, this project)\n";
  out += std::string(name_of(c.kind)) + " attention, " + size_words(c) + "\n\n";
  out += painted(std::string(name_of(c.verdict)), tone_of(c.verdict), options.colour);
  if (!c.reason.empty()) out += ": " + c.reason;
  out += "\n  decided " +
         std::string(c.bits == 53 ? "in binary64 with proven error bounds" : "at " + std::to_string(c.bits) + " bits");
  out += "; specialised means attention >= 1 - sqrt(eps)/4 on the support after the step, eps = " +
         exact_words(c.epsilon) + "\n\n";
  return out + write_text(state_table(c), options);
}

}  // namespace lemmacheck::reports
