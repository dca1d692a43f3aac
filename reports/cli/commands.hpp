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
  std::vector<std::string> settings;
  long precision = 128, limit = 4096;
};
ExitCode run_evaluate(const EvaluateArguments& arguments, const Console& console);

struct TableArguments {
  std::string theorem;
  std::vector<std::string> settings, grid, columns, formats{"text"};
  std::string regime, output, title;
  long precision = 128, limit = 4096;
};
ExitCode run_table(const TableArguments& arguments, const Console& console);

struct RangeArguments {
  std::string theorem;
  std::vector<std::string> settings, ranges;
  std::string regime, certificate;
  long limit = 4096;
  std::size_t most_boxes = 1000000;
};
ExitCode run_range(const RangeArguments& arguments, const Console& console);

struct ThresholdArguments {
  std::string theorem, of, in, certificate;
  std::vector<std::string> settings;
  long limit = 4096;
  std::size_t most_boxes = 1000000;
};
ExitCode run_threshold(const ThresholdArguments& arguments, const Console& console);

struct InstanceArguments {
  std::string positions = "10000", dimension = "256", eta, delta = "0.1", epsilon = "0.01", file;
  std::vector<std::string> support;  // positions counted from 0
  unsigned long long seed = 1;
  std::size_t index = 0;
  bool data = false;
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

struct ParityArguments {
  std::vector<std::string> heads{"2", "3", "4"}, starts, eta, formats{"text"};
  std::string positions = "64", dimension = "128", steps = "10", runs = "100", epsilon = "0.01", confidence = "0.95";
  std::string output;
  unsigned long long seed = 1;
  bool each = false;
};
ExitCode run_k_parity(const ParityArguments& arguments, const Console& console);

struct ReductionArguments {
  std::string positions = "10", dimension = "5", eta = "100", inputs = "200", output;
  std::vector<std::string> support, formats{"text"};
  unsigned long long seed = 1;
};
ExitCode run_reduction(const ReductionArguments& arguments, const Console& console);

struct SeparationsArguments {
  std::vector<std::string> which, deltas{"0.5"}, positions{"1e4", "1e6"}, sizes{"2", "3", "10"}, counts{"8", "24"};
  std::vector<std::string> formats{"text"};
  std::string epsilon = "0.01", small = "8", output;
  unsigned long long seed = 1;
};
ExitCode run_separations(const SeparationsArguments& arguments, const Console& console);

ExitCode run_selftest(const Console& console);

struct MainJobArguments {
  std::string directory = "lemmacheck-report";
};
ExitCode run_main_job(const MainJobArguments& arguments, const Console& console);

}  // namespace lemmacheck::cli
