// Reading JSON strictly: what is unknown, missing, repeated or of another type is an error that names its path.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "numerics/error.hpp"
#include "verify/kernel/certificate.hpp"

namespace lemmacheck::verify::kernel {

class StrictJson {
 protected:
  using Json = nlohmann::json;

  explicit StrictJson(std::string file) : file_(std::move(file)) {}
  const std::string& file() const { return file_; }

  [[noreturn]] void fail(const char* code, const std::string& path, const std::string& what) const {
    throw CertificateError(code, file_ + ": " + path + ": " + what);
  }

  /// JSON in which no object has a name twice.
  Json parse(std::string_view json) const {
    std::vector<std::set<std::string>> names;
    std::string repeated;
    const Json::parser_callback_t callback = [&](int, Json::parse_event_t event, Json& value) {
      if (event == Json::parse_event_t::object_start) names.emplace_back();
      if (event == Json::parse_event_t::object_end) names.pop_back();
      if (event == Json::parse_event_t::key && !names.back().insert(value.get<std::string>()).second)
        repeated = value.get<std::string>();
      return true;
    };
    Json root;
    try {
      root = Json::parse(json, callback);
    } catch (const Json::exception& error) {
      std::string what = error.what();
      std::ranges::replace(what, '\n', ' ');
      fail("LC501", "$", "not JSON: " + what.substr(0, 200));
    }
    if (!repeated.empty())
      fail("LC502", "$", "the member " + numerics::quoted(repeated) + " stands twice in one object");
    return root;
  }

  void members(const Json& object, const std::string& path, const std::vector<std::string>& known) const {
    if (!object.is_object()) fail("LC502", path, "expected an object");
    for (const auto& [name, value] : object.items())
      if (std::ranges::find(known, name) == known.end())
        fail("LC502", path, "unknown member " + numerics::quoted(name));
  }
  const Json& member(const Json& object, const std::string& path, const char* name) const {
    const auto it = object.find(name);
    if (it == object.end()) fail("LC502", path, "needs a member \"" + std::string(name) + '"');
    return *it;
  }
  std::string string(const Json& value, const std::string& path) const {
    if (!value.is_string()) fail("LC502", path, "expected a text");
    return value.get<std::string>();
  }

 private:
  std::string file_;
};

}  // namespace lemmacheck::verify::kernel
