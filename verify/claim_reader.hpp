// Texts to a claim: "log(1+x) >= x - x^2/2" for "x in [0, inf)".
//
// A claim is read from the same texts on the command line, in a lemma file and in a certificate. Definitions are
// substituted, `ln` becomes `log`, conventions are applied; nothing else is changed.
#pragma once

#include "verify/claim.hpp"
#include "verify/theorem_file.hpp"

namespace lemmacheck::verify {

/// A claim as written.
struct ClaimTexts {
  std::vector<Text> statements;   // comparisons; several hold together
  std::vector<Text> ranges;       // "x in [0, inf)", "n integer in [1, inf)", "t real", "k integer"
  std::vector<Text> hypotheses;   // comparisons
  std::vector<Text> definitions;  // "y = x/(1+x)", "f(s) = s*log(s)"; each may use those before it
  std::vector<Text> conventions;  // "0*log(0) = 0"
};

struct ClaimReaderOptions {
  std::string unknown_constant;            // a name that the statement may use without a range: prove --best C
  std::string remedy = "add it to 'for'";  // how a missing range is given, for messages
};

/// ParseError LC110 to LC113 (syntax), LC123 (a range that is malformed, not constant, reversed or empty), LC124 (not a
/// name or a definition), LC131 (unknown name), LC132 (defined twice), LC141 (unknown convention), LC142 (the expanded
/// claim is too large); each names the place and the remedy.
Claim read_claim(const ClaimTexts& texts, const ClaimReaderOptions& options = {});

/// Variables that neither the statement nor a hypothesis uses.
std::vector<std::string> unused_variables(const Claim& claim);

/// "x in [0, inf), n integer in [1, inf)", in the words of the claim's author; "" without ranges.
std::string ranges_text(const ClaimTexts& texts);
/// The statements, joined by "and", each on one line.
std::string statement_text(const ClaimTexts& texts);

}  // namespace lemmacheck::verify
