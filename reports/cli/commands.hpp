// The commands: one function each. Arguments are texts as typed; every function returns an exit code and throws
// numerics::Error for bad input.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/cli/console.hpp"

namespace lemmacheck::cli {

struct EvaluateArguments {
  std::string theorem;
  std::vector<std::string> settings, shares;
  long precision = 128, limit = 4096;
};
ExitCode run_evaluate(const EvaluateArguments& arguments, const Console& console);

struct TableArguments {
  std::string theorem;
  std::vector<std::string> settings, shares, grid, columns, formats{"text"};
  std::string regime, output, title;
  long precision = 128, limit = 4096;
};
ExitCode run_table(const TableArguments& arguments, const Console& console);

struct RangeArguments {
  std::string theorem;
  std::vector<std::string> settings, shares, ranges;
  std::string regime, certificate;
  long limit = 4096;
  std::size_t most_boxes = 1000000;
};
ExitCode run_range(const RangeArguments& arguments, const Console& console);

struct ThresholdArguments {
  std::string theorem, of, in, certificate;
  std::vector<std::string> settings, shares;
  long limit = 4096;
  std::size_t most_boxes = 1000000;
};
ExitCode run_threshold(const ThresholdArguments& arguments, const Console& console);

struct OptimiseArguments {
  std::string theorem, minimise, least;
  std::vector<std::string> settings, shares;
  unsigned long long seed = 1;
  int rounds = 3;
  long precision = 128, limit = 4096;
};
ExitCode run_optimise(const OptimiseArguments& arguments, const Console& console);

struct InstanceArguments {
  std::string positions = "10000", dimension = "256", eta, delta = "0.1", epsilon = "0.01", file;
  std::vector<std::string> support;  // positions counted from 0
  unsigned long long seed = 1;
  std::size_t index = 0;
  bool data = false, samples = false;
  std::string failure = "0.05";
};
ExitCode run_instance(const InstanceArguments& arguments, const Console& console);

struct ProveArguments {
  std::string claim;  // or a .toml or .smt2 file
  std::vector<std::string> ranges, hypotheses, definitions, conventions;
  std::string best, certificate;
  double seconds = 60;
  bool smtlib = false;
};
ExitCode run_prove(const ProveArguments& arguments, const Console& console);

struct CheckArguments {
  std::vector<std::string> files;
  std::string junit, baseline;
  bool update_baseline = false, allow_undecided = false;
  double seconds = 60;
};
ExitCode run_check(const CheckArguments& arguments, const Console& console);

struct RecheckArguments {
  std::vector<std::string> files;
};
ExitCode run_recheck(const RecheckArguments& arguments, const Console& console);

struct ExportArguments {
  std::string language, file, only, output;
};
ExitCode run_export(const ExportArguments& arguments, const Console& console);

struct SimulateArguments {
  std::vector<std::string> positions{"10000"}, eta, samples, theorems, formats{"text"};
  std::string dimension = "128", runs = "100", delta = "0.1", epsilon = "0.01", confidence = "0.95", output, figures;
  unsigned long long seed = 1;
  bool exponent = false;
};
ExitCode run_simulate(const SimulateArguments& arguments, const Console& console);

struct ParityArguments {
  std::vector<std::string> heads{"2", "3", "4"}, starts, eta, formats{"text"};
  std::string positions = "64", dimension = "128", steps = "10", runs = "100", epsilon = "0.01", confidence = "0.95";
  std::string output;
  unsigned long long seed = 1;
  bool each = false, data = false;
};
ExitCode run_k_parity(const ParityArguments& arguments, const Console& console);

struct AblationArguments {
  std::vector<std::string> attentions{"softmax", "linear", "erf"}, scales{"1", "1/d"}, eta, formats{"text"};
  std::string positions = "64", dimension = "32", steps = "1", runs = "20", confidence = "0.95", output, figures;
  std::string grid = "41", first = "1e-5", last = "1e5*d^2";
  unsigned long long seed = 1;
  bool each = false;
};
ExitCode run_ablation_command(const AblationArguments& arguments, const Console& console);

struct ReductionArguments {
  std::string positions = "10", dimension = "5", eta = "100", inputs = "200", output;
  std::vector<std::string> support, formats{"text"};
  unsigned long long seed = 1;
};
ExitCode run_reduction(const ReductionArguments& arguments, const Console& console);

struct CapacityCoversArguments {
  std::string norm = "1", radius = "1", accuracy = "0.1", count = "1000", dimension = "64";
  std::string value_norm = "1", key_norm = "1", token_norm = "1", heads = "1", map_lipschitz = "1", tokens = "64";
  std::vector<std::string> query_norms{"1", "50"}, formats{"text"};
  std::string positions = "1000", embedding = "128", points = "400", output;
  unsigned long long seed = 1;
};
ExitCode run_capacity_covers(const CapacityCoversArguments& arguments, const Console& console);

struct CapacitySamplesArguments {
  std::string value_norm = "1", key_norm = "1", token_norm = "1", heads = "1", map_lipschitz = "1";
  std::string loss_lipschitz = "1", loss_range = "1", gap = "0.1", delta = "0.05", output;
  std::string positions = "1000", embedding = "128", count = "1e6";
  std::vector<std::string> query_norms{"1", "20", "50"};
  std::vector<std::string> tokens{"16", "64", "256", "1024", "4096", "65536"}, formats{"text"};
};
ExitCode run_capacity_samples(const CapacitySamplesArguments& arguments, const Console& console);

struct CapacitySparseArguments {
  std::vector<std::string> functions{"and", "or", "majority", "parity"}, relevant{"2", "4", "8"}, formats{"text"};
  std::string tokens = "64", dimension = "0", scale, output;
  bool general = false;
  unsigned long long seed = 1;
};
ExitCode run_capacity_sparse(const CapacitySparseArguments& arguments, const Console& console);

struct CapacityExperimentArguments {
  std::vector<std::string> functions{"and", "xor"}, relevant{"2"}, tokens{"16", "32"}, protocols{"fixed", "fresh"};
  std::vector<std::string> formats{"text"};
  std::string dimension = "32", runs = "10", batch = "64", steps = "400", step_size = "0.1", accuracy = "0.95";
  std::string held_out = "1000", most_samples = "1024", confidence = "0.95", output, figures;
  unsigned long long seed = 1;
};
ExitCode run_capacity_experiment(const CapacityExperimentArguments& arguments, const Console& console);
struct SeparationsArguments {
  std::vector<std::string> which, theorems{"theorem-2"}, deltas{"0.5"}, positions{"1e4", "1e6"}, sizes{"2", "3", "10"},
      counts{"8", "24"};
  std::vector<std::string> formats{"text"};
  std::string epsilon = "0.01", small = "8", most_boxes = "100000", output;
  unsigned long long seed = 1;
};
ExitCode run_separations(const SeparationsArguments& arguments, const Console& console);

ExitCode run_selftest(const Console& console);

struct MainJobArguments {
  std::string directory = "lemmacheck-report";
};
ExitCode run_main_job(const MainJobArguments& arguments, const Console& console);

}  // namespace lemmacheck::cli
