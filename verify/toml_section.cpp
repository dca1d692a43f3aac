#include "verify/toml_section.hpp"

#include <algorithm>

#include "numerics/error.hpp"

namespace lemmacheck::verify {

using numerics::ParseError;
using numerics::Place;

Place place_of(const std::string& file, const toml::source_region& region) {
  return {file, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

toml::table parse_toml(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    throw ParseError(
        "LC120", place_of(file, error.source()).to_string() + ": not valid TOML: " + std::string(error.description()));
  }
}

void TomlSection::fail(const char* code, const Place& place, const std::string& what) const {
  throw ParseError(code, place.to_string() + ": " + heading_ + ' ' + what);
}

Text TomlSection::optional_text(std::string_view key) {
  const toml::node* node = take(key);
  return node == nullptr ? Text{} : text(*node, key);
}

Text TomlSection::text(std::string_view key) {
  Text found = optional_text(key);
  if (found.empty()) missing(key);
  return found;
}

std::vector<Text> TomlSection::texts(std::string_view key) {
  std::vector<Text> all;
  const toml::node* node = take(key);
  if (node == nullptr) return all;
  const toml::array* array = node->as_array();
  if (array == nullptr)
    fail("LC122", place_of(file_, node->source()), "'" + std::string(key) + "' must be a list of texts in quotes");
  for (const toml::node& element : *array) all.push_back(text(element, key));
  return all;
}

std::vector<Text> TomlSection::text_or_texts(std::string_view key) {
  const toml::node* node = table_.get(key);
  if (node == nullptr || node->is_array()) return texts(key);
  return {text(key)};
}

Symbols TomlSection::symbols(std::string_view key) {
  Symbols all;
  const toml::node* node = take(key);
  if (node == nullptr) return all;
  const toml::table* table = node->as_table();
  if (table == nullptr)
    fail("LC122", place_of(file_, node->source()), "'" + std::string(key) + "' must be a table { name = 'LaTeX' }");
  for (const auto& [name, value] : *table) all[std::string(name.str())] = text(value, key).text;
  return all;
}

void TomlSection::missing(std::string_view key) const {
  std::string typo;
  for (const auto& [name, value] : table_) {
    const std::vector<std::string> wanted{std::string(key)};
    const std::string given(name.str());
    if (std::ranges::find(asked_, given) == asked_.end() && !numerics::did_you_mean(given, wanted).empty())
      typo = "; did you mean '" + wanted[0] + "' by '" + given + "'?";
  }
  fail("LC121", place(), "needs '" + std::string(key) + " = \"...\"'" + typo);
}

void TomlSection::done() const {
  for (const auto& [name, value] : table_) {
    const std::string key(name.str());
    if (std::ranges::find(asked_, key) == asked_.end())
      fail("LC121", place_of(file_, name.source()),
           "has no key '" + key + "'" + numerics::did_you_mean(key, asked_) + "; the keys are " + joined());
  }
}

const toml::node* TomlSection::take(std::string_view key) {
  asked_.emplace_back(key);
  return table_.get(key);
}

Text TomlSection::text(const toml::node& node, std::string_view key) const {
  if (const auto* value = node.as_string()) {
    Place at = place_of(file_, node.source());
    at.column += 1;  // behind the quote
    return {value->get(), at};
  }
  const bool number = node.is_floating_point() || node.is_integer();
  fail("LC122", place_of(file_, node.source()),
       "'" + std::string(key) + "' " +
           (number ? "is a bare number; put it in quotes, so that it is read exactly" : "must be a text in quotes"));
}

std::string TomlSection::joined() const {
  std::string all;
  for (const std::string& key : asked_) all += (all.empty() ? "" : ", ") + key;
  return all;
}

}  // namespace lemmacheck::verify
