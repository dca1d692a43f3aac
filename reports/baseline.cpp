// The baseline of a regression run: what an earlier run found.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "numerics/error.hpp"
#include "reports/check_report.hpp"
#include "reports/claim_report.hpp"

namespace lemmacheck::reports {
namespace {

using Json = nlohmann::ordered_json;
using numerics::ParseError;
using numerics::Rational;

constexpr const char* format_name = "lemmacheck baseline";

void lower(CheckEntry& entry, const std::string& why) {
  entry.result = CheckResult::not_expected;
  entry.message += (entry.message.empty() ? "" : "; ") + ("baseline: " + why);
}

class Comparison {
 public:
  Comparison(const std::string& text, const std::string& file) : file_(file) {
    Json root;
    try {
      root = Json::parse(text);
    } catch (const Json::parse_error&) {
      fail("not JSON");
    }
    if (!root.is_object() || root.value("format", Json()) != format_name || root.value("version", Json()) != 1)
      fail(std::string("expected {\"format\": \"") + format_name + "\", \"version\": 1, ...}");
    const auto entries = root.find("entries");
    if (entries == root.end() || !entries->is_object()) fail("expected a member \"entries\"");
    entries_ = *entries;
  }

  void run(std::vector<CheckEntry>& all) {
    for (CheckEntry& e : all)
      if (const auto it = entries_.find(e.name); it != entries_.end()) compare(e, *it);
    for (const auto& [name, before] : entries_.items()) {
      if (std::ranges::find(all, name, &CheckEntry::name) != all.end()) continue;
      CheckEntry gone;
      gone.file = file_;
      gone.name = name;
      gone.verdict = "missing";
      gone.expected = text(before, name, "verdict");
      lower(gone, "this entry is not part of the run any more; use --update-baseline if that is meant");
      all.push_back(std::move(gone));
    }
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw ParseError("LC145", file_ + ": no baseline of lemmacheck check: " + what);
  }
  std::string text(const Json& entry, const std::string& name, const char* member) const {
    const auto it = entry.is_object() ? entry.find(member) : entry.end();
    if (!entry.is_object() || it == entry.end() || !it->is_string())
      fail("entry \"" + name + "\" needs a text \"" + member + '"');
    return it->get<std::string>();
  }

  void compare(CheckEntry& e, const Json& before) const {
    const std::string verdict = text(before, e.name, "verdict");
    if (verdict != e.verdict && verdict != "undecided") lower(e, "was " + verdict + ", is " + e.verdict);
    if (verdict != e.verdict) return;
    const auto margin = before.find("margin");
    if (margin != before.end() && margin->is_string()) {
      Rational old;
      try {
        old = Rational::parse(margin->get<std::string>());
      } catch (const numerics::Error&) {
        fail("entry \"" + e.name + "\" has a margin that is no number");
      }
      const Rational least = old * (old.sign() > 0 ? Rational(99, 100) : Rational(101, 100));
      if (!e.margin_lower)
        lower(e, "the margin " + margin->get<std::string>() + " is lost");
      else if (Rational::parse(rounded_down(*e.margin_lower, 17)) < least)
        lower(e, "the margin was " + margin->get<std::string>() + ", is " + rounded_down(*e.margin_lower, 17));
    }
    const auto outside = before.find("margin_outside");
    if (outside != before.end()) {
      for (const std::string& zone : e.margin_outside) {
        if (std::ranges::find(*outside, Json(zone)) == outside->end())
          lower(e, "the margin is stated outside of " + zone + " only, which was not left out before");
      }
    }
    const auto tight = before.find("tight_at");
    if (tight != before.end() && *tight != Json(e.tight_at)) {
      std::string now;
      for (const std::string& t : e.tight_at) now += (now.empty() ? "" : "; ") + t;
      lower(e, "tight at other points than before, now at " + (now.empty() ? "none" : now));
    }
  }

  const std::string& file_;
  Json entries_;
};

}  // namespace

std::string baseline_json(const std::vector<CheckEntry>& entries) {
  Json all = Json::object();
  for (const CheckEntry& e : entries) {
    Json made{{"verdict", e.verdict}};
    if (e.margin_lower) made["margin"] = rounded_down(*e.margin_lower, 17);
    if (e.margin_lower) made["margin_outside"] = e.margin_outside;
    if (!e.tight_at.empty() || e.margin_lower) made["tight_at"] = e.tight_at;
    all[e.name] = std::move(made);
  }
  const Json root{{"format", format_name}, {"version", 1}, {"entries", std::move(all)}};
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

void compare_with_baseline(std::vector<CheckEntry>& entries, const std::string& baseline, const std::string& file) {
  Comparison(baseline, file).run(entries);
}

}  // namespace lemmacheck::reports
