#include "reports/probability_column.hpp"

#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {

Column probability_column(const std::string& key) {
  return {.key = key, .title = "probability", .side = Side::enclosure, .digits = 3};
}

Cell probability_cell(const verify::sparse_xor::Frequency& frequency) { return hull(frequency.lower, frequency.upper); }

std::string probability_note(const std::string& what, const numerics::Rational& confidence) {
  return "probability: Clopper and Pearson's interval of confidence " + exact_words(confidence) +
         " for the probability over " + what +
         ", undecided runs counted against either end; measured, and it assumes that the runs are independent draws.";
}

std::string shared_instances_note(const std::string& rows) {
  return rows + " share instances: they must not be compared as independent samples.";
}

}  // namespace lemmacheck::reports
