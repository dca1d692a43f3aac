// Lemma files: claims as regression tests (reports/docs/lemma-files.md describes the format).
#pragma once

#include <functional>
#include <optional>

#include "verify/claim_reader.hpp"

namespace lemmacheck::verify {

/// One [[lemma]] as written.
struct Lemma {
  Text id, title, source, says;
  Text expect;  // proved, refuted, undecided, undefined or vacuous
  Text best;    // ask for the best value of this constant
  Text cite;    // taken from the literature: shown as such
  ClaimTexts texts;
  std::vector<Text> uses;         // "id" or "id(m = m, s = 2*p)"
  std::optional<double> seconds;  // budget
  Symbols latex;
};

struct LemmaFile {
  std::string file;  // for messages
  std::vector<Lemma> lemmas;
};

/// Reads a lemma file. ParseError LC120 (not TOML), LC121 (unknown or missing key, a word that is not allowed), LC122
/// (not a text in quotes), LC126 (no such theorem), LC132 (two lemmas with one id), LC133 (definitions in a circle);
/// each names file, line and remedy.
LemmaFile read_lemma_file(std::string_view toml, const std::string& file);

/// What a TOML file is, by its sections. ParseError LC120, and LC121 when it is neither.
enum class TomlKind { lemmas, theorem };
TomlKind kind_of_toml(std::string_view toml, const std::string& file);

/// The lemma files that are part of the program, in the order of their names.
std::vector<LemmaFile> embedded_lemmas();

/// Lemmas by id.
using LemmaSource = std::function<const Lemma*(const std::string& id)>;

/// The ids of the lemmas that a lemma uses.
std::vector<std::string> used_ids(const Lemma& lemma);

/// ParseError LC126 for a fact that no lemma has as its id, LC133 for lemmas that use each other in a circle.
void check_uses(const std::vector<Lemma>& lemmas, const LemmaSource& source, const std::vector<std::string>& known);

/// A fact that a lemma uses, in the lemma's own variables.
struct UsedFact {
  std::string id;
  std::vector<Text> facts;        // what may be assumed
  std::vector<Text> obligations;  // what has to be proved for that: ranges and hypotheses of the fact
  std::size_t plain = 0;          // the first of them, ends of ranges for values that are variables or constants
};

/// The facts of a lemma, instantiated: unnamed variables stand for themselves. ParseError LC131, LC124 for a variable
/// that the fact does not have or that is missing, LC143 for a value that is not certainly whole where the fact wants
/// an integer.
std::vector<UsedFact> used_facts(const Lemma& lemma, const LemmaSource& source);

}  // namespace lemmacheck::verify
