#include "verify/theorem_definitions.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "numerics/error.hpp"
#include "verify/domain.hpp"

namespace lemmacheck::verify {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The text with every name replaced; names are what the reader of formulas takes for one: G12, pop.G12, not 1e5.
template <class Replace>
std::string with_names(const std::string& text, Replace replace) {
  std::string made;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    const auto more = [&] {
      return end < text.size() && (is_letter(text[end]) || is_digit(text[end]) ||
                                   (text[end] == '.' && end + 1 < text.size() && is_letter(text[end + 1])));
    };
    if (is_letter(text[i])) {
      while (more()) ++end;
      made += replace(text.substr(i, end - i));
    } else if (is_digit(text[i])) {
      while (end < text.size() && (is_digit(text[end]) || text[end] == '.' || is_letter(text[end]))) ++end;
      made += text.substr(i, end - i);
    } else {
      made += text[i];
    }
    i = end;
  }
  return made;
}

std::set<std::string> names_in(const std::string& text) {
  std::set<std::string> names;
  with_names(text, [&](std::string name) {
    names.insert(name);
    return name;
  });
  return names;
}

/// "f" of "f(s) = s*log(s)".
std::string defined_name(const Text& definition) {
  const std::string head = parse_assignment(definition).first.text;
  return head.substr(0, head.find_first_of(" ("));
}

using Definitions = std::map<std::string, Text>;  // name -> "name = formula"

/// Everything that the file defines, with `prefix` before its own names.
Definitions definitions_of(const TheoremFile& file, const TheoremSource& others, const std::string& prefix) {
  Definitions own;
  for (const DefineText& block : file.defines)
    for (const Text& text : block.formulas) own[defined_name(text)] = text;
  for (const ConclusionText& c : file.conclusions)
    own[c.name.text] = {c.name.text + " = " + c.formula.text, c.formula.place};
  for (const EventText& e : file.events) {
    if (e.theorem.empty()) continue;
    const TheoremFile nested = others(e.theorem);
    const std::string inner = e.as.text + ".";
    own.merge(definitions_of(nested, others, inner));
    for (const Text& domain : nested.domains) {
      const std::string name = parse_domain(domain).name.text;
      const std::string value = name == nested.budget.text ? "(" + e.share.text + ")*" + file.budget.text : name;
      own[inner + name] = {inner + name + " = " + value, e.share.place};
    }
  }
  if (prefix.empty()) return own;
  std::set<std::string> names;
  for (const auto& [name, text] : own) names.insert(name);
  for (const Text& domain : file.domains) names.insert(parse_domain(domain).name.text);
  Definitions made;
  for (const auto& [name, text] : own) {
    const std::string renamed =
        with_names(text.text, [&](std::string n) { return names.contains(n) ? prefix + n : n; });
    made[prefix + name] = {renamed, text.place};
  }
  return made;
}

class Ordered {
 public:
  Ordered(const Definitions& all, std::vector<Text>& made) : all_(all), made_(made) {}

  void names_of(const std::string& text) {
    for (const std::string& name : names_in(text))
      if (const auto it = all_.find(name); it != all_.end()) define(it->first, it->second);
  }
  void define(const std::string& name, const Text& text) {
    if (done_.contains(name)) return;
    if (!open_.insert(name).second)
      throw numerics::ParseError(
          "LC133", text.place.to_string() + ": the definition of '" + name + "' needs '" + name + "' itself");
    names_of(parse_assignment(text).second.text);
    done_.insert(name);
    made_.push_back(text);
  }

 private:
  const Definitions& all_;
  std::vector<Text>& made_;
  std::set<std::string> open_, done_;
};

}  // namespace

void use_definitions(ClaimTexts& texts, const TheoremFile& theorem, const TheoremSource& others) {
  Definitions all = definitions_of(theorem, others, "");
  for (const Text& text : texts.ranges)
    for (const Text& range : split_list(text)) all.erase(range.text.substr(0, range.text.find_first_of(" \t\n")));
  for (const Text& text : texts.definitions) all[defined_name(text)] = text;
  std::vector<Text> made;
  Ordered ordered(all, made);
  for (const Text& text : texts.definitions) ordered.define(defined_name(text), text);
  for (const Text& text : texts.hypotheses) ordered.names_of(text.text);
  for (const Text& text : texts.statements) ordered.names_of(text.text);
  texts.definitions = std::move(made);
}

}  // namespace lemmacheck::verify
