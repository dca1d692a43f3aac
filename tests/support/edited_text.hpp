// Edited copies of the embedded theorem files.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "verify/embedded.hpp"
#include "verify/library.hpp"

namespace lemmacheck::test {

inline std::string embedded_text(const std::string& id) {
  for (const verify::EmbeddedFile& file : verify::embedded_theorems())
    if (file.name == id + ".toml") return std::string(file.text);
  throw std::runtime_error("no embedded theorem " + id);
}

inline bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Every place of `old` gets `fresh`; `word`: only where it stands as a whole name.
inline std::string replaced(const std::string& text, const std::string& old, const std::string& fresh,
                            bool word = false) {
  std::string made;
  std::size_t from = 0;
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + 1)) {
    if (at < from) continue;
    const std::size_t end = at + old.size();
    if (word && ((at > 0 && is_word(text[at - 1])) || (end < text.size() && is_word(text[end])))) continue;
    made += text.substr(from, at - from) + fresh;
    from = end;
  }
  return made + text.substr(from);
}

/// The edits of tests/oracle/theorem_oracle.py; one that changes nothing is an error.
inline std::string edited_text(std::string text, const nlohmann::json& edits) {
  for (const nlohmann::json& edit : edits) {
    const std::string before = text, kind = edit[0], first = edit[1];
    if (kind == "replace" || kind == "rename") {
      text = replaced(text, first, edit[2], kind == "rename");
    } else if (kind == "cut") {
      const std::size_t start = text.find(first);
      text.erase(start, text.find(edit[2].get<std::string>(), start + first.size()) - start);
    } else if (kind == "append") {
      text += first;
    }
    if (text == before) throw std::runtime_error("nothing changed: " + edit.dump());
  }
  return text;
}

}  // namespace lemmacheck::test
