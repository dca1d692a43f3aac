#include "reports/json_writer.hpp"

#include <nlohmann/json.hpp>

#include "reports/number_text.hpp"

namespace lemmacheck::reports {

namespace {

using Json = nlohmann::ordered_json;

Json kind_of(const std::optional<Kind>& kind) { return kind ? Json(std::string(to_string(*kind))) : Json(nullptr); }

Json value_of(const Cell& cell, const Column& column, int digits) {
  if (const auto* words = std::get_if<Phrase>(&cell)) return words->plain;
  if (const auto* verdict = std::get_if<VerdictCell>(&cell)) return to_string(*verdict);
  if (std::holds_alternative<Missing>(cell)) return nullptr;
  if (column.side == Side::exact) return exact_text(cell);
  const auto ends = outward_text(cell, digits);
  return Json{{"lo", ends.lo}, {"hi", ends.hi}};
}

}  // namespace

std::string write_json(const Table& table, const JsonOptions& options) {
  Json columns = Json::array(), rows = Json::array(), missing = Json::array(), notes = Json::array();
  for (const Column& column : table.columns()) {
    Json entry{{"key", machine_key(column)},
               {"title", column.title.plain},
               {"unit", column.unit},
               {"side", std::string(to_string(column.side))}};
    if (column.kind) entry["kind"] = kind_of(column.kind);
    columns.push_back(std::move(entry));
  }
  for (std::size_t r = 0; r < table.rows().size(); ++r) {
    Json row = Json::object();
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
      const Column& column = table.columns()[c];
      const Cell& cell = table.rows()[r][c];
      row[machine_key(column)] = value_of(cell, column, options.digits);
      if (const auto* gap = std::get_if<Missing>(&cell); gap != nullptr && !gap->reason.empty())
        missing.push_back(Json{{"row", r}, {"key", machine_key(column)}, {"reason", gap->reason}});
    }
    rows.push_back(std::move(row));
  }
  for (const Phrase& note : table.notes()) notes.push_back(note.plain);
  Json document{{"title", table.title().plain}, {"kind", kind_of(table.kind())}};
  document["columns"] = std::move(columns);
  document["rows"] = std::move(rows);
  document["missing"] = std::move(missing);
  document["notes"] = std::move(notes);
  return document.dump(options.indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lemmacheck::reports
