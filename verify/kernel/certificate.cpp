#include "verify/kernel/certificate.hpp"
#include "verify/kernel/strict_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

namespace lemmacheck::verify::kernel {
namespace {

using Json = nlohmann::json;

constexpr const char* format_name = "lemmacheck certificate";
constexpr std::size_t deepest_proof = 2000;
constexpr std::int64_t largest_whole = std::int64_t{1} << 53;  // doubles are exact up to here

std::string text(const std::string& value) { return Json(value).dump(-1, ' ', true, Json::error_handler_t::replace); }

std::string number(double value) {
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  if (std::isnan(value)) throw numerics::InternalError("LC903", "a cover has a number that is not one");
  return value == 0 && std::signbit(value) ? "-0.0" : fmt::format("{}", value);
}

class Writer {
 public:
  std::string run(const ClaimTexts& texts, const ClaimProof& proof) {
    out_ = fmt::format("{{\n\"format\": {},\n\"version\": 1,\n\"claim\": ", text(format_name));
    if (texts.statements.size() == 1) {
      out_ += text(texts.statements.front().text);
    } else {
      list(texts.statements);
    }
    member("for", texts.ranges);
    member("assume", texts.hypotheses);
    member("define", texts.definitions);
    member("convention", texts.conventions);
    out_ += ",\n\"proofs\": [";
    for (const Proof& p : proof.proofs) {
      out_ += &p == &proof.proofs.front() ? "\n" : ",\n";
      tree(p);
    }
    return out_ + "]\n}\n";
  }

 private:
  void list(const std::vector<Text>& texts) {
    out_ += '[';
    for (const Text& t : texts) out_ += (&t == &texts.front() ? "" : ", ") + text(t.text);
    out_ += ']';
  }
  void member(const char* name, const std::vector<Text>& texts) {
    out_ += fmt::format(",\n\"{}\": ", name);
    list(texts);
  }
  void tree(const Proof& p) {
    out_ += "{\"rule\": " + text(p.rule);
    if (!p.parameters.empty()) {
      out_ += ", \"parameters\": {";
      bool first = true;
      for (const auto& [name, value] : p.parameters) {
        out_ += (first ? "" : ", ") + text(name) + ": " + text(value);
        first = false;
      }
      out_ += '}';
    }
    if (!p.children.empty()) {
      out_ += ", \"children\": [";
      for (const Proof& child : p.children) {
        out_ += &child == &p.children.front() ? "\n" : ",\n";
        tree(child);
      }
      out_ += ']';
    }
    if (p.cover) cover(*p.cover);
    out_ += '}';
  }
  void cover(const Cover& c) {
    out_ += ", \"cover\": [";
    for (const CoverNode& node : c.nodes) {
      out_ += (&node == &c.nodes.front() ? "\n[" : ",\n[") + text(node.rule);
      if (node.rule == "cut") out_ += fmt::format(", {}, {}", node.variable, number(node.at));
      for (const double x : node.numbers) out_ += ", " + number(x);
      out_ += ']';
    }
    out_ += ']';
  }

  std::string out_;
};

class Reader : StrictJson {
 public:
  explicit Reader(const std::string& file) : StrictJson(file) {}

  Certificate run(std::string_view json) {
    const Json root = parse(json);
    if (!root.is_object() || root.value("format", Json()) != format_name)
      fail("LC501", "$", std::string("expected {\"format\": \"") + format_name + "\", ...}");
    if (root.value("version", Json()) != 1)
      fail("LC501", "$.version", "expected 1; this certificate is of another version");
    members(root, "$", {"format", "version", "claim", "for", "assume", "define", "convention", "proofs"});
    Certificate made;
    const Json& claim = member(root, "$", "claim");
    made.texts.statements = claim.is_string() ? std::vector<Text>{as_text(claim, "$.claim")} : texts(claim, "$.claim");
    made.texts.ranges = texts(member(root, "$", "for"), "$.for");
    made.texts.hypotheses = texts(member(root, "$", "assume"), "$.assume");
    made.texts.definitions = texts(member(root, "$", "define"), "$.define");
    made.texts.conventions = texts(member(root, "$", "convention"), "$.convention");
    const Json& proofs = array(member(root, "$", "proofs"), "$.proofs");
    for (std::size_t i = 0; i < proofs.size(); ++i)
      made.proof.proofs.push_back(tree(proofs[i], fmt::format("$.proofs[{}]", i), 0));
    return made;
  }

 private:
  const Json& array(const Json& value, const std::string& path) const {
    if (!value.is_array()) fail("LC502", path, "expected a list");
    return value;
  }
  Text as_text(const Json& value, const std::string& path) const {
    return {string(value, path), {.source = file() + ": " + path}};
  }
  std::vector<Text> texts(const Json& value, const std::string& path) const {
    std::vector<Text> all;
    array(value, path);
    for (std::size_t i = 0; i < value.size(); ++i) all.push_back(as_text(value[i], fmt::format("{}[{}]", path, i)));
    return all;
  }

  Proof tree(const Json& value, const std::string& path, std::size_t depth) const {
    if (depth > deepest_proof)
      fail("LC502", path.substr(0, 60), "a proof deeper than " + std::to_string(deepest_proof));
    members(value, path, {"rule", "parameters", "children", "cover"});
    Proof made;
    made.rule = string(member(value, path, "rule"), path + ".rule");
    if (const auto it = value.find("parameters"); it != value.end()) {
      if (!it->is_object()) fail("LC502", path + ".parameters", "expected an object");
      for (const auto& [name, v] : it->items()) made.parameters[name] = string(v, path + ".parameters." + name);
    }
    if (const auto it = value.find("children"); it != value.end()) {
      const Json& children = array(*it, path + ".children");
      for (std::size_t i = 0; i < children.size(); ++i)
        made.children.push_back(tree(children[i], fmt::format("{}.children[{}]", path, i), depth + 1));
    }
    if (const auto it = value.find("cover"); it != value.end()) made.cover = cover(*it, path + ".cover");
    return made;
  }

  std::shared_ptr<const Cover> cover(const Json& value, const std::string& path) const {
    auto made = std::make_shared<Cover>();
    array(value, path);
    made->nodes.reserve(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) made->nodes.push_back(cover_node(value[i], path, i));
    return made;
  }
  CoverNode cover_node(const Json& value, const std::string& cover_path, std::size_t index) const {
    const auto path = [&] { return fmt::format("{}[{}]", cover_path, index); };
    if (!value.is_array() || value.empty() || !value[0].is_string())
      fail("LC502", path(), "expected [rule, number, ...]");
    CoverNode made;
    made.rule = value[0].get<std::string>();
    std::size_t next = 1;
    if (made.rule == "cut") {
      if (value.size() != 3 || !value[1].is_number_unsigned() ||
          value[1].get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max())
        fail("LC502", path(), "expected [\"cut\", variable, number]");
      made.variable = value[1].get<std::uint32_t>();
      made.at = real(value[2], path);
      next = 3;
    }
    for (; next < value.size(); ++next) made.numbers.push_back(real(value[next], path));
    return made;
  }
  template <class Path>
  double real(const Json& value, Path path) const {
    if (value == "inf") return std::numeric_limits<double>::infinity();
    if (value == "-inf") return -std::numeric_limits<double>::infinity();
    const bool whole = value.is_number_integer();
    const bool large = whole && (value.is_number_unsigned() ? value.get<std::uint64_t>() > std::uint64_t{largest_whole}
                                                            : value.get<std::int64_t>() < -largest_whole);
    if (!value.is_number() || large)
      fail("LC502", path(), "expected a number (a large one with an exponent), \"inf\" or \"-inf\"");
    return value.get<double>();
  }
};

}  // namespace

std::string write_certificate(const ClaimTexts& texts, const ClaimProof& proof) { return Writer().run(texts, proof); }

Certificate read_certificate(std::string_view json, const std::string& file) { return Reader(file).run(json); }

std::string check(const Certificate& certificate) {
  Claim claim;
  try {
    claim = read_claim(certificate.texts);
  } catch (const numerics::ParseError& error) {
    throw CertificateError("LC503", std::string("the claim cannot be read: ") + error.what());
  }
  return check(std::move(claim), certificate.proof);
}

}  // namespace lemmacheck::verify::kernel
