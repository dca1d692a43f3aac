// Options that several commands have.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lemmacheck::cli {

/// For counts: CLI11 by itself reads -1 as the largest number.
std::string not_negative(const std::string& text);

void table_options(CLI::App* command, std::vector<std::string>& formats, std::string& output);
void figure_option(CLI::App* command, std::string& directory);
void seed_option(CLI::App* command, unsigned long long& seed, const std::string& what = "Seed of the sample");

}  // namespace lemmacheck::cli
