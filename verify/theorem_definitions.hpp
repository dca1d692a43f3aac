// The definitions of a theorem inside a claim, so that a lemma speaks of the formulas that stand in the theorem file.
#pragma once

#include "verify/claim_reader.hpp"
#include "verify/theorem.hpp"

namespace lemmacheck::verify {

/// Adds to the definitions of `texts` those definitions and conclusions of `theorem` that its formulas name, directly
/// or through each other, in an order in which each comes after what it names. A name that has a range or a definition
/// in `texts` keeps that meaning: this gives the parameters of the theorem their values, and frees intermediate
/// quantities. Quantities of a theorem that is an event, such as pop.G12, come along; `others` finds its file. Names
/// that the theorem only chooses (`choose`) are not defined, and enclosed quantities are no formulas; the reader of the
/// claim reports them. ParseError LC133 for definitions in a circle.
void use_definitions(ClaimTexts& texts, const TheoremFile& theorem, const TheoremSource& others);

}  // namespace lemmacheck::verify
