// Claims from text, for tests of the prover.
#pragma once

#include <regex>
#include <string>
#include <vector>

#include "bounds/functions.hpp"
#include "numerics/parser.hpp"
#include "verify/claim.hpp"

namespace lemmacheck::verify::tests {

/// An unknown called e is not the constant.
inline std::string without_e(const std::string& text) { return std::regex_replace(text, std::regex("\\be\\b"), "e_"); }

inline ClaimEnd end_from(Claim& claim, std::string text, bool open) {
  while (!text.empty() && text.front() == ' ') text.erase(0, 1);
  while (!text.empty() && text.back() == ' ') text.pop_back();
  if (text == "inf" || text == "-inf") return {};
  return {false, numerics::parse_expression(claim.graph, text, *claim.functions).root, open};
}

/// `ranges`: "x in (0, 1]", "n integer in [1, inf)".
inline Claim claim_from(const std::vector<std::string>& ranges, const std::vector<std::string>& hypotheses,
                        const std::string& statement) {
  Claim claim;
  bool e_is_unknown = false;
  const auto parsed = [&](const std::string& text) {
    return numerics::parse_expression(claim.graph, e_is_unknown ? without_e(text) : text, *claim.functions).root;
  };
  claim.functions = &bounds::functions();
  for (const std::string& range : ranges) {
    const std::size_t in = range.find(" in "), first = range.find_first_of("[(", in);
    std::size_t depth = 0, comma = first;
    for (std::size_t i = first + 1; comma == first; ++i) {
      depth += range[i] == '(' ? 1U : range[i] == ')' ? -1U : 0U;
      if (range[i] == ',' && depth == 0) comma = i;
    }
    ClaimVariable v;
    v.name = range.substr(0, in);
    if (v.name.ends_with(" integer")) {
      v.integer = true;
      v.name.resize(v.name.size() - 8);
    }
    if (v.name == "e") {
      e_is_unknown = true;
      v.name = "e_";
    }
    v.node = claim.graph.variable(v.name);
    v.lower = end_from(claim, range.substr(first + 1, comma - first - 1), range[first] == '(');
    v.upper = end_from(claim, range.substr(comma + 1, range.size() - comma - 2), range.back() == ')');
    claim.variables.push_back(v);
  }
  for (const std::string& h : hypotheses) claim.hypotheses.push_back(parsed(h));
  claim.statement = parsed(statement);
  return claim;
}

}  // namespace lemmacheck::verify::tests
