// A theorem file as text: what stands in the TOML, with the place of every formula, not yet understood.
//
// The format is described in reports/docs/theorem-files.md. Numbers stand in quotes, so that they are read exactly;
// a bare TOML float is an error, since TOML readers make it a double.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "numerics/parser.hpp"

namespace lemmacheck::verify {

/// A piece of the file and where it stands.
struct Text {
  std::string text;
  numerics::Place place;
  bool empty() const noexcept { return text.empty(); }
};

using Symbols = std::map<std::string, std::string>;  // name -> LaTeX

struct EventText {
  Text name, share;
  Text choose, fails;  // an event of its own: "smallest tau in [0, 1]" and the probability that it fails
  Text theorem, as;    // or another theorem, under a prefix
  Text says;
  Symbols latex;
};

struct DefineText {
  std::vector<Text> formulas;
  Text says;
  Symbols latex;
};

struct ConditionText {
  Text name, claim, says;
};

struct ConclusionText {
  Text name, formula, side, round, says, latex;
};

struct RegimeText {
  Text name;
  std::vector<Text> let, grid, range;  // a table over the grid, a certificate over the range
};

struct ExpectText {
  std::vector<Text> at, by;
  Text verdict;
};

struct TheoremFile {
  std::string file;  // the name for messages
  Text id, title, kind, source, budget, says;
  std::vector<Text> domains, defaults, uses, caller;
  Symbols latex;  // of the parameters
  std::vector<EventText> events;
  std::vector<DefineText> defines;
  std::vector<ConditionText> conditions;
  std::vector<ConclusionText> conclusions;
  std::vector<RegimeText> regimes;
  std::vector<ExpectText> expectations;
};

/// Reads a theorem file. ParseError LC120 (not TOML), LC121 (unknown or missing key), LC122 (a bare number or another
/// type where text in quotes is expected); each names file, line and remedy.
TheoremFile read_theorem_file(std::string_view toml, const std::string& file);

}  // namespace lemmacheck::verify
