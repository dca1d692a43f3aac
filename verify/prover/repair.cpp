#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "numerics/decimal_text.hpp"
#include "numerics/parser.hpp"
#include "verify/prover/exact_point.hpp"
#include "verify/prover/repair_constant.hpp"
#include "verify/prover/sample_search.hpp"
#include "verify/prover/sample_tight.hpp"

namespace lemmacheck::verify::prover {

using numerics::BigInterval;
using numerics::Decimal;
using numerics::NodeId;
using numerics::Rational;

namespace {

constexpr long repair_bits = 256, named_bits = 1024;
constexpr int end_digits = 11;
constexpr std::size_t most_unclear = 60;  // samples that are decided exactly
constexpr std::size_t most_pieces = 8;    // more: it oscillates

enum class Mark : std::uint8_t { holds, fails, excluded };  // excluded: this point alone (equality, or no value)

struct Sample {
  Coordinate at;
  Mark mark;
};

/// An end of a true range: a number, whether it belongs to the range, and how it is shown.
struct End {
  std::optional<Coordinate> at;  // nothing: the end of the domain
  bool open = false;
};

class Mender {
 public:
  Mender(Claim& claim, const Refutation& refutation, const RefuteOptions& options)
      : claim_(claim),
        refutation_(refutation),
        options_(options),
        problem_(claim),
        judge_(problem_),
        sampler_(problem_),
        completion_(problem_) {}

  Repair run() {
    Repair repair;
    if (claim_.variables.empty()) {
      if (is_gap()) repair.words = "the reversed claim holds";
      if (is_equality()) repair.words = not_strict;
      return repair;
    }
    if (claim_.variables.size() != 1 || problem_.axes[0].narrow || problem_.conclusions.empty()) return repair;
    sample();
    const bool any_holds = count(Mark::holds) > 0, any_fails = count(Mark::fails) > 0;
    if (!any_holds) {
      if (any_fails && problem_.conclusions.size() == 1 && !problem_.conclusions[0].equality &&
          !refutation_.undefined_at)
        repair.words = "the reversed claim appears to hold";
      return repair;
    }
    if (problem_.axes[0].integer) {
      if (const std::optional<Repair::Piece> piece = whole_numbers(repair.words)) repair.true_on.push_back(*piece);
      return repair;
    }
    repair.true_on = pieces();
    if (repair.true_on.size() > most_pieces) {
      repair.true_on.clear();
      return repair;
    }
    repair.words = words(repair.true_on, any_fails);
    if (any_fails) {
      const std::string constant = changed_constant(claim_, failing_, options_);
      if (!constant.empty()) repair.words += (repair.words.empty() ? "" : "; ") + constant;
    }
    return repair;
  }

 private:
  static constexpr const char* not_strict = "true with <= in place of <";

  bool is_equality() const {
    return refutation_.violation && refutation_.violation->is_point() && refutation_.violation->contains_zero();
  }
  bool is_gap() const { return refutation_.violation && refutation_.violation->certain_sign() > 0; }

  std::size_t count(Mark mark) const {
    return static_cast<std::size_t>(std::ranges::count(samples_, mark, &Sample::mark));
  }

  std::optional<Mark> mark(const Coordinate& c, long bits = repair_bits) {
    const PointAnswer answer = judge_.judge({c}, bits);
    if (answer.state == PointState::holds) return Mark::holds;
    if (answer.state == PointState::undefined) return Mark::excluded;
    if (answer.state != PointState::fails) return std::nullopt;
    return answer.violation->is_point() && answer.violation->contains_zero() ? Mark::excluded : Mark::fails;
  }

  /// Whether doubles tell at this number; `scores` is filled.
  bool is_clear(const Coordinate& c, std::vector<Score>& scores) const {
    sampler_.score({c.approx}, scores);
    return c.written.empty() &&
           std::ranges::all_of(scores, [](const Score& s) { return s.kind == Score::Kind::clear; });
  }

  void sample() {
    const Axis& axis = problem_.axes[0];
    std::vector<Coordinate> at = special_coordinates(problem_, axis, 40);
    for (const double x : axis_grid(axis, 1500)) at.push_back(Problem::coordinate(x));
    const Found found = search_samples(problem_, sampler_, completion_, options_);
    for (const auto* list : {&found.failing, &found.unclear})
      for (const DoublePoint& x : *list) at.push_back(Problem::coordinate(x[0]));
    for (const auto* point : {&refutation_.witness, &refutation_.undefined_at}) {
      if (!*point) continue;
      const std::string& text = (*point)->at(axis.variable->name);
      at.push_back(problem_.coordinate(numerics::parse_expression(problem_.graph, text, *claim_.functions).root));
    }
    std::ranges::stable_sort(at, {}, &Coordinate::approx);
    std::vector<Score> scores;
    std::size_t unclear = 0, limit = 1;
    for (const Coordinate& c : at) unclear += is_clear(c, scores) ? 0 : 1;
    limit = unclear / most_unclear + 1;
    for (Coordinate& c : at) {
      if (!samples_.empty() && samples_.back().at.approx == c.approx && c.exact == samples_.back().at.exact) continue;
      const bool clear = is_clear(c, scores);
      if (!clear && c.written.empty() && unclear++ % limit != 0) continue;
      const bool fails = std::ranges::any_of(scores, [](const Score& s) { return s.value < 0; });
      const std::optional<Mark> made = clear ? (fails ? Mark::fails : Mark::holds) : mark(c);
      if (!made) continue;
      if (*made == Mark::fails) failing_.push_back({c.approx});
      samples_.push_back({std::move(c), *made});
    }
  }

  /// A decimal next to `in`, away from `out`.
  Coordinate rounded_inside(const Rational& in, bool upwards) const {
    const numerics::DecimalStyle style{.digits = end_digits};
    return Problem::coordinate(
        Rational::parse(upwards ? numerics::to_decimal_up(in, style) : numerics::to_decimal_down(in, style)));
  }

  /// Between a point where the claim holds and one where it does not.
  std::optional<End> border(const Coordinate& in, const Sample& out) {
    if (out.mark == Mark::excluded) return End{out.at, true};
    if (!in.exact || !out.at.exact) return std::nullopt;
    Rational good = *in.exact, bad = *out.at.exact;
    const bool upwards = bad < good;  // the true range lies above
    const auto small = [&](long bits) {
      const Rational size = std::max(abs(good), abs(bad));
      return abs(good - bad) * numerics::pow(Rational(2), bits) <= size;
    };
    bool guessed = false;
    for (int step = 0; step < 300 && !small(44); ++step) {
      const double near = good.approx_double();
      if (!guessed && (step == 30 || small(33))) {  // the border may be a number with a name
        guessed = true;
        std::vector<Coordinate> guesses = exact_guesses(problem_, small(33) ? near : 0);
        for (Coordinate& g : guesses) {
          const std::optional<Mark> there = mark(g);
          if (there != Mark::holds && there != Mark::excluded) continue;
          const int outwards = upwards ? -1 : 1;
          if (mark(shifted(problem_, g, outwards, 40), named_bits) == Mark::fails &&
              mark(shifted(problem_, g, -outwards, 40), named_bits) == Mark::holds)
            return End{g, there == Mark::excluded};
        }
      }
      const Rational middle = (good + bad) / Rational(2);
      const std::optional<Mark> there = mark(Problem::coordinate(middle));
      if (!there) break;
      if (*there == Mark::excluded) return End{Problem::coordinate(middle), true};
      (*there == Mark::holds ? good : bad) = middle;
    }
    const Coordinate end = rounded_inside(good, upwards);
    const bool ordered = upwards ? *end.exact >= good : *end.exact <= good;
    if (!ordered || mark(end) != Mark::holds) return std::nullopt;
    return End{end, false};
  }

  ClaimEnd claim_end(const End& end, const ClaimEnd& domain_end) {
    if (!end.at) return domain_end;
    ClaimEnd made{false, {}, end.open};
    if (end.at->written.empty() && end.at->exact) {
      const std::optional<Decimal> decimal = as_decimal(*end.at->exact);
      made.value = decimal ? claim_.graph.literal(*decimal) : claim_.graph.rational(*end.at->exact);
    } else {
      made.value = numerics::substitute(problem_.graph, end.at->formula, claim_.graph, {});
    }
    return made;
  }

  std::vector<Repair::Piece> pieces() {
    std::vector<Repair::Piece> out;
    const ClaimVariable& variable = claim_.variables[0];
    for (std::size_t first = 0; first < samples_.size();) {
      if (samples_[first].mark != Mark::holds) {
        ++first;
        continue;
      }
      std::size_t last = first;
      while (last + 1 < samples_.size() && samples_[last + 1].mark == Mark::holds) ++last;
      std::optional<End> lower = End{}, upper = End{};
      if (first > 0) lower = border(samples_[first].at, samples_[first - 1]);
      if (last + 1 < samples_.size()) upper = border(samples_[last].at, samples_[last + 1]);
      first = last + 1;
      if (!lower || !upper) continue;
      if (lower->at && upper->at && lower->at->approx >= upper->at->approx) continue;
      Repair::Piece piece{variable, ""};
      piece.range.lower = claim_end(*lower, variable.lower);
      piece.range.upper = claim_end(*upper, variable.upper);
      ends_.push_back({*lower, *upper});
      const auto text = [&](const End& end, const ClaimEnd& domain, const std::optional<Coordinate>& domain_end,
                            const char* infinite) {
        return domain.infinite ? infinite : problem_.text(end.at ? *end.at : *domain_end);
      };
      const Axis& axis = problem_.axes[0];
      piece.text = fmt::format("{} in {}{}, {}{}", variable.name,
                               piece.range.lower.infinite || piece.range.lower.open ? '(' : '[',
                               text(*lower, piece.range.lower, axis.lower_end, "-inf"),
                               text(*upper, piece.range.upper, axis.upper_end, "inf"),
                               piece.range.upper.infinite || piece.range.upper.open ? ')' : ']');
      out.push_back(piece);
    }
    return out;
  }

  /// One change between true and false among the samples, found exactly.
  std::optional<Repair::Piece> whole_numbers(std::string& words) {
    std::size_t changes = 0, at = 0;
    for (std::size_t i = 0; i + 1 < samples_.size(); ++i) {
      if ((samples_[i].mark == Mark::holds) == (samples_[i + 1].mark == Mark::holds)) continue;
      ++changes;
      at = i;
    }
    if (changes != 1) return std::nullopt;
    const bool holds_below = samples_[at].mark == Mark::holds;
    Rational below = *samples_[at].at.exact, above = *samples_[at + 1].at.exact;
    while (above - below > Rational(1)) {
      const Rational middle = floor((below + above) / Rational(2));
      const std::optional<Mark> there = mark(Problem::coordinate(middle));
      if (!there) return std::nullopt;
      ((*there == Mark::holds) == holds_below ? below : above) = middle;
    }
    const std::string& name = claim_.variables[0].name;
    const std::string end = number_text(holds_below ? below : above);
    words = holds_below ? fmt::format("true up to {} = {}", name, end) : fmt::format("true for {} >= {}", name, end);
    Repair::Piece piece{claim_.variables[0], holds_below ? name + " <= " + end : name + " >= " + end};
    (holds_below ? piece.range.upper : piece.range.lower) = {false, claim_.graph.rational(holds_below ? below : above),
                                                             false};
    return piece;
  }

  std::string words(const std::vector<Repair::Piece>& pieces, bool any_fails) {
    if (!any_fails && is_equality() && !refutation_.undefined_at) return not_strict;
    if (pieces.size() != 1) {
      std::string list;
      for (const Repair::Piece& p : pieces) list += (list.empty() ? "true for " : " and for ") + p.text;
      return list.size() < 200 ? list : "";
    }
    const auto shown = [&](const Coordinate& c, bool up) {
      const std::string text = problem_.text(c);
      if (!c.exact || text.size() <= 6) return text;
      const numerics::DecimalStyle style{.digits = 6};
      return (up ? numerics::to_decimal_up(*c.exact, style) : numerics::to_decimal_down(*c.exact, style)) + "..";
    };
    const auto& [lower, upper] = ends_.front();
    const std::string& name = claim_.variables[0].name;
    if (!lower.at && upper.at)
      return fmt::format("true {} {} = {}", upper.open ? "below" : "up to", name, shown(*upper.at, false));
    if (lower.at && !upper.at)
      return fmt::format("true for {} {} {}", name, lower.open ? ">" : ">=", shown(*lower.at, true));
    return "true for " + pieces.front().text;
  }

  Claim& claim_;
  const Refutation& refutation_;
  const RefuteOptions& options_;
  Problem problem_;
  PointJudge judge_;
  Sampler sampler_;
  Completion completion_;
  std::vector<Sample> samples_;
  std::vector<DoublePoint> failing_;
  std::vector<std::pair<End, End>> ends_;
};

}  // namespace

Repair repair(Claim& claim, const Refutation& refutation, const RefuteOptions& options) {
  return Mender(claim, refutation, options).run();
}

}  // namespace lemmacheck::verify::prover
