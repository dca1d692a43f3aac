// Claims as Coq lemmas that CoqInterval's tactic `interval` is asked to prove: a second opinion by another kernel.
//
// Only the search for bounds by intervals is tried there, so a claim that is tight inside its range will not go
// through. What cannot be stated for the tactic (an unbounded range, an integer, a hypothesis about several variables)
// is left out with the reason; nothing is weakened.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "verify/claim.hpp"
#include "verify/lemma_file.hpp"

namespace lemmacheck::verify {

/// A lemma with its proof script, or why there is none.
struct CoqLemma {
  std::string text;
  std::string reason;  // not empty: no text
};

/// The claim as "Lemma `name` : forall ... Proof. ... Qed.": one goal for each thing that has to have a value and for
/// each comparison of the statement. `name` is a name of Coq (coq_name). `seconds` > 0 limits each goal.
CoqLemma coq_lemma(const Claim& claim, const std::string& name, int seconds = 0);

/// The lines that a file of such lemmas begins with.
std::string coq_header();

/// Text for a comment of Coq.
std::string coq_comment(const std::string& text);

struct CoqFile {
  std::string text;
  std::size_t exported = 0;
  std::vector<std::pair<std::string, std::string>> left_out;  // id, reason
};

/// A lemma file as a Coq file; what cannot be expressed is a comment with the reason. With `only`, that lemma alone:
/// ParseError LC126 when the file has no such id. Errors of read_claim pass through.
CoqFile coq_file(const LemmaFile& file, const std::string& only = "");

}  // namespace lemmacheck::verify
