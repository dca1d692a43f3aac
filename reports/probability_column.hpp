// A measured probability as a column: Clopper and Pearson's interval (internal to the room).
#pragma once

#include <string>

#include "reports/table.hpp"
#include "verify/sparse_xor/simulation.hpp"

namespace lemmacheck::reports {

Column probability_column(const std::string& key = "probability");
/// From the lower limit to the upper one.
Cell probability_cell(const verify::sparse_xor::Frequency& frequency);
/// "probability: Clopper and Pearson's interval ... for the probability over `what` ...".
std::string probability_note(const std::string& what, const numerics::Rational& confidence);
/// That rows must not be compared as independent; `rows` are those with the same instances.
std::string shared_instances_note(const std::string& rows);

}  // namespace lemmacheck::reports
