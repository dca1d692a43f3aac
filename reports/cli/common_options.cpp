#include "reports/cli/common_options.hpp"

#include <CLI/CLI.hpp>

namespace lemmacheck::cli {

std::string not_negative(const std::string& text) {
  return text.starts_with('-') ? text + " is negative; give a number from 0 on" : "";
}

void table_options(CLI::App* command, std::vector<std::string>& formats, std::string& output) {
  command->add_option("--format", formats, "text, latex, markdown, csv, json; several with csv or json need --output")
      ->capture_default_str();
  command->add_option("-o,--output", output, "A directory for the files; without it they are printed");
}

void figure_option(CLI::App* command, std::string& directory) {
  command->add_option("--figures", directory, "A directory for figures: SVG, and LaTeX for pgfplots");
}

void seed_option(CLI::App* command, unsigned long long& seed, const std::string& what) {
  command->add_option("--seed", seed, what)->check(not_negative)->capture_default_str();
}

}  // namespace lemmacheck::cli
