#include "verify/domain.hpp"

#include "numerics/error.hpp"
#include "numerics/tape.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::ParseError;
using numerics::Rational;

constexpr std::size_t longest_grid = 100000;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/// A part of a text, trimmed, with its own place.
Text part(const Text& whole, std::size_t from, std::size_t to) {
  while (from < to && is_space(whole.text[from])) ++from;
  while (to > from && is_space(whole.text[to - 1])) --to;
  Text made{whole.text.substr(from, to - from), whole.place};
  for (std::size_t i = 0; i < from; ++i) {
    if (whole.text[i] == '\n') {
      ++made.place.line;
      made.place.column = 1;
    } else {
      ++made.place.column;
    }
  }
  return made;
}

Text trimmed(const Text& text) { return part(text, 0, text.text.size()); }

[[noreturn]] void fail(const char* code, const Text& at, const std::string& what) {
  throw ParseError(code, at.place.to_string() + ": " + what);
}

/// The position of the word `word` outside of brackets, or npos.
std::size_t find_word(const std::string& text, std::string_view word) {
  int depth = 0;
  for (std::size_t i = 0; i + word.size() <= text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    const bool before = i == 0 || is_space(text[i - 1]),
               after = i + word.size() == text.size() || !is_name(text[i + word.size()]);
    if (depth == 0 && before && after && text.compare(i, word.size(), word) == 0) return i;
  }
  return std::string::npos;
}

Rational number(const Text& text) {
  numerics::Graph graph;
  const auto parsed = numerics::parse_expression(graph, text.text, numerics::elementary_functions(), text.place);
  const std::optional<Rational> value = numerics::exact_value(graph, parsed.root);
  if (!value) fail("LC125", text, "'" + text.text + "' is not a number");
  return *value;
}

/// "{a, b, .., c}" as texts, the dots filled in.
std::vector<Text> parse_set(const Text& text) {
  if (text.text.size() < 2 || text.text.front() != '{' || text.text.back() != '}')
    fail("LC125", text, "expected a set such as {64, 128} or {3, 4, .., 12}, found '" + text.text + "'");
  const std::vector<Text> items = split_list(part(text, 1, text.text.size() - 1));
  std::vector<Text> all;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].text != ".." && items[i].text != "...") {
      all.push_back(items[i]);
      continue;
    }
    if (i < 2 || i + 1 >= items.size()) fail("LC125", items[i], "'..' needs two values before it and one after it");
    const Rational step = number(items[i - 1]) - number(items[i - 2]), last = number(items[i + 1]);
    Rational value = number(items[i - 1]);
    if (step.sign() == 0 || !((last - value) / step).is_integer() || (last - value) / step < Rational(1))
      fail("LC125", items[i],
           "steps of " + step.to_string() + " from " + value.to_string() + " do not reach " + last.to_string());
    if ((last - value) / step > Rational(static_cast<long long>(longest_grid)))
      fail("LC125", items[i], "more than " + std::to_string(longest_grid) + " values; use a coarser grid");
    for (value += step; value != last; value += step) all.push_back({value.to_string(), items[i].place});
  }
  if (all.empty()) fail("LC125", text, "an empty set of values");
  return all;
}

}  // namespace

std::vector<Text> split_list(const Text& text) {
  std::vector<Text> all;
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i <= text.text.size(); ++i) {
    const char c = i < text.text.size() ? text.text[i] : ',';
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (i < text.text.size() && (c != ',' || depth > 0)) continue;
    Text item = part(text, from, i);
    if (!item.empty()) all.push_back(std::move(item));
    from = i + 1;
  }
  return all;
}

IntervalText parse_interval(const Text& given) {
  const Text text = trimmed(given);
  const char* form = "expected an interval such as [0, 1], (0, 1) or [3, inf), found '";
  const std::string& t = text.text;
  if (t.size() < 2 || (t.front() != '[' && t.front() != '(') || (t.back() != ']' && t.back() != ')'))
    fail("LC123", text, form + t + "'");
  const std::vector<Text> ends = split_list(part(text, 1, t.size() - 1));
  if (ends.size() != 2) fail("LC123", text, form + t + "'");
  IntervalText made{ends[0], ends[1], t.front() == '(', t.back() == ')'};
  if (made.lower.text == "-inf") made.lower.text.clear();
  if (made.upper.text == "inf") made.upper.text.clear();
  if (made.lower.text == "inf" || made.upper.text == "-inf") fail("LC123", text, "the interval '" + t + "' is empty");
  made.lower_open = made.lower_open || made.lower.empty();
  made.upper_open = made.upper_open || made.upper.empty();
  return made;
}

DomainText parse_domain(const Text& given) {
  const Text text = trimmed(given);
  const std::size_t in = find_word(text.text, "in");
  if (in == std::string::npos)
    fail("LC123", text, "expected 'NAME in [a, b]' or 'NAME integer in [a, inf)', found '" + text.text + "'");
  DomainText made;
  made.whole = text;
  made.name = part(text, 0, in);
  const std::size_t word = find_word(made.name.text, "integer");
  if (word != std::string::npos && word > 0) {
    made.integer = true;
    made.name = part(made.name, 0, word);
  }
  for (const char c : made.name.text)
    if (!is_name(c)) fail("LC123", made.name, "'" + made.name.text + "' is not a name");
  if (made.name.empty()) fail("LC123", text, "a domain needs a name before 'in'");
  made.interval = parse_interval(part(text, in + 2, text.text.size()));
  return made;
}

std::pair<Text, Text> parse_assignment(const Text& text) {
  const std::string& t = text.text;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const char before = i > 0 ? t[i - 1] : ' ', after = i + 1 < t.size() ? t[i + 1] : ' ';
    if (t[i] != '=' || before == '<' || before == '>' || before == '=' || after == '=') continue;
    Text name = part(text, 0, i), value = part(text, i + 1, t.size());
    if (name.empty() || value.empty()) break;
    return {std::move(name), std::move(value)};
  }
  fail("LC124", text, "expected NAME = VALUE (in quotes where it has spaces), found '" + t + "'");
}

GridAxis parse_grid_axis(const Text& given) {
  const Text text = trimmed(given);
  const std::size_t loop = find_word(text.text, "for");
  if (loop != std::string::npos) {  // d = 10^k for k in {3, 4, .., 12}
    const auto [name, formula] = parse_assignment(part(text, 0, loop));
    const Text rest = part(text, loop + 3, text.text.size());
    const std::size_t in = find_word(rest.text, "in");
    if (in == std::string::npos) fail("LC125", rest, "expected 'for k in {3, 4, .., 12}'");
    const std::string index = part(rest, 0, in).text;
    GridAxis axis{name, {}};
    numerics::Graph source;
    const auto parsed =
        numerics::parse_expression(source, formula.text, numerics::elementary_functions(), formula.place);
    for (const Text& value : parse_set(part(rest, in + 2, rest.text.size()))) {
      numerics::Graph made;
      const auto k = numerics::parse_expression(made, value.text, numerics::elementary_functions(), value.place);
      const auto node = substitute(source, parsed.root, made, {{source.node(source.variable(index)).index, k.root}});
      const std::optional<Rational> exact = numerics::exact_value(made, node);
      if (!exact) fail("LC125", formula, "'" + formula.text + "' has no exact value at " + index + " = " + value.text);
      axis.values.push_back({exact->to_string(), value.place});
    }
    return axis;
  }
  const std::size_t in = find_word(text.text, "in");
  if (in != std::string::npos) return {part(text, 0, in), parse_set(part(text, in + 2, text.text.size()))};
  const auto [name, value] = parse_assignment(text);
  return {name, {value}};
}

}  // namespace lemmacheck::verify
