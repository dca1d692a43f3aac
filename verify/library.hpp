// Theorems by id: the embedded ones, and files.
#pragma once

#include "verify/theorem.hpp"

namespace lemmacheck::verify {

/// Ids of the theorems embedded in the library, sorted.
std::vector<std::string> embedded_ids();

/// The embedded theorem with this id; ParseError LC126 with the known ids when there is none.
TheoremFile embedded_theorem(const Text& id);

/// understand() with the embedded theorems as those that events may use.
Theorem load(const TheoremFile& file);

}  // namespace lemmacheck::verify
