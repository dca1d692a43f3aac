// instance: one certified gradient step.
#include "numerics/error.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/number_argument.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/instance_report.hpp"
#include "verify/sparse_xor/covered_step.hpp"
#include "verify/sparse_xor/instance.hpp"

namespace lemmacheck::cli {
namespace {

namespace xor_ = verify::sparse_xor;
using numerics::DomainError;

xor_::Instance sampled(const InstanceArguments& arguments) {
  const std::size_t d = whole(arguments.positions, "--d", 3, 100000000),
                    m = whole(arguments.dimension, "--m", 2, 1000000);
  std::array<std::size_t, 2> support{0, 1};
  if (!arguments.support.empty()) {
    const auto positions = as_texts(arguments.support, "--support");
    if (positions.size() != 2) throw DomainError("LC226", "--support: needs two positions, such as 0,1");
    for (std::size_t i = 0; i < 2; ++i) support[i] = whole(positions[i].text, "--support", 0, static_cast<long>(d) - 1);
  }
  return xor_::sample_instance(d, m, arguments.seed, support);
}

}  // namespace

ExitCode run_instance(const InstanceArguments& arguments, const Console& console) {
  const auto progress = console.progress("instance: sample, certify", 2);
  const xor_::Instance instance =
      arguments.file.empty() ? sampled(arguments) : xor_::read_instance(read_file(arguments.file), arguments.index);
  progress->advance();
  xor_::StepOptions options;
  options.epsilon = number(arguments.epsilon, "--eps");
  if (!arguments.eta.empty()) {
    options.step_size = number(arguments.eta, "--eta");
  } else if (!instance.step_size) {
    options.step_size =
        xor_::covered_step_size({std::to_string(instance.positions), {.source = "--d"}},
                                {std::to_string(instance.dimension), {.source = "--m"}},
                                {arguments.delta, {.source = "--delta"}}, {arguments.epsilon, {.source = "--eps"}});
  }
  const xor_::InstanceCertificate certificate = xor_::certify_step(instance, options);
  progress->finish();
  if (console.json) {
    xor_::JsonOptions json;
    if (arguments.data) json.data = &instance;
    console.print(xor_::to_json(certificate, json) + "\n");
  } else {
    console.print(reports::instance_text(certificate, console.text()));
  }
  switch (certificate.verdict) {
    case xor_::StepVerdict::specialised:
      return all_as_claimed;
    case xor_::StepVerdict::not_specialised:
      return something_refuted;
    case xor_::StepVerdict::undecided:
      return something_undecided;
  }
  LEMMACHECK_ASSERT(false);
}

}  // namespace lemmacheck::cli
