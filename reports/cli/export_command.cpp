// export: the lemmas of a file in the language of another prover.
#include "numerics/error.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/write_file.hpp"
#include "verify/coq_export.hpp"

namespace lemmacheck::cli {

ExitCode run_export(const ExportArguments& a, const Console& console) {
  const std::string text = read_file(a.file);
  if (verify::kind_of_toml(text, a.file) == verify::TomlKind::theorem)
    throw numerics::ParseError("LC121", a.file + ": a theorem file; export takes lemma files");
  const verify::CoqFile made = verify::coq_file(verify::read_lemma_file(text, a.file), a.only);
  if (a.output.empty()) {
    console.print(made.text);
  } else {
    reports::write_file(a.output, made.text);
  }
  if (console.quiet) return all_as_claimed;
  for (const auto& [id, reason] : made.left_out) console.complain("lemmacheck: note: " + id + ": " + reason);
  console.complain("lemmacheck: " + std::to_string(made.exported) + " exported, " +
                   std::to_string(made.left_out.size()) + " left out");
  return all_as_claimed;
}

}  // namespace lemmacheck::cli
