#include "verify/lemma_file.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "numerics/error.hpp"
#include "verify/embedded.hpp"
#include "verify/library.hpp"
#include "verify/theorem_definitions.hpp"
#include "verify/toml_section.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::ParseError;

/// "30s", "500 ms", "2 min".
double read_budget(TomlSection& section, const Text& text) {
  double value = 0;
  const char* end = text.text.data() + text.text.size();
  const auto [rest, error] = std::from_chars(text.text.data(), end, value);
  std::string unit(rest, end);
  std::erase(unit, ' ');
  const double scale = unit == "s" ? 1 : unit == "ms" ? 1e-3 : unit == "min" ? 60 : 0;
  if (error != std::errc{} || scale == 0 || !(value > 0) || value * scale > 1e6)
    section.fail("LC121", text.place, "has budget '" + text.text + "'; write a time such as 30s, 500ms or 2min");
  return value * scale;
}

void check_word(TomlSection& section, const std::string& key, const Text& text, const std::vector<std::string>& words) {
  if (std::ranges::find(words, text.text) != words.end()) return;
  std::string all;
  for (const std::string& w : words) all += (all.empty() ? "" : ", ") + w;
  section.fail("LC121", text.place,
               "has " + key + " '" + text.text + "'; it is one of: " + all + numerics::did_you_mean(text.text, words));
}

Lemma read_lemma(TomlSection& s) {
  Lemma made;
  made.id = s.text("id");
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
  };
  if (!std::ranges::all_of(made.id.text, allowed))
    s.fail("LC121", made.id.place,
           "has id " + numerics::quoted(made.id.text) + "; an id has letters, digits, -, _ and .");
  made.title = s.optional_text("title");
  made.source = s.optional_text("source");
  made.texts.ranges = s.text_or_texts("for");
  made.texts.statements = s.text_or_texts("claim");
  if (made.texts.statements.empty()) s.missing("claim");
  made.texts.hypotheses = s.text_or_texts("assume");
  made.texts.definitions = s.text_or_texts("define");
  made.texts.conventions = s.text_or_texts("convention");
  const Text theorem = s.optional_text("theorem");
  if (!theorem.empty()) use_definitions(made.texts, embedded_theorem(theorem), embedded_theorem);
  made.expect = s.optional_text("expect");
  if (made.expect.empty()) made.expect = {"proved", made.id.place};
  check_word(s, "expect", made.expect, {"proved", "refuted", "undecided", "undefined", "vacuous"});
  made.best = s.optional_text("best");
  made.uses = s.text_or_texts("uses");
  made.cite = s.optional_text("cite");
  const Text budget = s.optional_text("budget");
  if (!budget.empty()) made.seconds = read_budget(s, budget);
  made.says = s.optional_text("says");
  made.latex = s.symbols("latex");
  s.done();
  return made;
}

}  // namespace

LemmaFile read_lemma_file(std::string_view text, const std::string& file) {
  const toml::table root = parse_toml(text, file);
  LemmaFile made{file, {}};
  static const std::vector<std::string> headings{"lemma"};
  for (const auto& [name, value] : root) {
    const std::string key(name.str());
    const numerics::Place place = place_of(file, name.source());
    if (key != "lemma")
      throw ParseError("LC121", place.to_string() + ": no section '" + key + "' in a lemma file" +
                                    numerics::did_you_mean(key, headings) + "; every entry is a [[lemma]]");
    const toml::array* array = value.as_array();
    if (array == nullptr || !array->is_array_of_tables())
      throw ParseError("LC121", place.to_string() + ": write [[lemma]], with two brackets");
    std::map<std::string, int> lines;
    for (const toml::node& element : *array) {
      TomlSection section(*element.as_table(), "[[lemma]]", file);
      Lemma lemma = read_lemma(section);
      const auto [it, fresh] = lines.emplace(lemma.id.text, lemma.id.place.line);
      if (!fresh)
        throw ParseError("LC132", lemma.id.place.to_string() + ": the id '" + lemma.id.text + "' is taken by line " +
                                      std::to_string(it->second));
      made.lemmas.push_back(std::move(lemma));
    }
  }
  return made;
}

TomlKind kind_of_toml(std::string_view text, const std::string& file) {
  const toml::table root = parse_toml(text, file);
  if (root.contains("lemma")) return TomlKind::lemmas;
  if (root.contains("theorem")) return TomlKind::theorem;
  throw ParseError("LC121",
                   file + ":1:1: neither a lemma file (with [[lemma]] entries) nor a theorem file ([theorem])");
}

std::vector<LemmaFile> embedded_lemmas() {
  std::vector<LemmaFile> all;
  for (const EmbeddedFile& file : embedded_lemma_files())
    all.push_back(read_lemma_file(file.text, std::string(file.name)));
  return all;
}

}  // namespace lemmacheck::verify
