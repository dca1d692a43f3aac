// optimise: a search for shares of the budget, and the theorem certified with them.
#include <cmath>
#include <nlohmann/json.hpp>

#include "numerics/decimal_text.hpp"
#include "numerics/error.hpp"
#include "reports/cli/certify.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/theorem_report.hpp"
#include "verify/library.hpp"
#include "verify/share_search.hpp"
#include "verify/shares.hpp"

namespace lemmacheck::cli {
namespace {

using numerics::DomainError;
using verify::Text;
using verify::TheoremVerdict;

/// The settings with another value of one parameter.
std::vector<Text> with_value(std::vector<Text> settings, const std::string& name, const std::string& value) {
  std::erase_if(settings, [&](const Text& s) { return verify::parse_assignment(s).first.text == name; });
  settings.push_back({name + " = " + value, {.source = "--least"}});
  return settings;
}

/// x rounded up to four digits, and a little more for every attempt.
std::string slightly_above(double x, int attempt) {
  const int exponent = static_cast<int>(std::floor(std::log10(x))) - 3;
  const long digits = static_cast<long>(std::floor(x / std::pow(10.0, exponent))) + 1 + attempt;
  return std::to_string(digits) + "e" + std::to_string(exponent);
}

std::string joined(const std::vector<Text>& shares) {
  std::string all;
  for (const Text& s : shares) {
    std::string word = s.text;
    std::erase(word, ' ');
    const bool quotes = verify::parse_assignment(s).first.text.find(' ') != std::string::npos;
    all += (all.empty() ? "" : " ") + (quotes ? "'" + s.text + "'" : word);
  }
  return all;
}

}  // namespace

ExitCode run_optimise(const OptimiseArguments& arguments, const Console& console) {
  const TheoremSourceText source = theorem_text(arguments.theorem);
  const verify::TheoremFile file = verify::read_theorem_file(source.text, source.file);
  if (arguments.minimise.empty() == arguments.least.empty())
    throw DomainError("LC227",
                      "optimise needs --minimise CONCLUSION or --least " + file.budget.text + ", one of the two");
  if (!arguments.least.empty() && arguments.least != file.budget.text)
    throw DomainError("LC227", "--least: '" + arguments.least + "' is not the budget of " + file.id.text + "; it is " +
                                   file.budget.text);
  std::vector<Text> settings = as_texts(arguments.settings, "--set");
  const auto progress = console.progress(file.id.text + ": points tried", 0);
  verify::ShareSearchOptions options;
  options.minimise = arguments.minimise;
  options.start = as_texts(arguments.shares, "--share");
  options.seed = arguments.seed;
  options.rounds = arguments.rounds;
  options.progress = [&] { progress->advance(); };
  const verify::FoundShares found = verify::find_shares(file, settings, options);
  progress->finish();

  const verify::Theorem theorem = verify::load_with_shares(file, found.shares);
  const verify::EvaluationOptions evaluation = evaluation_options(arguments.precision, arguments.limit);
  std::optional<verify::Binding> binding;
  std::optional<verify::Evaluation> certified;
  constexpr int most_attempts = 8;
  constexpr double largest_budget = 0.99;  // above, what was found is no probability, and the settings are looked at
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const bool least = !arguments.least.empty() && found.approx_holds && found.approx_value < largest_budget;
    binding.emplace(
        theorem, least ? with_value(settings, arguments.least, slightly_above(found.approx_value, attempt)) : settings);
    certified = verify::Evaluator(theorem, *binding).at_point(evaluation);
    if (!least || certified->verdict == TheoremVerdict::holds) break;
  }
  if (console.json) {
    nlohmann::ordered_json made{{"theorem", theorem.id}, {"seed", arguments.seed}, {"points", found.evaluations}};
    for (const Text& s : found.shares) {
      const auto [name, value] = verify::parse_assignment(s);
      made["shares"][name.text] = value.text;
    }
    made["evaluation"] = nlohmann::ordered_json::parse(reports::evaluation_json(theorem, *binding, *certified));
    console.print(made.dump(2) + "\n");
  } else {
    console.print("Shares found among " + std::to_string(found.evaluations) + " points (seed " +
                  std::to_string(arguments.seed) + "); the search is in doubles, the evaluation below is certified.\n" +
                  "  --share " + joined(found.shares) + "\n\n" +
                  reports::evaluation_text(theorem, *binding, *certified, console.text()));
  }
  return exit_code(certified->verdict);
}

}  // namespace lemmacheck::cli
