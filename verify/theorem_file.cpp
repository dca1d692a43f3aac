#include "verify/theorem_file.hpp"

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include <algorithm>
#include <optional>

#include "numerics/error.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::ParseError;
using numerics::Place;

/// Reads the keys of one table; every key must be asked for.
class Section {
 public:
  Section(const toml::table& table, std::string heading, const std::string& file)
      : table_(table), heading_(std::move(heading)), file_(file) {}

  Place place_of(const toml::source_region& region) const {
    return {file_, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
  }
  [[noreturn]] void fail(const char* code, const Place& place, const std::string& what) const {
    throw ParseError(code, place.to_string() + ": " + heading_ + ' ' + what);
  }

  Text optional_text(std::string_view key) {
    const toml::node* node = take(key);
    return node == nullptr ? Text{} : text(*node, key);
  }
  Text text(std::string_view key) {
    Text found = optional_text(key);
    if (found.empty()) missing(key);
    return found;
  }
  std::vector<Text> texts(std::string_view key) {
    std::vector<Text> all;
    const toml::node* node = take(key);
    if (node == nullptr) return all;
    const toml::array* array = node->as_array();
    if (array == nullptr)
      fail("LC122", place_of(node->source()), "'" + std::string(key) + "' must be a list of texts in quotes");
    for (const toml::node& element : *array) all.push_back(text(element, key));
    return all;
  }
  Symbols symbols(std::string_view key) {
    Symbols all;
    const toml::node* node = take(key);
    if (node == nullptr) return all;
    const toml::table* table = node->as_table();
    if (table == nullptr)
      fail("LC122", place_of(node->source()), "'" + std::string(key) + "' must be a table { name = 'LaTeX' }");
    for (const auto& [name, value] : *table) all[std::string(name.str())] = text(value, key).text;
    return all;
  }
  [[noreturn]] void missing(std::string_view key) const {
    std::string typo;
    for (const auto& [name, value] : table_) {
      const std::vector<std::string> wanted{std::string(key)};
      const std::string given(name.str());
      if (std::ranges::find(asked_, given) == asked_.end() && !numerics::did_you_mean(given, wanted).empty())
        typo = "; did you mean '" + wanted[0] + "' by '" + given + "'?";
    }
    fail("LC121", place_of(table_.source()), "needs '" + std::string(key) + " = \"...\"'" + typo);
  }
  /// After the last key was asked for.
  void done() const {
    for (const auto& [name, value] : table_) {
      const std::string key(name.str());
      if (std::ranges::find(asked_, key) == asked_.end())
        fail("LC121", place_of(name.source()),
             "has no key '" + key + "'" + numerics::did_you_mean(key, asked_) + "; the keys are " + joined());
    }
  }

 private:
  const toml::node* take(std::string_view key) {
    asked_.emplace_back(key);
    return table_.get(key);
  }
  Text text(const toml::node& node, std::string_view key) const {
    if (const auto* value = node.as_string()) {
      Place place = place_of(node.source());
      place.column += 1;  // behind the quote
      return {value->get(), place};
    }
    const bool number = node.is_floating_point() || node.is_integer();
    fail("LC122", place_of(node.source()),
         "'" + std::string(key) + "' " +
             (number ? "is a bare number; put it in quotes, so that it is read exactly" : "must be a text in quotes"));
  }
  std::string joined() const {
    std::string all;
    for (const std::string& key : asked_) all += (all.empty() ? "" : ", ") + key;
    return all;
  }

  const toml::table& table_;
  std::string heading_;
  const std::string& file_;
  std::vector<std::string> asked_;
};

class Reader {
 public:
  Reader(const toml::table& root, const std::string& file) : root_(root), file_(file) { result_.file = file; }

  TheoremFile run() {
    static const std::vector<std::string> headings{"theorem",    "event",  "define", "condition",
                                                   "conclusion", "regime", "expect"};
    for (const auto& [name, value] : root_) {
      const std::string key(name.str());
      if (std::ranges::find(headings, key) == headings.end())
        throw ParseError("LC121", place(name.source()).to_string() + ": no section '" + key + "' in a theorem file" +
                                      numerics::did_you_mean(key, headings));
    }
    header();
    each("event", [this](Section& s) {
      EventText e;
      e.name = s.text("name");
      e.share = s.text("share");
      e.choose = s.optional_text("choose");
      e.fails = s.optional_text("fails");
      e.theorem = s.optional_text("theorem");
      e.as = s.optional_text("as");
      e.says = s.optional_text("says");
      e.latex = s.symbols("latex");
      if (e.theorem.empty() && e.fails.empty()) s.missing("fails");
      if (!e.theorem.empty() && e.as.empty()) s.missing("as");
      if (!e.theorem.empty() && (!e.fails.empty() || !e.choose.empty()))
        s.fail("LC121", e.theorem.place, "has 'theorem' and also 'choose' or 'fails'; it is one or the other");
      result_.events.push_back(std::move(e));
    });
    each("define", [this](Section& s) {
      DefineText d{s.texts("formula"), s.optional_text("says"), s.symbols("latex")};
      if (d.formulas.empty()) s.missing("formula");
      result_.defines.push_back(std::move(d));
    });
    each("condition", [this](Section& s) {
      result_.conditions.push_back({s.text("name"), s.text("claim"), s.optional_text("says")});
    });
    each("conclusion", [this](Section& s) {
      ConclusionText c{s.text("name"),           s.text("formula"),       s.text("side"),
                       s.optional_text("round"), s.optional_text("says"), s.optional_text("latex")};
      if (c.side.text != "lower" && c.side.text != "upper" && c.side.text != "exact")
        s.fail("LC121", c.side.place, "has side '" + c.side.text + "'; it is lower, upper or exact");
      if (!c.round.empty() && c.round.text != "integer")
        s.fail("LC121", c.round.place, "has round '" + c.round.text + "'; the only value is integer");
      if (!c.round.empty() && c.side.text == "exact")
        s.fail("LC121", c.round.place, "is exact and rounded; a rounded conclusion has side lower or upper");
      result_.conclusions.push_back(std::move(c));
    });
    each("regime", [this](Section& s) {
      RegimeText r{s.text("name"), s.texts("let"), {}, {}};
      r.grid = s.texts("grid");
      r.range = s.texts("range");
      if (r.grid.empty() && r.range.empty()) s.missing("grid");
      result_.regimes.push_back(std::move(r));
    });
    each("expect", [this](Section& s) {
      ExpectText e{s.texts("at"), {}, s.text("verdict")};
      e.by = s.texts("by");
      result_.expectations.push_back(std::move(e));
    });
    return std::move(result_);
  }

 private:
  Place place(const toml::source_region& region) const {
    return {file_, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
  }

  void header() {
    const toml::table* table = root_["theorem"].as_table();
    if (table == nullptr) throw ParseError("LC121", file_ + ":1:1: a theorem file needs a section [theorem]");
    Section s(*table, "[theorem]", file_);
    result_.id = s.text("id");
    result_.title = s.optional_text("title");
    result_.kind = s.optional_text("kind");
    result_.source = s.optional_text("source");
    result_.domains = s.texts("for");
    if (result_.domains.empty()) s.missing("for");
    result_.defaults = s.texts("default");
    result_.budget = s.text("budget");
    result_.uses = s.texts("uses");
    result_.caller = s.texts("caller");
    result_.says = s.optional_text("says");
    result_.latex = s.symbols("latex");
    s.done();
    static const std::string explicit_form = "explicit form (this project)", as_stated = "as stated in the paper";
    if (!result_.kind.empty() && result_.kind.text != explicit_form && result_.kind.text != as_stated)
      s.fail("LC121", result_.kind.place,
             "has kind '" + result_.kind.text + "'; it is \"" + explicit_form + "\" or \"" + as_stated + "\"");
  }

  template <class Read>
  void each(const std::string& heading, Read read) {
    const toml::node_view<const toml::node> found = root_[heading];
    if (!found) return;
    const toml::array* array = found.as_array();
    if (array == nullptr || !array->is_array_of_tables())
      throw ParseError("LC121",
                       place(found.node()->source()).to_string() + ": write [[" + heading + "]], with two brackets");
    for (const toml::node& element : *array) {
      Section s(*element.as_table(), "[[" + heading + "]]", file_);
      read(s);
      s.done();
    }
  }

  const toml::table& root_;
  const std::string& file_;
  TheoremFile result_;
};

}  // namespace

TheoremFile read_theorem_file(std::string_view text, const std::string& file) {
  toml::table root;
  try {
    root = toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    const Place place{file, static_cast<int>(error.source().begin.line), static_cast<int>(error.source().begin.column)};
    throw ParseError("LC120", place.to_string() + ": not valid TOML: " + std::string(error.description()));
  }
  return Reader(root, file).run();
}

}  // namespace lemmacheck::verify
