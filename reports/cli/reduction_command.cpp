// reduction: the model of the paper as a standard Transformer block.
#include "numerics/error.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/number_argument.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/cli/write_table.hpp"
#include "reports/reduction_report.hpp"

namespace lemmacheck::cli {

namespace xor_ = verify::sparse_xor;

ExitCode run_reduction(const ReductionArguments& arguments, const Console& console) {
  const std::size_t d = whole(arguments.positions, "--d", 3, 4096), m = whole(arguments.dimension, "--m", 2, 1024);
  std::array<std::size_t, 2> support{0, 1};
  if (!arguments.support.empty()) {
    const auto positions = as_texts(arguments.support, "--support");
    if (positions.size() != 2) throw numerics::DomainError("LC226", "--support: needs two positions, such as 0,1");
    for (std::size_t i = 0; i < 2; ++i) support[i] = whole(positions[i].text, "--support", 0, static_cast<long>(d) - 1);
  }
  xor_::ReductionOptions options;
  options.seed = arguments.seed;
  options.step_size = number(arguments.eta, "--eta", {d, m});
  options.inputs = whole(arguments.inputs, "--inputs", 1, 1000000);
  const TableOutput output = table_output(arguments.formats, arguments.output, console);
  const auto progress = console.progress("reduction: formulas, numbers", 2);
  const xor_::TransformerData data = xor_::sample_transformer(d, m, arguments.seed, support);
  const xor_::ReductionIdentities identities = xor_::prove_reduction_identities();
  progress->advance();
  const xor_::ReductionReport report = xor_::check_reduction(data, options);
  progress->finish();
  write_table(reports::reduction_table(data, options, report, identities), "reduction", output, console);
  if (report.verdict == xor_::Agreement::differ) return something_refuted;
  return report.verdict == xor_::Agreement::agree && identities.all() ? all_as_claimed : something_undecided;
}

}  // namespace lemmacheck::cli
