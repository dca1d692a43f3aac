// What an ablation shows, as figures.
#pragma once

#include <span>
#include <vector>

#include "reports/ablation_report.hpp"
#include "reports/figure.hpp"

namespace lemmacheck::reports {

/// "Fraction specialised against eta", all attentions with their Clopper-Pearson intervals; then for each of them
/// "attention on i*, j* and the largest other against steps", the first instance at its best step size.
std::vector<Figure> ablation_figures(const AblationSetting& setting, std::span<const AblatedAttention> rows);

}  // namespace lemmacheck::reports
