#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "verify/kernel/certificate.hpp"
#include "verify/kernel/strict_json.hpp"
#include "verify/range_certificate.hpp"

namespace lemmacheck::verify {
namespace {

using Json = nlohmann::json;
using kernel::CertificateError;
using numerics::Rational;

constexpr const char* format_name = "lemmacheck certificate";
constexpr std::int64_t least_bits = 32, most_bits = std::int64_t{1} << 20;
constexpr std::array verdicts{TheoremVerdict::holds, TheoremVerdict::fails, TheoremVerdict::undefined,
                              TheoremVerdict::undecided};

std::string json_text(std::string_view value) {
  return Json(std::string(value)).dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string list(const std::vector<std::string>& all) {
  std::string made = "[";
  for (const std::string& t : all) made += (made.size() > 1 ? ", " : "") + json_text(t);
  return made + ']';
}

std::string theorem(const TheoremText& t) {
  return fmt::format("{{\"id\": {}, \"file\": {}, \"text\": {}}}", json_text(t.id), json_text(t.file),
                     json_text(t.text));
}

std::string box(const Segment& s) {
  std::string ends;
  for (std::size_t i = 0; i < s.box.lower.size(); ++i)
    ends += (i > 0 ? ", [" : "[") + json_text(s.box.lower[i].to_string()) + ", " +
            json_text(s.box.upper[i].to_string()) + ']';
  std::string made = fmt::format("{{\"box\": [{}], \"verdict\": {}, \"bits\": {}", ends,
                                 json_text(to_string(s.verdict)), s.precision.bits);
  if (!s.failing.empty()) made += ", \"fails\": " + list(s.failing);
  return made + '}';
}

class Reader : kernel::StrictJson {
 public:
  explicit Reader(const std::string& file) : StrictJson(file) {}

  RangeCertificate run(std::string_view json) {
    const Json root = parse(json);
    if (!root.is_object() || root.value("format", Json()) != format_name || root.value("kind", Json()) != "range")
      fail("LC501", "$", std::string("expected {\"format\": \"") + format_name + "\", \"kind\": \"range\", ...}");
    if (root.value("version", Json()) != 1)
      fail("LC501", "$.version", "expected 1; this certificate is of another version");
    members(root, "$", {"format", "version", "kind", "theorem", "theorems", "set", "for", "verdict", "boxes"});
    RangeCertificate made;
    made.theorem = theorem_at(member(root, "$", "theorem"), "$.theorem");
    each(member(root, "$", "theorems"), "$.theorems",
         [&](const Json& v, const std::string& path) { made.used.push_back(theorem_at(v, path)); });
    made.settings = strings(member(root, "$", "set"), "$.set");
    made.ranges = strings(member(root, "$", "for"), "$.for");
    made.verdict = verdict(member(root, "$", "verdict"), "$.verdict");
    each(member(root, "$", "boxes"), "$.boxes",
         [&](const Json& v, const std::string& path) { made.boxes.push_back(segment(v, path)); });
    return made;
  }

 private:
  template <class Action>
  void each(const Json& value, const std::string& path, Action action) const {
    if (!value.is_array()) fail("LC502", path, "expected a list");
    for (std::size_t i = 0; i < value.size(); ++i) action(value[i], fmt::format("{}[{}]", path, i));
  }
  std::vector<std::string> strings(const Json& value, const std::string& path) const {
    std::vector<std::string> all;
    each(value, path, [&](const Json& v, const std::string& at) { all.push_back(string(v, at)); });
    return all;
  }

  TheoremText theorem_at(const Json& value, const std::string& path) const {
    members(value, path, {"id", "file", "text"});
    return {string(member(value, path, "id"), path + ".id"), string(member(value, path, "file"), path + ".file"),
            string(member(value, path, "text"), path + ".text")};
  }
  TheoremVerdict verdict(const Json& value, const std::string& path) const {
    const std::string word = string(value, path);
    for (const TheoremVerdict v : verdicts)
      if (word == to_string(v)) return v;
    fail("LC502", path, "expected holds, fails, undefined or undecided");
  }
  Rational number(const Json& value, const std::string& path) const {
    const std::string digits = string(value, path);
    try {
      return Rational::parse(digits);
    } catch (const numerics::Error& error) {
      fail("LC502", path, error.what());
    }
  }
  Segment segment(const Json& value, const std::string& path) const {
    members(value, path, {"box", "verdict", "bits", "fails"});
    Segment made;
    each(member(value, path, "box"), path + ".box", [&](const Json& ends, const std::string& at) {
      if (!ends.is_array() || ends.size() != 2) fail("LC502", at, "expected [\"lower\", \"upper\"]");
      made.box.lower.push_back(number(ends[0], at + "[0]"));
      made.box.upper.push_back(number(ends[1], at + "[1]"));
    });
    made.verdict = verdict(member(value, path, "verdict"), path + ".verdict");
    const Json& bits = member(value, path, "bits");
    if (!bits.is_number_integer() || bits < least_bits || bits > most_bits)
      fail("LC502", path + ".bits", fmt::format("expected a whole number from {} to {}", least_bits, most_bits));
    made.precision = numerics::Precision(bits.get<long>());
    if (const auto it = value.find("fails"); it != value.end()) made.failing = strings(*it, path + ".fails");
    return made;
  }
};

}  // namespace

std::string write_certificate(const RangeCertificate& c) {
  std::string made =
      fmt::format("{{\n\"format\": {},\n\"version\": 1,\n\"kind\": \"range\",\n\"theorem\": {},\n\"theorems\": [",
                  json_text(format_name), theorem(c.theorem));
  for (const TheoremText& t : c.used) made += (&t == &c.used.front() ? "" : ",\n") + theorem(t);
  made += fmt::format("],\n\"set\": {},\n\"for\": {},\n\"verdict\": {},\n\"boxes\": [", list(c.settings),
                      list(c.ranges), json_text(to_string(c.verdict)));
  for (const Segment& s : c.boxes) made += (&s == &c.boxes.front() ? "\n" : ",\n") + box(s);
  return made + "]\n}\n";
}

RangeCertificate read_range_certificate(std::string_view json, const std::string& file) {
  return Reader(file).run(json);
}

bool is_range_certificate(std::string_view json) {
  const Json root = Json::parse(json, nullptr, false);
  return root.is_object() && root.value("kind", Json()) == "range";
}

}  // namespace lemmacheck::verify
