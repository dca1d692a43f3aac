// Reading the keys of a TOML table strictly (internal: needs toml++).
#pragma once

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include "verify/theorem_file.hpp"

namespace lemmacheck::verify {

/// The whole file. ParseError LC120 when it is not TOML.
toml::table parse_toml(std::string_view text, const std::string& file);

/// Where a node of `file` stands.
numerics::Place place_of(const std::string& file, const toml::source_region& region);

/// Reads the keys of one table; every key must be asked for. ParseError LC121 (unknown or missing key), LC122 (a bare
/// number or another type where text in quotes is expected).
class TomlSection {
 public:
  TomlSection(const toml::table& table, std::string heading, const std::string& file)
      : table_(table), heading_(std::move(heading)), file_(file) {}

  [[noreturn]] void fail(const char* code, const numerics::Place& place, const std::string& what) const;
  numerics::Place place() const { return place_of(file_, table_.source()); }

  Text optional_text(std::string_view key);
  Text text(std::string_view key);
  /// A list of texts; empty when the key is missing.
  std::vector<Text> texts(std::string_view key);
  /// One text, or a list of texts.
  std::vector<Text> text_or_texts(std::string_view key);
  Symbols symbols(std::string_view key);
  [[noreturn]] void missing(std::string_view key) const;
  /// After the last key was asked for.
  void done() const;

 private:
  const toml::node* take(std::string_view key);
  Text text(const toml::node& node, std::string_view key) const;
  std::string joined() const;

  const toml::table& table_;
  std::string heading_;
  const std::string& file_;
  std::vector<std::string> asked_;
};

}  // namespace lemmacheck::verify
