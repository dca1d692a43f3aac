#include "reports/cli/number_argument.hpp"

#include <fmt/format.h>

#include "numerics/error.hpp"
#include "numerics/parser.hpp"
#include "numerics/tape.hpp"

namespace lemmacheck::cli {

using numerics::BigInterval;
using numerics::DomainError;
using numerics::Precision;
using numerics::Rational;

namespace {

std::string not_exact(const std::string& text, const std::string& option) {
  return option + ' ' + text + ": not an exact number; write it as a decimal or a fraction";
}

}  // namespace

Rational number(const std::string& text, const std::string& option) {
  numerics::Graph graph;
  const auto parsed = numerics::parse_expression(graph, text, numerics::elementary_functions(), {.source = option});
  const auto value = numerics::exact_value(graph, parsed.root);
  if (!value) throw DomainError("LC226", not_exact(text, option));
  return *value;
}

std::size_t whole(const std::string& text, const std::string& option, long least, long most) {
  const Rational value = number(text, option);
  if (!value.is_integer() || value < Rational(least) || value > Rational(most))
    throw DomainError("LC226", fmt::format("{} {}: must be an integer from {} to {}", option, text, least, most));
  return static_cast<std::size_t>(value.to_long());
}

Rational number(const std::string& text, const std::string& option, const Sizes& sizes) {
  numerics::Graph graph;
  graph.variable("d");
  graph.variable("m");
  const auto parsed = numerics::parse_expression(graph, text, numerics::elementary_functions(), {.source = option});
  if (graph.variable_count() > 2)
    throw DomainError("LC226", fmt::format("{} {}: '{}' has no value here; a formula may use d and m", option, text,
                                           graph.variable_name(std::size_t{2})));
  const numerics::Tape tape(graph, std::vector{parsed.root});
  const std::vector<std::optional<Rational>> exact = {Rational(sizes.positions), Rational(sizes.dimension)};
  if (const auto value = tape.run_exact(exact)[tape.slot(parsed.root)]) return *value;
  // Not rational step by step, as in ceil(d^1.5): an enclosure that is one point is the number too.
  const Precision precision(256);
  const std::vector<BigInterval> variables = {BigInterval(*exact[0], precision), BigInterval(*exact[1], precision)};
  const auto found = tape.run(variables, precision)[tape.slot(parsed.root)];
  if (found.defined != numerics::Defined::everywhere || !found.value.is_point() || !found.value.is_bounded())
    throw DomainError("LC226", not_exact(text, option));
  return found.value.lower_rational();
}

}  // namespace lemmacheck::cli
