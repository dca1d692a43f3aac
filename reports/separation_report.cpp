#include "reports/separation_report.hpp"

#include <algorithm>

#include "numerics/interval_functions.hpp"
#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {
namespace {

using namespace verify::sparse_xor;
using numerics::BigInterval;
using numerics::Precision;
using numerics::Rational;
using numerics::Truth;

const Precision shown(192);

const char* const what_is_compared =
    "Compared are trained numbers: 2 m of the two queries against free first-layer weights of a feedforward network. "
    "Attention also uses d m frozen random numbers, which that network does not have.";
const char* const opponents =
    "every support: a network that sees x only through first-layer products needs a weight on each of the d "
    "coordinates to be right for every support (worst case). random support: a wiring that reads k coordinates is "
    "right "
    "for at most C(k,2)/C(d,2) of the supports, so k (k-1) >= (1-delta) d (d-1). Both are proved in words, not checked "
    "here.";

VerdictCell word(bool good, const std::string& yes, const std::string& no) {
  return good ? VerdictCell{yes, Tone::good} : VerdictCell{no, Tone::open};
}

/// What the theorems of the rows rest on.
template <class Row>
void add_foundations(Table& table, std::span<const Row> rows) {
  std::vector<std::string> ids;
  for (const Row& row : rows)
    if (std::ranges::find(ids, row.theorem) == ids.end()) ids.push_back(row.theorem);
  for (const std::string& id : ids) table.add_note(foundation_words(id));
}

}  // namespace

Table crossing_table(const Rational& epsilon, std::span<const CrossingRow> rows) {
  Table table("Smallest d at which the theorem holds with 2 m below a feedforward network's weights, eps = " +
                  exact_words(epsilon),
              Kind::explicit_form);
  table.add_column({.key = "theorem", .title = "theorem", .side = Side::none});
  table.add_column({.key = "delta", .title = "delta"});
  table.add_column({.key = "opponent", .title = "network right for", .side = Side::none});
  table.add_column({.key = "d", .title = "d"});
  table.add_column({.key = "m_min", .title = "least m"});
  table.add_column({.key = "trained", .title = "2 m"});
  table.add_column({.key = "weights", .title = "its weights"});
  table.add_column({.key = "frozen", .title = "frozen d m"});
  table.add_column({.key = "boxes", .title = "boxes"});
  table.add_column({.key = "verdict", .title = "smallest d", .side = Side::none});
  for (const CrossingRow& row : rows) {
    const std::string opponent = row.opponent == Opponent::every_support ? "every support" : "random support";
    if (!row.crossing || row.crossing->dimension == 0) {
      const Missing none{row.crossing ? row.crossing->reason : "no crossing was found"};
      table.add_row(
          {row.theorem, row.delta, opponent, none, none, none, none, none, none, VerdictCell{"undecided", Tone::open}});
      continue;
    }
    const Rational d(row.crossing->positions), m(row.crossing->dimension);
    table.add_row({row.theorem, row.delta, opponent, d, m, Rational(2) * m,
                   opposing_weights(row.opponent, d, row.delta), d * m, Rational(row.crossing->boxes),
                   word(row.crossing->minimal, "proved", "undecided")});
  }
  table.add_note(
      "proved: the theorem holds at (d, m), fails at this d for every smaller m, and at every smaller d for every m "
      "with 2 m below the weights there; by boxes that cover all of them. That is a statement about the sufficient "
      "condition of the theorem, not about training with fewer numbers.");
  add_foundations(table, rows);
  table.add_note(what_is_compared);
  table.add_note(opponents);
  return table;
}

Table size_table(const Rational& epsilon, long largest, std::span<const SizeRow> rows) {
  Table table("Least m of the theorem and a feedforward network's weights, eps = " + exact_words(epsilon),
              Kind::explicit_form);
  table.add_column({.key = "theorem", .title = "theorem", .side = Side::none});
  table.add_column({.key = "delta", .title = "delta"});
  table.add_column({.key = "d", .title = "d"});
  table.add_column({.key = "m_min", .title = "least m"});
  table.add_column({.key = "trained", .title = "2 m"});
  table.add_column({.key = "every", .title = "every support"});
  table.add_column({.key = "random", .title = "random support"});
  table.add_column({.key = "frozen", .title = "frozen d m"});
  for (const SizeRow& row : rows) {
    const Rational every = opposing_weights(Opponent::every_support, row.positions, row.delta);
    const Rational random = opposing_weights(Opponent::random_support, row.positions, row.delta);
    if (row.least.dimension) {
      const Rational m(*row.least.dimension);
      table.add_row({row.theorem, row.delta, row.positions, m, Rational(2) * m, every, random, row.positions * m});
    } else {
      const Missing none{row.least.undecided ? "undecided"
                                             : row.theorem + " fails for every m from 3 to " + std::to_string(largest)};
      table.add_row({row.theorem, row.delta, row.positions, none, none, every, random, none});
    }
  }
  table.add_note("least m: the theorem holds there and fails for every m from 3 to below it, proved as by threshold.");
  add_foundations(table, rows);
  table.add_note(what_is_compared);
  return table;
}

Truth ProjectionRow::within() const {
  if (exact) return *exact <= Rational(count) ? Truth::yes : Truth::no;
  if (!enclosure) return Truth::unknown;
  return less_equal(*enclosure, numerics::Interval(static_cast<double>(count)));
}

Table projection_table(std::uint64_t seed, std::span<const ProjectionRow> rows) {
  Table table("What N fixed features explain of the parities of k positions, seed " + std::to_string(seed),
              Kind::explicit_form);
  table.add_column({.key = "features", .title = "features", .side = Side::none});
  table.add_column({.key = "d", .title = "d"});
  table.add_column({.key = "k", .title = "k"});
  table.add_column({.key = "N", .title = "N"});
  table.add_column({.key = "rank", .title = "rank"});
  table.add_column({.key = "parities", .title = "parities"});
  table.add_column({.key = "explained", .title = "explained", .side = Side::enclosure, .digits = 6});
  table.add_column({.key = "loss", .title = "average loss", .side = Side::enclosure, .digits = 6});
  table.add_column({.key = "least_loss", .title = "at least", .side = Side::lower, .digits = 6});
  table.add_column({.key = "arithmetic", .title = "numbers", .side = Side::none});
  table.add_column({.key = "verdict", .title = "explained <= N", .side = Side::none});
  for (const ProjectionRow& row : rows) {
    const Missing open{"the features are too close to dependent for binary64 enclosures"};
    Cell explained = open, loss = open;
    if (row.exact) {
      explained = BigInterval(*row.exact, shown);
      loss = BigInterval(Rational(1) - *row.exact / row.parities, shown);
    } else if (row.enclosure) {
      const BigInterval sum(*row.enclosure, shown);
      explained = sum;
      loss = BigInterval(1L, shown) - sum / BigInterval(row.parities, shown);
    }
    const Rational bound = Rational(1) - Rational(row.count) / row.parities;
    const Truth within = row.within();
    table.add_row({std::string(name_of(row.features)), Rational(row.positions), Rational(row.size), Rational(row.count),
                   row.rank ? Cell(Rational(*row.rank)) : Cell(Missing{"not computed in binary64"}), row.parities,
                   explained, loss, bound.sign() > 0 ? bound : Rational(), row.exact ? "exact" : "enclosed",
                   within == Truth::yes  ? VerdictCell{"proved", Tone::good}
                   : within == Truth::no ? VerdictCell{"refuted", Tone::bad}
                                         : VerdictCell{"undecided", Tone::open}});
  }
  table.add_note(
      "explained: the sum over all S of 1 - min_w E (chi_S - w . Phi)^2. exact: elimination over the rationals; "
      "enclosed: "
      "Cholesky factors with a proven correction, for the binary64 features as computed.");
  table.add_note(
      "The bound N (so an average loss of at least 1 - N / C(d,k)) is a theorem for every feature map; these rows are "
      "a "
      "check of it, each for one map. N parities attain it.");
  return table;
}

Table feature_table(std::span<const FeatureRow> rows) {
  Table table("Features that a fixed map needs for an average loss of at most eps over all parities of k positions",
              Kind::explicit_form);
  table.add_column({.key = "d", .title = "d"});
  table.add_column({.key = "k", .title = "k"});
  table.add_column({.key = "eps", .title = "eps"});
  table.add_column({.key = "N", .title = "N", .side = Side::lower, .digits = 8});
  table.add_column({.key = "power", .title = "(1-eps) (d/k)^k", .side = Side::lower, .digits = 8});
  for (const FeatureRow& row : rows) {
    const Rational power = (Rational(1) - row.epsilon) * pow(Rational(row.positions) / Rational(row.size), row.size);
    table.add_row({Rational(row.positions), Rational(row.size), row.epsilon,
                   least_features(row.positions, row.size, row.epsilon), power});
  }
  table.add_note(
      "N = ceil((1-eps) C(d,k)), exact before rounding down. The bound is proved in words: the parities are "
      "orthonormal, "
      "so what N features explain of them sums to at most N.");
  return table;
}

}  // namespace lemmacheck::reports
