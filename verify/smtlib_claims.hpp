// From conditions to claims (internal to the SMT-LIB reader).
#pragma once

#include "verify/smtlib.hpp"
#include "verify/smtlib_formula.hpp"

namespace lemmacheck::verify {

struct SmtlibVariable {
  std::string name;
  bool integer = false;
};

/// The claims that together say that the conditions cannot all hold. `definitions` stand in every claim.
std::vector<ClaimTexts> smtlib_claims(const std::vector<SmtlibVariable>& variables,
                                      const std::vector<Text>& definitions,
                                      const std::vector<SmtlibFormula>& conditions);

}  // namespace lemmacheck::verify
