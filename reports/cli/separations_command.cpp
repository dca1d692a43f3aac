// separations: what networks without attention need.
#include "numerics/error.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/number_argument.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/cli/write_table.hpp"
#include "reports/separation_report.hpp"

namespace lemmacheck::cli {
namespace {

namespace xor_ = verify::sparse_xor;
using numerics::DomainError;
using numerics::Rational;

constexpr long most_dimensions = 4096;

class Separations {
 public:
  Separations(const SeparationsArguments& arguments, bool fixed_embedding, const Console& console)
      : a_(arguments), console_(console) {
    epsilon_ = fraction(a_.epsilon, "--eps");
    theorems_ = step_theorem_ids(a_.theorems, false);
    most_boxes_ = whole(a_.most_boxes, "--max-boxes", 1, 100000000);
    for (const verify::Text& delta : as_texts(a_.deltas, "--delta")) deltas_.push_back(fraction(delta.text, "--delta"));
    for (const verify::Text& d : as_texts(a_.positions, "--d"))
      positions_.push_back(static_cast<long>(whole(d.text, "--d", 3, 1000000000000000L)));
    for (const verify::Text& k : as_texts(a_.sizes, "--k"))
      sizes_.push_back(static_cast<long>(whole(k.text, "--k", 1, 1000)));
    for (const long d : positions_)
      for (const long k : sizes_)
        if (fixed_embedding && k > d)
          throw DomainError("LC226", "--k " + std::to_string(k) + ": must be at most d = " + std::to_string(d));
    small_ = whole(a_.small, "--small-d", 2, 12);
    for (const verify::Text& n : as_texts(a_.counts, "--features"))
      counts_.push_back(whole(n.text, "--features", 1, 512));
  }

  ExitCode result() const { return result_; }

  void ffnn(std::vector<reports::NamedTable>& tables) {
    const auto progress = console_.progress("separations: rounds of boxes", 0);
    std::vector<reports::CrossingRow> crossings;
    std::vector<reports::SizeRow> sizes;
    for (const std::string& id : theorems_) {
      for (const Rational& delta : deltas_) {
        const xor_::CrossingTheorem theorem{id, delta.to_string(), epsilon_.to_string()};
        for (const auto opponent : {xor_::Opponent::every_support, xor_::Opponent::random_support}) {
          crossings.push_back(
              {id, delta, opponent, xor_::find_crossing(opponent, theorem, {.most_boxes = most_boxes_, .progress = [&] {
                                                                              progress->advance();
                                                                            }})});
          const auto& found = crossings.back().crossing;
          if (!found || !found->minimal) result_ = worse(result_, something_undecided);
        }
        for (const long d : positions_) {
          sizes.push_back({id, delta, Rational(d), xor_::least_dimension(theorem, Rational(d), most_dimensions)});
          if (sizes.back().least.undecided) result_ = worse(result_, something_undecided);
        }
      }
    }
    progress->finish();
    tables.push_back({"crossing", reports::crossing_table(epsilon_, crossings)});
    tables.push_back({"sizes", reports::size_table(epsilon_, most_dimensions, sizes)});
  }

  void fixed_embedding(std::vector<reports::NamedTable>& tables) {
    std::vector<reports::ProjectionRow> projections;
    const auto progress = console_.progress("separations: feature maps", 3 * sizes_.size() * counts_.size());
    for (const long k : sizes_) {
      if (k > 3 || static_cast<std::size_t>(k) > small_) continue;
      for (const auto features : {xor_::Features::relu_real, xor_::Features::relu_integer, xor_::Features::parities})
        for (const std::size_t n : counts_) {
          progress->advance();
          if (features == xor_::Features::parities &&
              Rational(n) > xor_::binomial_coefficient(static_cast<long>(small_), k))
            continue;
          projections.push_back(project(features, static_cast<std::size_t>(k), n));
          const auto within = projections.back().within();
          if (within != numerics::Truth::yes)
            result_ = worse(result_, within == numerics::Truth::no ? something_refuted : something_undecided);
        }
    }
    progress->finish();
    if (!projections.empty()) tables.push_back({"projection", reports::projection_table(a_.seed, projections)});
    std::vector<reports::FeatureRow> rows;
    for (const long d : positions_)
      for (const long k : sizes_) rows.push_back({d, k, epsilon_});
    tables.push_back({"features", reports::feature_table(rows)});
  }

 private:
  reports::ProjectionRow project(xor_::Features features, std::size_t k, std::size_t n) const {
    const auto phi = xor_::sample_features(features, small_, k, n, a_.seed);
    reports::ProjectionRow row{.features = features, .positions = small_, .size = k, .count = n};
    row.parities = xor_::binomial_coefficient(static_cast<long>(small_), static_cast<long>(k));
    if (features == xor_::Features::relu_real) {
      const xor_::Explained found = xor_::enclose_explained(phi, k);
      if (found.decided) row.enclosure = found.sum;
    } else {
      const xor_::ExactlyExplained found = xor_::exactly_explained(xor_::exact_features(phi), k);
      row.exact = found.sum;
      row.rank = found.rank;
    }
    return row;
  }

  const SeparationsArguments& a_;
  const Console& console_;
  Rational epsilon_;
  std::vector<std::string> theorems_;
  std::vector<Rational> deltas_;
  std::vector<long> positions_, sizes_;
  std::vector<std::size_t> counts_;
  std::size_t small_ = 0, most_boxes_ = 0;
  ExitCode result_ = all_as_claimed;
};

}  // namespace

ExitCode run_separations(const SeparationsArguments& arguments, const Console& console) {
  bool ffnn = arguments.which.empty(), fixed = ffnn;
  for (const std::string& which : arguments.which) {
    if (which != "ffnn" && which != "fixed-embedding")
      throw DomainError("LC226", "separations: no separation '" + which + "'; it is ffnn or fixed-embedding");
    (which == "ffnn" ? ffnn : fixed) = true;
  }
  const TableOutput output = table_output(arguments.formats, arguments.output, console);
  Separations separations(arguments, fixed, console);
  std::vector<reports::NamedTable> tables;
  if (fixed) separations.fixed_embedding(tables);
  if (ffnn) separations.ffnn(tables);
  write_tables(tables, "separations", output, console);
  return separations.result();
}

}  // namespace lemmacheck::cli
