// Theorems and settings as they are typed on the command line.
#pragma once

#include <string>
#include <vector>

#include "verify/theorem.hpp"

namespace lemmacheck::cli {

/// The text of the embedded theorem with this id, or of the file with this path.
struct TheoremSourceText {
  std::string file, text;
};
TheoremSourceText theorem_text(const std::string& name);

/// The embedded theorem with this id, or the file with this path; `shares` as typed after --share.
verify::Theorem load_theorem(const std::string& name, const std::vector<std::string>& shares = {});

/// "d=1e5" and "d=1e5, m=128" as texts whose messages name the option.
std::vector<verify::Text> as_texts(const std::vector<std::string>& values, const std::string& option);

/// The words of --theorem where one step is looked at: all theorems about this kind of step when there are none.
/// DomainError LC226 for another word.
std::vector<std::string> step_theorem_ids(const std::vector<std::string>& words, bool samples);

/// All points of a grid: settings of a regime or of --set, times the axes. At most 1e6 points.
std::vector<std::vector<verify::Text>> grid_points(const std::vector<verify::Text>& fixed,
                                                   const std::vector<verify::Text>& axes);

/// The regime of this name; without a name the first that has a grid (`grid`) or a range.
const verify::RegimeText& find_regime(const verify::Theorem& theorem, const std::string& name, bool grid);

/// The whole file as text. ParseError LC127 when it cannot be read.
std::string read_file(const std::string& path);

}  // namespace lemmacheck::cli
