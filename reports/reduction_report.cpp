#include "reports/reduction_report.hpp"

#include <cmath>
#include <utility>

#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {
namespace {

using namespace verify::sparse_xor;
using numerics::BigInterval;
using numerics::Precision;
using numerics::Rational;

Tone tone_of(Agreement verdict) {
  return verdict == Agreement::agree ? Tone::good : verdict == Agreement::differ ? Tone::bad : Tone::open;
}

}  // namespace

Table reduction_table(const TransformerData& data, const ReductionOptions& options, const ReductionReport& report,
                      const ReductionIdentities& identities) {
  Table table("A standard Transformer block and the reduced model, sampled at d = " + std::to_string(data.positions) +
                  ", m = " + std::to_string(data.dimension) + ", eta = " + exact_words(options.step_size) + ", seed " +
                  std::to_string(options.seed) + "; and their formulas at d = 4, m = 3",
              Kind::explicit_form);
  table.add_column({.key = "what", .title = "what", .side = Side::none});
  table.add_column({.key = "over", .title = "over", .side = Side::none});
  table.add_column({.key = "compared", .title = "pairs"});
  table.add_column({.key = "width", .title = "widest difference", .unit = "of the larger side", .side = Side::upper});
  table.add_column({.key = "verdict", .title = "verdict", .side = Side::none});
  for (const SideBySide& c : report.comparisons) {
    const Cell width = c.verdict == Agreement::differ ? Cell(Missing{"the two sides certainly differ"})
                       : std::isinf(c.widest)         ? Cell(Missing{"an enclosure of either side has no bound or "
                                                                     "reaches 0 at the highest precision"})
                                                      : Cell(BigInterval::from_double(c.widest, Precision(53)));
    table.add_row({c.what, c.over, Rational(static_cast<long>(c.compared)), width,
                   VerdictCell{std::string(name_of(c.verdict)), tone_of(c.verdict)}});
  }
  table.start_group();
  for (const auto& [what, proved] : {std::pair<const char*, bool>{"score of a token", identities.scores},
                                     {"f(x)", identities.function},
                                     {"grad of the loss in W_KQ", identities.gradient},
                                     {"theta after minus before", identities.step}})
    table.add_row({what, "the formulas at d = 4, m = 3", Missing{"an identity of formulas, no enclosures"},
                   Missing{"an identity of formulas, no enclosures"},
                   proved ? VerdictCell{"proved", Tone::good} : VerdictCell{"not found", Tone::open}});
  table.add_note(
      "Transformer: tokens (0; v_0) (CLS) and (x_k; v_k); per head W_Q, W_K, W_V and softmax over all tokens, the CLS "
      "key masked; f = -(head 1)(head 2). W_K does not read x, W_V reads x only. Reduced model: softmax(v_k . theta), "
      "theta = W_K^T W_Q t_0.");
  table.add_note(
      "agree: at the sampled numbers, every pair of enclosures (" + std::to_string(report.bits) +
      " bits) has a difference that contains 0 and is at most 1e-12 of the larger side wide. Proved for what the row "
      "names, nothing else. differ: some difference is certainly not 0.");
  if (report.verdict == Agreement::undecided)
    table.add_note("undecided: at " + std::to_string(report.bits) +
                   " bits, the highest, a difference is wider than that; a smaller step size (--eta) keeps the scores "
                   "after the step within reach.");
  table.add_note(
      "proved: not of the d and m above but of the formulas at d = 4, m = 3, for all real x, v, v_0, W_Q, W_K: zero "
      "normal form of the difference; derivatives by the chain rule over the "
      "scores.");
  table.add_note(
      "The trained matrix is W_KQ = W_K^T W_Q, its rows for x held at 0; theta then moves by -eta |t_0|^2 grad_theta "
      "L. Training W_K and W_Q as two factors is another step and is not checked.");
  return table;
}

}  // namespace lemmacheck::reports
