// SMT-LIB 2 scripts as claims: QF_NRA and QF_NIRA with exp, log, sin, cos, tan, atan, sqrt, ^, abs, min, max, tanh, pi.
//
// A script asks whether its assertions can hold together. They cannot exactly when every claim made of them is true:
// bounds of one variable by a number become its range, the last assertion that has a negation in our language is
// negated and becomes the statement, the others are hypotheses. `or` among the hypotheses is split into cases.
#pragma once

#include "verify/claim_reader.hpp"

namespace lemmacheck::verify {

struct SmtlibQuery {
  std::vector<ClaimTexts> cases;             // all proved: unsat; one refuted: sat
  std::map<std::string, std::string> names;  // names in the claims that differ from those in the script
};

/// ParseError LC147 (brackets, characters), LC148 (a command or a term that is not understood, an unknown name, more
/// than 256 cases), each with line and column.
SmtlibQuery read_smtlib(std::string_view text, const std::string& file);

}  // namespace lemmacheck::verify
