#include <algorithm>

#include "numerics/error.hpp"
#include "numerics/parser.hpp"
#include "numerics/printer.hpp"
#include "reports/theorem_report.hpp"
#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {
namespace {

using numerics::BigInterval;
using verify::Evaluation;
using verify::Theorem;

/// What a column shows: the index of a parameter, quantity or conclusion, or the verdict.
enum class Source { parameter, quantity, conclusion, failure, verdict };

struct Field {
  Source source;
  std::size_t index = 0;
  bool own_side = true;  // of a conclusion: shown on the side that it is certified for
};

Side side_of(verify::Side side) {
  return side == verify::Side::lower ? Side::lower : side == verify::Side::upper ? Side::upper : Side::exact;
}

template <class Items>
std::optional<std::size_t> find(const Items& items, const std::string& name) {
  for (std::size_t i = 0; i < items.size(); ++i)
    if (items[i].name == name) return i;
  return std::nullopt;
}

std::string math(const std::string& latex) { return latex.empty() ? "" : '$' + latex + '$'; }

/// Whether column `index` of the parameters has an exact value at every point.
bool exact_everywhere(const std::vector<verify::TablePoint>& points, std::size_t index) {
  return std::ranges::all_of(points,
                             [&](const verify::TablePoint& p) { return p.evaluation.parameters[index].is_point(); });
}

/// The exact value of a parameter where the point gives it as one (BigInterval rounds 0.05).
std::optional<numerics::Rational> exact_setting(const verify::TablePoint& point, const std::string& name) {
  for (const verify::Text& setting : point.settings) {
    const auto [left, value] = verify::parse_assignment(setting);
    if (left.text != name) continue;
    numerics::Graph graph;
    const auto parsed = numerics::parse_expression(graph, value.text, numerics::elementary_functions(), value.place);
    return numerics::exact_value(graph, parsed.root);
  }
  return std::nullopt;
}

class Builder {
 public:
  Builder(const Theorem& theorem, const std::vector<verify::TablePoint>& points, const std::string& title)
      : theorem_(theorem), points_(points), table_(title, parse_kind(theorem.kind)) {}

  Table run(std::vector<std::string> names, bool with_assumptions) {
    if (names.empty()) {
      names = theorem_.parameter_names();
      for (const verify::Conclusion& c : theorem_.conclusions) names.push_back(c.name);
      names.emplace_back("verdict");
    }
    for (const std::string& name : names) add_column(name);
    // a gap between groups of rows, not between single ones
    if (!fields_.empty() && fields_.front().source == Source::parameter)
      for (std::size_t i = 1; i < points_.size(); ++i) grouped_ = grouped_ || !changed(i);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (i > 0 && !fields_.empty() && fields_.front().source == Source::parameter && changed(i) && grouped_)
        table_.start_group();
      std::vector<Cell> row;
      for (const Field& field : fields_) row.push_back(cell(field, points_[i]));
      table_.add_row(std::move(row));
    }
    if (with_assumptions)
      for (const std::string& hypothesis : unchecked(theorem_))
        table_.add_note("Assumed, not checked: " + hypothesis + ".");
    return std::move(table_);
  }

 private:
  void add_column(const std::string& wanted) {
    const std::size_t colon = wanted.find(':');
    const std::string name = wanted.substr(0, colon);
    std::optional<Side> side;
    if (colon != std::string::npos) {
      const std::string word = wanted.substr(colon + 1);
      if (word == "lower") side = Side::lower;
      if (word == "upper") side = Side::upper;
      if (word == "enclosure") side = Side::enclosure;
      if (!side) throw numerics::DomainError("LC620", "column '" + wanted + "': the side is lower, upper or enclosure");
    }
    Column column{.key = name, .title = name};
    if (name == "verdict") {
      column.side = Side::none;
      fields_.push_back({Source::verdict});
    } else if (const auto p = find(theorem_.parameters, name)) {
      column.title = {
          name, '$' + numerics::to_latex(theorem_.graph, theorem_.parameters[*p].node, theorem_.text.latex) + '$'};
      bool exact = exact_everywhere(points_, *p);
      if (!exact)
        exact = std::ranges::all_of(points_, [&](const auto& point) { return exact_setting(point, name).has_value(); });
      column.side = exact ? Side::exact : Side::enclosure;
      fields_.push_back({Source::parameter, *p});
    } else if (const auto c = find(theorem_.conclusions, name)) {
      column.title = {name, math(theorem_.conclusions[*c].latex)};
      column.side = side_of(theorem_.conclusions[*c].side);
      if (column.side == Side::exact) column.digits = 20;
      fields_.push_back({Source::conclusion, *c});
    } else if (const auto q = find(theorem_.quantities, name)) {
      column.title = {name, math(theorem_.quantities[*q].latex)};
      column.side = Side::enclosure;
      fields_.push_back({Source::quantity, *q});
    } else if (name == "failure_probability") {
      column.title = "failure probability";
      column.side = Side::upper;
      fields_.push_back({Source::failure});
    } else {
      std::vector<std::string> known = theorem_.parameter_names();
      for (const auto& each : theorem_.conclusions) known.push_back(each.name);
      for (const auto& each : theorem_.quantities) known.push_back(each.name);
      known.insert(known.end(), {"verdict", "failure_probability"});
      throw numerics::DomainError("LC620", "column '" + name + "': " + theorem_.id +
                                               " has no such parameter, conclusion or quantity" +
                                               numerics::did_you_mean(name, known));
    }
    if (side) {
      fields_.back().own_side = *side == column.side;
      column.side = *side;
    }
    table_.add_column(std::move(column));
  }

  Cell cell(const Field& field, const verify::TablePoint& point) const {
    const Evaluation& e = point.evaluation;
    const auto number = [&](const BigInterval& x) -> Cell {
      return x.is_empty() ? Cell(Missing{"without a value here"}) : Cell(x);
    };
    switch (field.source) {
      case Source::parameter: {
        const std::optional<numerics::Rational> exact = exact_setting(point, theorem_.parameters[field.index].name);
        return exact ? Cell(*exact) : number(e.parameters[field.index]);
      }
      case Source::quantity:
        return number_cell(e.quantities[field.index].value);
      case Source::conclusion: {
        const verify::EvaluatedConclusion& c = e.conclusions[field.index];
        if (!c.value) return Missing{"a condition fails, an event exceeds its share, or one of them is undecided"};
        return field.own_side ? conclusion_cell(*c.value, *c.conclusion) : number_cell(*c.value);
      }
      case Source::failure:
        return e.failure_probability ? number_cell(*e.failure_probability) : Cell(Missing{"an event has no choice"});
      case Source::verdict:
        return verdict_cell(e.verdict, e.failing);
    }
    LEMMACHECK_ASSERT(false);
  }

  /// Whether row i begins a new value of the first column.
  bool changed(std::size_t i) const {
    const std::size_t p = fields_.front().index;
    return !same_set(points_[i].evaluation.parameters[p], points_[i - 1].evaluation.parameters[p]);
  }

  const Theorem& theorem_;
  const std::vector<verify::TablePoint>& points_;
  Table table_;
  std::vector<Field> fields_;
  bool grouped_ = false;
};

}  // namespace

Table theorem_table(const Theorem& theorem, const std::vector<verify::TablePoint>& points,
                    const std::vector<std::string>& columns, const std::string& title, bool with_assumptions) {
  return Builder(theorem, points, title).run(columns, with_assumptions);
}

}  // namespace lemmacheck::reports
