#include "verify/library.hpp"

#include <algorithm>

#include "numerics/error.hpp"
#include "verify/embedded.hpp"

namespace lemmacheck::verify {
namespace {

std::string id_of(const EmbeddedFile& file) { return std::string(file.name.substr(0, file.name.rfind('.'))); }

}  // namespace

std::vector<std::string> embedded_ids() {
  std::vector<std::string> ids;
  for (const EmbeddedFile& file : embedded_theorems()) ids.push_back(id_of(file));
  std::ranges::sort(ids);
  return ids;
}

TheoremFile embedded_theorem(const Text& id) {
  for (const EmbeddedFile& file : embedded_theorems())
    if (id_of(file) == id.text) return read_theorem_file(file.text, std::string(file.name));
  const std::vector<std::string> ids = embedded_ids();
  std::string known;
  for (const std::string& each : ids) known += (known.empty() ? "" : ", ") + each;
  throw numerics::ParseError("LC126", id.place.to_string() + ": no theorem '" + id.text + "'" +
                                          numerics::did_you_mean(id.text, ids) + " (embedded: " + known +
                                          "; a command takes the path of a .toml file too)");
}

Theorem load(const TheoremFile& file) { return understand(file, embedded_theorem); }

}  // namespace lemmacheck::verify
