#include "reports/capacity_report.hpp"

#include <fmt/format.h>

#include "bounds/dudley.hpp"
#include "bounds/head_cover.hpp"
#include "bounds/lattice_ball.hpp"
#include "bounds/linear_cover_greedy.hpp"
#include "bounds/linear_cover_maurey.hpp"
#include "bounds/linear_cover_zhang.hpp"
#include "bounds/two_head_cover.hpp"
#include "numerics/error.hpp"
#include "reports/probability_column.hpp"
#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {

using numerics::BigInterval;
using numerics::Defined;
using numerics::Precision;
using numerics::Rational;
using numerics::Truth;
using namespace verify::capacity;

namespace {

constexpr Precision precision(192);

BigInterval number(const Rational& x) { return BigInterval(x, precision); }

std::string integer_words(const Rational& x) { return x.to_string(); }

Column words(const char* key, const char* title) { return {.key = key, .title = title, .side = Side::none}; }
Column exact(const char* key, const char* title, const char* unit = "-") {
  return {.key = key, .title = title, .unit = unit, .digits = 12};
}

}  // namespace

Table linear_cover_table(const LinearCoverQuestion& q) {
  const Rational scale = q.norm * q.radius / q.accuracy, square = scale * scale;
  const Rational steps = bounds::greedy_steps_of_square(square);
  const BigInterval sequences = log1p(number(Rational(2) * q.count));
  // The formulas of bounds/linear_cover_*.hpp with their ceilings and floors taken of exact numbers.
  const BigInterval zhang =
      number(Rational(36) * square) * log1p(number(Rational(2) * ceil(Rational(4) * scale + Rational(2)) * q.count));
  const BigInterval counts = bounds::log_lattice_ball(q.count, steps, precision);
  const BigInterval maurey = number(ceil(square)) * log1p(number(Rational(2) * std::min(q.count, q.dimension)));

  Table table(fmt::format("Covering numbers of |w| <= {} on {} points with |x| <= {}, eps = {}", exact_words(q.norm),
                          integer_words(q.count), exact_words(q.radius), exact_words(q.accuracy)));
  table.add_column(words("bound", "bound"));
  table.add_column(words("distance", "distance"));
  table.add_column(words("source", "source"));
  table.add_column({.key = "ln_N", .title = {"ln N", "$\\ln N$"}, .side = Side::upper, .digits = 6});
  table.add_column({.key = "ratio", .title = {"Zhang / this", "Zhang / this"}, .side = Side::enclosure, .digits = 6});
  const auto row = [&](const char* name, const char* distance, const std::string& source, const BigInterval& value,
                       bool comparable) {
    Cell ratio = Missing{comparable ? "the number is 0" : "another distance"};
    if (comparable && value.certain_sign() > 0) ratio = zhang / value;
    if (&value == &zhang) ratio = Rational(1);
    table.add_row({name, distance, source, value, std::move(ratio)});
  };
  const std::string own(to_string(Kind::explicit_form));
  row("zhang", "every point", std::string(to_string(Kind::as_stated)), zhang, true);
  row("greedy", "every point", own, number(floor(square)) * sequences, true);
  row("greedy count", "every point", own, counts, true);
  row("maurey", "mean square", own, maurey, false);
  table.add_note(
      fmt::format("greedy: floor((ab/eps)^2) = {} steps of 2n+1 kinds; greedy count: integer points of an l_1 "
                  "ball of radius K = ceil((ab/eps)^2) - 1 = {} in dimension n.",
                  integer_words(floor(square)), integer_words(steps)));
  table.add_note(
      "zhang: Zhang 2002, Theorem 4 (p = 2); maurey: Theorem 3 there, with d in place of min(n, d). Numbers not "
      "re-read in the source.");
  return table;
}

Table attention_cover_table(const HeadClass& heads, const Rational& accuracy, const Rational& samples,
                            const std::vector<TwoHeads>& two_heads) {
  validate(heads);
  Defined defined = Defined::everywhere;
  Table table(fmt::format("Covering numbers of attention heads, eps = {}", exact_words(accuracy)), Kind::explicit_form);
  table.add_column(words("class", "class"));
  table.add_column(words("sizes", "sizes"));
  table.add_column(words("bound", "bound"));
  table.add_column({.key = "ln_N", .title = {"ln N_inf", "$\\ln N_\\infty$"}, .side = Side::upper, .digits = 6});
  const std::string sizes = fmt::format(
      "|W_QK| <= {}, |v| <= {}, |x| <= {}, H = {}, T = {}, n = {}", exact_words(heads.key_norm),
      exact_words(heads.value_norm), exact_words(heads.token_norm), heads.heads, heads.tokens, integer_words(samples));
  const Rational each = accuracy / (heads.map_lipschitz * Rational(heads.heads));
  const BigInterval constant =
      bounds::head_cover_constant(number(heads.value_norm), number(heads.key_norm), number(heads.token_norm), defined);
  const BigInterval count(heads.heads, precision), pairs = number(samples * Rational(heads.tokens));
  table.add_row({"heads", sizes, "closed form", count * bounds::head_cover(constant, pairs, number(each), defined)});
  table.add_row({"heads", sizes, "counts", log_cover_by_counts(heads, accuracy, samples, precision)});
  for (const TwoHeads& t : two_heads) {
    const std::string words = fmt::format("|theta| <= {}, d = {}, m = {}", exact_words(t.query_norm),
                                          integer_words(t.positions), integer_words(t.dimension));
    const BigInterval a = number(t.query_norm), d = number(t.positions), m = number(t.dimension);
    const Rational steps = floor(Rational(4) * t.query_norm * t.query_norm / (accuracy * accuracy));
    const BigInterval two(2, precision);
    table.add_row({"two heads, frozen keys", words, "greedy", two * number(steps) * log1p(two * d)});
    table.add_row(
        {"two heads, frozen keys", words, "volume", two * m * log1p(BigInterval(4, precision) * a / number(accuracy))});
    table.add_row(
        {"two heads, frozen keys", words, "the smaller", bounds::two_head_cover(a, d, m, number(accuracy), defined)});
  }
  LEMMACHECK_ASSERT(defined == Defined::everywhere);
  table.add_note(
      "Heads: |x_t' W z| scores and v.x_t values covered apart, softmax 1-Lipschitz from the maximum to the sum "
      "norm; the two heads hold on all inputs, so n does not enter.");
  return table;
}

Table greedy_run_table(const Rational& accuracy, std::uint64_t seed, const std::vector<CoverRow>& rows) {
  Table table(fmt::format("The greedy cover run in exact arithmetic, a = b = 1, eps = {}", exact_words(accuracy)),
              Kind::explicit_form);
  table.add_column(words("data", "data"));
  table.add_column(words("rule", "violated point taken"));
  table.add_column(exact("n", "n"));
  table.add_column(exact("d", "d"));
  table.add_column(exact("steps", "steps", "steps"));
  table.add_column(exact("allowed", "allowed", "steps"));
  table.add_column({.key = "distance", .title = "largest distance left", .side = Side::upper, .digits = 6});
  table.add_column(words("verdict", "attained"));
  for (const CoverRow& r : rows) {
    const Rational steps(static_cast<long>(r.run.steps));
    table.add_row({std::string(name_of(r.kind)), std::string(name_of(r.rule)), Rational(static_cast<long>(r.points)),
                   Rational(static_cast<long>(r.dimension)), steps, r.run.allowed, number(r.run.distance),
                   steps == r.run.allowed ? "yes" : "no"});
  }
  table.add_note(
      fmt::format("Seed {}. Every comparison is one of exact rationals; each step was seen to lower |w - w_t|^2 "
                  "by more than eps^2, and the distance left is at most eps.",
                  seed));
  return table;
}

Table sample_size_table(const Rational& gap, const Rational& failure, const std::vector<SampleRow>& rows) {
  Table table(fmt::format("Smallest sample size for a generalisation gap of at most {} with probability {}",
                          exact_words(gap), exact_words(Rational(1) - failure)),
              Kind::explicit_form);
  table.add_column(exact("T", "T", "tokens"));
  for (const char* route : {"closed", "counts"}) {
    const std::string name = route;
    table.add_column({.key = "n_" + name, .title = "n, " + name, .unit = "samples", .side = Side::exact, .digits = 20});
    table.add_column({.key = "gap_" + name, .title = "gap at n", .side = Side::upper, .digits = 10});
    table.add_column({.key = "gap_below_" + name, .title = "at n - 1", .side = Side::lower, .digits = 10});
  }
  bool open = false;
  for (const SampleRow& r : rows) {
    std::vector<Cell> cells{r.tokens};
    for (const auto* found : {&r.closed, &r.counts}) {
      if (!*found) {
        for (int k = 0; k < 3; ++k) cells.emplace_back(Missing{"no n up to 1e18"});
        continue;
      }
      const SampleSize& size = **found;
      cells.emplace_back(size.n);
      cells.emplace_back(size.gap_at_n);
      if (!size.exact()) {
        open = true;
        cells.emplace_back(Missing{"certainly too small is only n = " + integer_words(size.below)});
      } else if (size.gap_below) {
        cells.emplace_back(*size.gap_below);
      } else {
        cells.emplace_back(Missing{"no smaller sample has a bound"});
      }
    }
    table.add_row(std::move(cells));
  }
  table.add_note(
      "closed: covering numbers C ln(2nT+1)/eps^2 in Dudley's integral; counts: chaining over eps = A 4^-j with "
      "the integer points of l_1 balls. Both bounds decrease in n, so n and n - 1 decide.");
  table.add_note("Assumed, not checked: n independent samples; the loss is Lipschitz and bounded as given.");
  if (open) table.add_note("Where n - 1 is not decided, n is enough and the smallest n may be a little less.");
  return table;
}

std::optional<Table> sample_fit_table(const std::vector<SampleRow>& rows) {
  Table table("Fit of n against ln T: a statistical summary of the table above, not a certified statement");
  table.add_column(words("route", "route"));
  table.add_column(words("method", "method"));
  table.add_column(exact("points", "points"));
  table.add_column({.key = "slope", .title = "fitted slope", .unit = "samples", .side = Side::enclosure, .digits = 6});
  table.add_column(
      {.key = "intercept", .title = "fitted intercept", .unit = "samples", .side = Side::enclosure, .digits = 6});
  table.add_column({.key = "residual", .title = "largest relative residual", .side = Side::upper, .digits = 3});
  bool any = false;
  for (const bool counts : {false, true}) {
    std::vector<BigInterval> x, y;
    for (const SampleRow& r : rows) {
      const auto& found = counts ? r.counts : r.closed;
      if (!found) continue;
      x.push_back(log(number(r.tokens)));
      y.push_back(number(found->n));
    }
    if (x.size() < 3) continue;
    const BigInterval size(static_cast<long>(x.size()), precision), zero(0, precision);
    BigInterval mean_x = zero, mean_y = zero, xx = zero, xy = zero;
    for (std::size_t i = 0; i < x.size(); ++i) {
      mean_x = mean_x + x[i] / size;
      mean_y = mean_y + y[i] / size;
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
      xx = xx + square(x[i] - mean_x);
      xy = xy + (x[i] - mean_x) * (y[i] - mean_y);
    }
    if (xx.certain_sign() <= 0) continue;
    const BigInterval slope = xy / xx, intercept = mean_y - slope * mean_x;
    BigInterval residual = zero;
    for (std::size_t i = 0; i < x.size(); ++i) residual = max(residual, abs(intercept + slope * x[i] - y[i]) / y[i]);
    table.add_row({counts ? "counts" : "closed", "least squares", Rational(static_cast<long>(x.size())), slope,
                   intercept, residual});
    any = true;
  }
  table.add_note(
      "The enclosures are those of the least-squares numbers of exactly these points; they say nothing about T "
      "between or beyond them.");
  if (!any) return std::nullopt;
  return table;
}

Table two_head_complexity_table(const std::vector<TwoHeads>& rows, const Rational& samples) {
  Table table(fmt::format("Rademacher complexity of two heads with frozen keys on {} samples", integer_words(samples)),
              Kind::explicit_form);
  table.add_column(exact("query_norm", "|theta|"));
  table.add_column(exact("d", "d"));
  table.add_column(exact("m", "m"));
  table.add_column({.key = "closed", .title = "greedy, closed form", .side = Side::upper, .digits = 6});
  table.add_column({.key = "chaining", .title = "chaining, smaller cover", .side = Side::upper, .digits = 6});
  for (const TwoHeads& t : rows) {
    const BigInterval a = number(t.query_norm), d = number(t.positions), m = number(t.dimension);
    Defined defined = Defined::everywhere;
    const BigInterval entropy = BigInterval(8, precision) * square(a) * log1p(BigInterval(2, precision) * d);
    const BigInterval closed = bounds::dudley_complexity(entropy, number(1), number(samples), defined);
    Cell cell = Missing{"the closed form needs 9 K <= n"};
    if (defined == Defined::everywhere) cell = closed;
    const BigInterval chained = chaining_complexity(
        1, samples,
        [&](const Rational& accuracy) {
          Defined inside = Defined::everywhere;
          return bounds::two_head_cover(a, d, m, number(accuracy), inside);
        },
        precision);
    table.add_row({t.query_norm, t.positions, t.dimension, std::move(cell), chained});
  }
  table.add_note(
      "closed form: K = 8 |theta|^2 ln(2d+1) in Dudley's integral; outputs lie in [-1, 1], so a number of 1 or "
      "more says nothing.");
  return table;
}

Table sparse_table(const std::vector<SparseRow>& rows) {
  Table table("Sparse functions as bounded-norm attention: norms and certified errors", Kind::explicit_form);
  table.add_column(words("function", "function"));
  table.add_column(words("construction", "construction"));
  table.add_column(exact("s", "s"));
  table.add_column(exact("T", "T"));
  table.add_column(words("keys", "keys"));
  table.add_column(exact("beta", "beta"));
  table.add_column({.key = "coherence", .title = "D", .side = Side::upper});
  table.add_column({.key = "query_norm", .title = {"|W_QK|", "$|W_{QK}|$"}, .side = Side::upper});
  table.add_column({.key = "map_norm", .title = "norm of the map", .side = Side::upper});
  table.add_column({.key = "bound", .title = "promised error", .side = Side::upper});
  table.add_column({.key = "error", .title = "worst error", .side = Side::enclosure, .digits = 5});
  table.add_column(words("verdict", "right sign"));
  for (const SparseRow& r : rows) {
    const BigInterval one(1, precision), &error = r.report.error;
    Cell bound = Missing{"the bound says nothing"};
    if (r.report.bound.is_bounded()) bound = r.report.bound;
    const Truth right = less(error, one);
    table.add_row({std::string(name_of(r.task.function)), std::string(name_of(r.task.construction)),
                   Rational(static_cast<long>(r.task.relevant)), Rational(static_cast<long>(r.task.tokens)),
                   r.task.dimension == 0 ? std::string("orthonormal") : fmt::format("random, m = {}", r.task.dimension),
                   r.report.scale, r.report.coherence, r.report.query_norm, r.report.map_norm, std::move(bound), error,
                   right == Truth::yes  ? VerdictCell{"always", Tone::good}
                   : right == Truth::no ? VerdictCell{"not always", Tone::bad}
                                        : VerdictCell{"undecided", Tone::open}});
  }
  table.add_note(
      "worst error: over all 2^T inputs; every one of the 2^s patterns of relevant bits was taken, the other "
      "bits chosen by an adversary. Its lower end is attained by an input.");
  table.add_note(
      "norm of the map: symmetric, its Lipschitz constant as a function of the mean; general, the Frobenius norms "
      "of both layers of the lookup, added.");
  return table;
}

Table training_table(const std::vector<TrainingRow>& rows, const Rational& confidence) {
  Table table("Experiment: samples that training needs (measured, not proved)");
  table.add_column(words("function", "function"));
  table.add_column(exact("s", "s"));
  table.add_column(exact("T", "T", "tokens"));
  table.add_column(words("protocol", "protocol"));
  table.add_column(exact("n", "samples", "samples"));
  table.add_column(exact("runs", "runs"));
  table.add_column(exact("reached", "reached"));
  table.add_column(probability_column());
  table.add_column(words("answer", "half of the runs"));
  for (const TrainingRow& row : rows) {
    for (const TrainingOutcome& o : row.outcomes) {
      Cell samples = Rational(static_cast<long>(o.samples));
      if (o.samples == 0) samples = Missing{"no run reached the accuracy"};
      table.add_row({std::string(name_of(row.task.function)), Rational(static_cast<long>(row.task.relevant)),
                     Rational(static_cast<long>(row.task.tokens)), std::string(name_of(row.protocol)),
                     std::move(samples), Rational(static_cast<long>(o.runs)), Rational(static_cast<long>(o.successes)),
                     probability_cell(verify::sparse_xor::frequency_of(o.successes, 0, o.runs, confidence)),
                     2 * o.successes >= o.runs ? "yes" : "no"});
    }
    table.start_group();
  }
  if (!rows.empty()) {
    const TrainingTask& t = rows.front().task;
    table.add_note(
        fmt::format("Seed {}, m = {}, batch {}, at most {} steps of Adam with step size {}; reached: {} of {} "
                    "held-out inputs right.",
                    t.seed, t.dimension, t.batch, t.most_steps, t.step_size, t.accuracy, t.held_out));
  }
  table.add_note(
      "fixed: n inputs used again and again, n doubled until half of the runs reach the accuracy; fresh: new "
      "inputs at every step, n is the median of those a successful run saw.");
  table.add_note(fmt::format("The accuracy is looked at every {} steps. Nothing here is a proof.", look_every));
  table.add_note(probability_note("keys, queries and inputs", confidence));
  table.add_note(shared_instances_note("All rows have the same seed; rows of one T and the same number of queries"));
  return table;
}

}  // namespace lemmacheck::reports
