#include <nlohmann/json.hpp>

#include "numerics/decimal_text.hpp"
#include "reports/claim_report.hpp"

namespace lemmacheck::reports {
namespace {

using Json = nlohmann::ordered_json;

Json words(const std::vector<verify::Text>& texts) {
  Json all = Json::array();
  for (const verify::Text& t : texts) all.push_back(t.text);
  return all;
}

Json point(const std::optional<verify::prover::Point>& p) {
  if (!p) return nullptr;
  Json made = Json::object();
  for (const auto& [name, value] : *p) made[name] = value;
  return made;
}

Json ends(const numerics::BigInterval& x) {
  const numerics::DecimalEnclosure text = numerics::to_decimal(x, {.digits = 20});
  return {{"lo", text.lo}, {"hi", text.hi}};
}

Json claim_of(const verify::ClaimTexts& texts, const std::string& id) {
  Json made = Json::object();
  if (!id.empty()) made["id"] = id;
  made["claim"] = verify::statement_text(texts);
  made["for"] = words(texts.ranges);
  made["assume"] = words(texts.hypotheses);
  if (!texts.definitions.empty()) made["define"] = words(texts.definitions);
  made["convention"] = words(texts.conventions);
  return made;
}

std::string written(const Json& made, int indent) {
  return made.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string claim_json(const ClaimReport& report, int indent) {
  const auto& o = report.outcome;
  Json made = claim_of(report.texts, report.id);
  made["verdict"] = to_string(o.verdict);
  made["margin"] = nullptr;
  if (o.margin_lower || o.margin_upper) {
    made["margin"] = {{"lo", o.margin_lower ? Json(rounded_down(*o.margin_lower, 17)) : Json(nullptr)},
                      {"hi", o.margin_upper ? Json(rounded_up(*o.margin_upper, 17)) : Json(nullptr)},
                      {"outside", o.margin_outside}};
  }
  made["tight_at"] = o.tight_at;
  made["witness"] = o.refutation ? point(o.refutation->witness) : Json(nullptr);
  made["violation"] = o.refutation && o.refutation->violation ? ends(*o.refutation->violation) : Json(nullptr);
  made["undefined_at"] = o.refutation ? point(o.refutation->undefined_at) : Json(nullptr);
  if (o.refutation && o.refutation->undefined_at) {
    made["undefined_part"] = o.refutation->undefined_part;
    made["remedy"] = convention_hint(report.claim, o);
  }
  made["true_on"] = o.true_on;
  made["repair"] = o.repair;
  made["redundant"] = o.redundant;
  made["holds_beyond"] = o.holds_beyond;
  made["reason"] = o.reason;
  made["rules"] = o.rules;
  made["boxes"] = o.boxes;
  made["seconds"] = o.seconds;
  made["vacuous"] = o.vacuous;
  made["certificate"] = report.certificate.empty() ? Json(nullptr) : Json(report.certificate);
  return written(made, indent);
}

std::string best_json(const BestReport& report, int indent) {
  Json made = claim_of(report.texts, report.id);
  made["best"] = {{"name", report.name},
                  {"holds", report.best.holds.empty() ? Json(nullptr) : Json(report.best.holds)},
                  {"fails", report.best.fails.empty() ? Json(nullptr) : Json(report.best.fails)},
                  {"larger_is_harder", report.best.larger_is_harder}};
  made["reason"] = report.best.reason;
  made["seconds"] = report.seconds;
  return written(made, indent);
}

}  // namespace lemmacheck::reports
