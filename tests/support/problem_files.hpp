// Inequalities from problem files that lie beside the repository, each with its known truth.
#pragma once

#include <string>
#include <vector>

#include "verify/claim_reader.hpp"

namespace lemmacheck::test_support {

struct FileProblem {
  std::string id;
  verify::ClaimTexts texts;
  bool truth = false;
  bool tight = false;  // the file names points or limits where both sides are equal
};

/// The names of the files there are.
inline const std::vector<std::string> problem_file_names = {"metitarski_and_probes.json", "inequalities.json",
                                                            "boxes.txt"};

/// The problems of one file, in its order; none when the file does not exist.
std::vector<FileProblem> read_problem_file(const std::string& name);

}  // namespace lemmacheck::test_support
