// What a person, a paper and a program get to see of a theorem's evaluation.
#pragma once

#include "reports/table.hpp"
#include "reports/text_writer.hpp"
#include "verify/range.hpp"

namespace lemmacheck::reports {

/// Statement, verdict, events with their charges, quantities, conditions, conclusions, hypotheses left to the caller.
std::string evaluation_text(const verify::Theorem& theorem, const verify::Binding& binding,
                            const verify::Evaluation& evaluation, const TextOptions& options);

/// {"theorem", "verdict", "failing", "reason", "parameters", "events": [{"name", "share", "fails", "chosen"}],
/// "quantities": {name: {"lo", "hi"}}, "conditions": [{"name", "claim", "verdict", "slack"}], "conclusions", ...};
/// numbers are strings with 20 significant digits, rounded outward.
std::string evaluation_json(const verify::Theorem& theorem, const verify::Binding& binding,
                            const verify::Evaluation& evaluation);

/// The says text with its {formulas} as numbers, rounded so that the sentence stays true.
std::string statement_text(const verify::Theorem& theorem, const verify::Binding& binding,
                           const verify::Evaluation& evaluation);

/// One row per point. `columns`: names of parameters, quantities and conclusions, and "verdict"; "NAME:lower",
/// "NAME:upper", "NAME:enclosure" choose the certified side. Empty: parameters, conclusions, verdict. DomainError
/// LC620 for a name that the theorem does not have. The theorem's assumptions stand under the table.
Table theorem_table(const verify::Theorem& theorem, const std::vector<verify::TablePoint>& points,
                    const std::vector<std::string>& columns, const std::string& title, bool with_assumptions = true);

std::string range_text(const verify::Theorem& theorem, const verify::Binding& binding,
                       const verify::RangeResult& result, const TextOptions& options);
/// {"theorem", "verdict", "range", "boxes", "failing": [..], "holding": [..], "undecided": [..]}.
std::string range_json(const verify::Theorem& theorem, const verify::Binding& binding,
                       const verify::RangeResult& result);

/// The maximal sub-intervals on which the theorem holds, of a range in one variable.
std::string threshold_text(const verify::Theorem& theorem, const verify::Binding& binding,
                           const verify::RangeResult& result, const TextOptions& options);
std::string threshold_json(const verify::Theorem& theorem, const verify::Binding& binding,
                           const verify::RangeResult& result);

}  // namespace lemmacheck::reports
