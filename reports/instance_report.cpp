#include "reports/instance_report.hpp"

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
  table.add_column({.key = "before", .title = "before", .side = Side::enclosure, .digits = 8});
  table.add_column({.key = "after", .title = "after", .side = Side::enclosure, .digits = 8});
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

std::string size_words(const InstanceCertificate& c) {
  return "d = " + std::to_string(c.positions) + ", m = " + std::to_string(c.dimension) +
         (c.seed ? ", seed " + std::to_string(*c.seed) : "") + ", eta = " + exact_words(c.step_size);
}

}  // namespace

std::string instance_line(const InstanceCertificate& c, const TextOptions& options) {
  return painted(std::string(name_of(c.verdict)), tone_of(c.verdict), options.colour) + " at " + size_words(c) +
         ": population loss <= " + up(c.after.population_loss) + ", sup (f-y)^2 <= " + up(c.after.sup_loss);
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
