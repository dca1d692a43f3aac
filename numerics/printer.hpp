// Expression to text.
#pragma once

#include <map>
#include <string>

#include "numerics/expression.hpp"

namespace lemmacheck::numerics {

/// With the fewest brackets; parse_expression() reads it back to the same graph.
std::string to_text(const Graph& graph, NodeId root);

/// LaTeX (math mode). Variables are typeset by `symbols` when they are in it; without symbols parse_expression()
/// reads the result back to the same graph.
std::string to_latex(const Graph& graph, NodeId root, const std::map<std::string, std::string>& symbols = {});

}  // namespace lemmacheck::numerics
