#include "tests/support/box_problems.hpp"

#include <cctype>
#include <fstream>
#include <limits>
#include <sstream>

#include "numerics/error.hpp"
#include "numerics/parser.hpp"

namespace lemmacheck::test_support {
namespace {

using namespace numerics;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::vector<std::string> parts(const std::string& text, char separator) {
  std::vector<std::string> found;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) found.push_back(trimmed(part));
  return found;
}

/// The name "e" is the constant to the parser: a variable of that name becomes "e_".
std::string renamed(const std::string& text) {
  std::string made;
  const auto in_name = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    made += text[i];
    if (text[i] == 'e' && (i == 0 || !in_name(i - 1)) && !in_name(i + 1)) made += '_';
  }
  return made;
}

/// a <= b as b - a >= 0.
verify::kernel::Hypothesis difference(Graph& graph, const std::string& claim) {
  const NodeId root = parse_expression(graph, renamed(claim), elementary_functions()).root;
  const bool strict = graph.is_call(root, "<");
  LEMMACHECK_ASSERT(strict || graph.is_call(root, "<="));
  const NodeId a = graph.arguments(root)[0], b = graph.arguments(root)[1];
  return {graph.call("-", {b, a}), strict};
}

double end(const std::string& text, bool upper) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  const Interval value(Rational::parse(text));
  return upper ? value.upper() : value.lower();
}

}  // namespace

NamedBoxProblem box_problem(const std::string& ranges, const std::string& claim) {
  NamedBoxProblem made;
  std::istringstream in(ranges);
  for (std::string range; std::getline(in, range, ']');) {
    const std::size_t open = range.find('['), comma = range.find(',', open), word = range.find(" in ");
    if (open == std::string::npos) continue;
    const std::size_t start = range.find_first_not_of(" ,");
    made.problem.variables.push_back(made.graph.variable(renamed(trimmed(range.substr(start, word - start)))));
    made.problem.lower.push_back(end(trimmed(range.substr(open + 1, comma - open - 1)), false));
    made.problem.upper.push_back(end(trimmed(range.substr(comma + 1)), true));
    made.problem.integer.push_back(false);
  }
  const verify::kernel::Hypothesis f = difference(made.graph, claim);
  made.problem.f = f.value;
  made.problem.strict = f.strict;
  return made;
}

void assume(NamedBoxProblem& problem, const std::string& hypothesis) {
  problem.problem.hypotheses.push_back(difference(problem.graph, hypothesis));
}

std::vector<NamedBoxProblem> read_box_problems(const std::string& path) {
  std::vector<NamedBoxProblem> problems;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (trimmed(line).empty() || line[0] == '#') continue;
    const std::vector<std::string> fields = parts(line, ';');
    LEMMACHECK_ASSERT(fields.size() >= 5);
    NamedBoxProblem& made = problems.emplace_back(box_problem(fields[1], fields[2]));
    made.name = fields[0];
    made.truth = fields[3];
    made.tags = fields[4];
    for (std::size_t k = 5; k < fields.size(); ++k) assume(made, fields[k]);
  }
  return problems;
}

}  // namespace lemmacheck::test_support
