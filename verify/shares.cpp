#include "verify/shares.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "numerics/error.hpp"
#include "verify/library.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::Place;

/// The variable of "smallest tau in [0, 1]"; "" without one.
std::string chosen_variable(const EventText& event) {
  const std::string& text = event.choose.text;
  const std::size_t from = text.find(' ');
  if (from == std::string::npos) return "";
  const std::size_t to = text.find(' ', from + 1);
  return text.substr(from + 1, to == std::string::npos ? to : to - from - 1);
}

std::string short_name(const EventText& event) {
  if (!event.as.empty()) return event.as.text;
  const std::string variable = chosen_variable(event);
  return variable.empty() ? event.name.text : variable;
}

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  while (!text.empty() && text.front() == ' ') text.erase(0, 1);
  return text;
}

[[noreturn]] void fail(const Place& place, const std::string& what) {
  throw numerics::DomainError("LC226", place.to_string() + ": " + what);
}

[[noreturn]] void unknown(const TheoremFile& file, const std::string& name, const Place& place) {
  std::vector<std::string> names;
  std::string known;
  for (const EventText& e : file.events) {
    names.push_back(short_name(e));
    known += (known.empty() ? "" : ", ") + names.back();
  }
  fail(place, file.id.text + " has no event '" + name + "'" + numerics::did_you_mean(name, names) +
                  " (its events: " + known + ")");
}

/// The file with its own shares changed; shares of theorems that are its events are added to `inner`, by their ids.
TheoremFile changed(TheoremFile file, std::span<const Text> shares, std::map<std::string, std::vector<Text>>& inner) {
  std::set<std::string> seen;
  for (const Text& share : shares) {
    const std::size_t equals = share.text.find('=');
    if (equals == std::string::npos) fail(share.place, "expected NAME=VALUE, found '" + share.text + "'");
    const std::string name = trimmed(share.text.substr(0, equals)), value = trimmed(share.text.substr(equals + 1));
    const std::size_t dot = name.find('.');
    auto it = std::ranges::find_if(file.events,
                                   [&](const EventText& e) { return e.name.text == name || short_name(e) == name; });
    const bool nested = it == file.events.end() && dot != std::string::npos;
    if (nested)
      it = std::ranges::find_if(file.events,
                                [&](const EventText& e) { return !e.as.empty() && e.as.text == name.substr(0, dot); });
    if (it == file.events.end()) unknown(file, name, share.place);
    if (!seen.insert(nested ? name : it->name.text).second)
      fail(share.place, "the share of '" + name + "' is given twice");
    if (nested)
      inner[it->theorem.text].push_back({name.substr(dot + 1) + " = " + value, share.place});
    else
      it->share = {value, share.place};
  }
  return file;
}

void collect(const TheoremFile& file, const std::string& prefix, std::optional<std::size_t> parent,
             std::vector<ShareText>& all) {
  for (const EventText& e : file.events) {
    const std::size_t own = all.size();
    all.push_back({prefix + short_name(e), e.share, parent});
    if (!e.theorem.empty()) collect(embedded_theorem(e.theorem), prefix + e.as.text + '.', own, all);
  }
}

}  // namespace

Theorem load_with_shares(const TheoremFile& file, std::span<const Text> shares) {
  std::map<std::string, std::vector<Text>> inner;
  const TheoremFile own = changed(file, shares, inner);
  const TheoremSource source = [&](const Text& id) {
    const auto it = inner.find(id.text);
    if (it == inner.end()) return embedded_theorem(id);
    std::map<std::string, std::vector<Text>> further;
    TheoremFile made = changed(embedded_theorem(id), it->second, further);
    inner.merge(further);
    return made;
  };
  return understand(own, source);
}

std::vector<ShareText> shares_of(const TheoremFile& file) {
  std::vector<ShareText> all;
  collect(file, "", std::nullopt, all);
  return all;
}

}  // namespace lemmacheck::verify
