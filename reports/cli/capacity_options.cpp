#include "reports/cli/capacity_options.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "numerics/error.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/common_options.hpp"

namespace lemmacheck::cli {
namespace {

template <class Arguments>
CLI::App* part(CLI::App* capacity, Console& console, std::function<ExitCode()>& chosen, const std::string& name,
               const std::string& what, const std::string& examples, std::shared_ptr<Arguments> arguments,
               ExitCode (*run)(const Arguments&, const Console&)) {
  CLI::App* sub = capacity->add_subcommand(name, what);
  sub->footer("Examples:\n  " + examples);
  sub->callback([&console, &chosen, arguments, run] {
    chosen = [&console, arguments, run] { return run(*arguments, console); };
  });
  table_options(sub, arguments->formats, arguments->output);
  sub->add_flag("--json", console.json, "Print JSON");
  return sub;
}

void text(CLI::App* sub, const std::string& name, std::string& value, const std::string& what) {
  sub->add_option(name, value, what)->capture_default_str();
}
void texts(CLI::App* sub, const std::string& name, std::vector<std::string>& values, const std::string& what) {
  sub->add_option(name, values, what)->capture_default_str();
}
template <class Arguments>
void head_options(CLI::App* sub, Arguments& a) {
  text(sub, "--value-norm", a.value_norm, "Bound on |v|");
  text(sub, "--key-norm", a.key_norm, "Bound on the Frobenius norm of W_QK");
  text(sub, "--token-norm", a.token_norm, "Bound on tokens and queries");
  text(sub, "--heads", a.heads, "Number of heads");
  text(sub, "--map-lipschitz", a.map_lipschitz, "Lipschitz constant (sum norm) of the map of the heads");
}

template <class Arguments>
void two_head_options(CLI::App* sub, Arguments& a) {
  texts(sub, "--query-norms", a.query_norms, "Two heads with frozen keys: bounds on |theta|");
  text(sub, "--positions", a.positions, "Two heads: d");
  text(sub, "--embedding", a.embedding, "Two heads: m");
}

void covers(CLI::App* capacity, Console& console, std::function<ExitCode()>& chosen) {
  auto a = std::make_shared<CapacityCoversArguments>();
  CLI::App* sub = part(capacity, console, chosen, "covers",
                       "Covering numbers of linear functions and heads, and the greedy cover run on data",
                       "lemmacheck capacity covers --eps 0.1 --n 1000\n"
                       "  lemmacheck capacity covers --eps 1/20 --tokens 1024 --format latex -o tables",
                       a, run_capacity_covers);
  text(sub, "--norm", a->norm, "a: bound on |w|");
  text(sub, "--radius", a->radius, "b: bound on |x|");
  text(sub, "--eps", a->accuracy, "Accuracy of the cover");
  text(sub, "--n", a->count, "Points, or sequences of --tokens tokens");
  text(sub, "--dimension", a->dimension, "Dimension of the points");
  head_options(sub, *a);
  text(sub, "--tokens", a->tokens, "T: tokens of a sequence");
  two_head_options(sub, *a);
  text(sub, "--points", a->points, "Most points on which the greedy cover is run, 0 for none");
  seed_option(sub, a->seed, "Seed of the data of the greedy cover");
}

void samples(CLI::App* capacity, Console& console, std::function<ExitCode()>& chosen) {
  auto a = std::make_shared<CapacitySamplesArguments>();
  CLI::App* sub = part(capacity, console, chosen, "samples", "Smallest sample size for a generalisation gap, against T",
                       "lemmacheck capacity samples --gap 0.1 --tokens 16,256,4096\n"
                       "  lemmacheck capacity samples --key-norm 20 --heads 2 --gap 0.05 --json",
                       a, run_capacity_samples);
  head_options(sub, *a);
  texts(sub, "--tokens", a->tokens, "T, one or several numbers");
  text(sub, "--gap", a->gap, "Generalisation gap that is wanted");
  text(sub, "--delta", a->delta, "Failure probability");
  text(sub, "--loss-lipschitz", a->loss_lipschitz, "Lipschitz constant of the loss in the prediction");
  text(sub, "--loss-range", a->loss_range, "Length of the interval of losses");
  two_head_options(sub, *a);
  text(sub, "--n", a->count, "Two heads: sample size");
}

void sparse(CLI::App* capacity, Console& console, std::function<ExitCode()>& chosen) {
  auto a = std::make_shared<CapacitySparseArguments>();
  CLI::App* sub = part(capacity, console, chosen, "sparse",
                       "Sparse functions as attention: weight norms against s, errors certified on all inputs",
                       "lemmacheck capacity sparse --s 2,4,8,12 --tokens 1024\n"
                       "  lemmacheck capacity sparse --general --functions parity,lookup --s 2,6,10\n"
                       "  lemmacheck capacity sparse --m 20000 --tokens 64 --s 3 --seed 7",
                       a, run_capacity_sparse);
  texts(sub, "--functions", a->functions, "and, or, majority, parity; with --general also lookup (a random table)");
  sub->add_flag("--general", a->general,
                "One head for each bit and a lookup (s up to 10) in place of one head (s up to 12)");
  texts(sub, "--s", a->relevant, "Numbers of relevant positions");
  text(sub, "--tokens", a->tokens, "T: positions");
  text(sub, "--m", a->dimension, "Dimension of random unit keys; 0: orthonormal keys");
  sub->add_option("--beta", a->scale, "Scale of the query (default: an error of at most 0.1 with orthonormal keys)");
  seed_option(sub, a->seed, "Seed of random keys and tables");
}

void experiment(CLI::App* capacity, Console& console, std::function<ExitCode()>& chosen) {
  auto a = std::make_shared<CapacityExperimentArguments>();
  CLI::App* sub = part(capacity, console, chosen, "experiment",
                       "Samples that training needs, measured: fixed sample and fresh samples (no proof)",
                       "lemmacheck capacity experiment\n"
                       "  lemmacheck capacity experiment --functions and --s 2,3 --tokens 16,64,256,1024 --runs 20",
                       a, run_capacity_experiment);
  texts(sub, "--functions", a->functions, "and, xor");
  texts(sub, "--s", a->relevant, "Numbers of relevant positions, 2 to 4");
  texts(sub, "--tokens", a->tokens, "T: positions");
  texts(sub, "--protocols", a->protocols, "fixed, fresh");
  figure_option(sub, a->figures);
  text(sub, "--m", a->dimension, "Dimension of the random keys");
  text(sub, "--runs", a->runs, "Runs at every point");
  text(sub, "--batch", a->batch, "Inputs of a step");
  text(sub, "--steps", a->steps, "Most steps of a run");
  text(sub, "--step-size", a->step_size, "Step size of Adam");
  text(sub, "--accuracy", a->accuracy, "Share of held-out inputs to get right");
  text(sub, "--held-out", a->held_out, "Held-out inputs");
  text(sub, "--max-samples", a->most_samples, "Largest fixed sample");
  text(sub, "--confidence", a->confidence, "Of the intervals");
  seed_option(sub, a->seed, "Seed of keys, queries and inputs");
}

}  // namespace

void add_capacity(CLI::App& app, Console& console, std::function<ExitCode()>& chosen) {
  CLI::App* capacity = app.add_subcommand(
      "capacity", "Norm-based capacity of attention: covers, sample sizes, sparse functions, an experiment");
  capacity->footer(
      "Examples:\n  lemmacheck capacity covers --eps 0.1 --n 1000\n  lemmacheck capacity samples --gap 0.1\n"
      "  lemmacheck capacity sparse --s 2,4,8,12\n  lemmacheck capacity experiment --seed 1\n"
      "Each part has its own --help.");
  capacity->require_subcommand(0, 1);
  capacity->callback([capacity, &chosen] {
    if (!capacity->get_subcommands().empty()) return;
    chosen = []() -> ExitCode {
      throw numerics::DomainError("LC226",
                                  "capacity: needs a part: covers, samples, sparse or experiment; each has --help");
    };
  });
  covers(capacity, console, chosen);
  samples(capacity, console, chosen);
  sparse(capacity, console, chosen);
  experiment(capacity, console, chosen);
}

}  // namespace lemmacheck::cli
