#include "verify/theorem_file.hpp"

#include <algorithm>

#include "numerics/error.hpp"
#include "verify/toml_section.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::ParseError;
using numerics::Place;

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
    each("event", [this](TomlSection& s) {
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
    each("define", [this](TomlSection& s) {
      DefineText d{s.texts("formula"), s.optional_text("says"), s.symbols("latex")};
      if (d.formulas.empty()) s.missing("formula");
      result_.defines.push_back(std::move(d));
    });
    each("condition", [this](TomlSection& s) {
      result_.conditions.push_back({s.text("name"), s.text("claim"), s.optional_text("says")});
    });
    each("conclusion", [this](TomlSection& s) {
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
    each("regime", [this](TomlSection& s) {
      RegimeText r{s.text("name"), s.texts("let"), {}, {}};
      r.grid = s.texts("grid");
      r.range = s.texts("range");
      if (r.grid.empty() && r.range.empty()) s.missing("grid");
      result_.regimes.push_back(std::move(r));
    });
    each("expect", [this](TomlSection& s) {
      ExpectText e{s.texts("at"), {}, s.text("verdict")};
      e.by = s.texts("by");
      result_.expectations.push_back(std::move(e));
    });
    return std::move(result_);
  }

 private:
  Place place(const toml::source_region& region) const { return place_of(file_, region); }

  void header() {
    const toml::table* table = root_["theorem"].as_table();
    if (table == nullptr) throw ParseError("LC121", file_ + ":1:1: a theorem file needs a section [theorem]");
    TomlSection s(*table, "[theorem]", file_);
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
      TomlSection s(*element.as_table(), "[[" + heading + "]]", file_);
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
  const toml::table root = parse_toml(text, file);
  return Reader(root, file).run();
}

}  // namespace lemmacheck::verify
