// The theorem and lemma files that are part of the program (verify/theorems/*.toml, bounds/lemmas/*.toml).
#pragma once

#include <span>
#include <string_view>

namespace lemmacheck::verify {

/// A file of the source tree, byte for byte as it was when the library was built.
struct EmbeddedFile {
  std::string_view name;  // without folder: "theorem-2.toml"
  std::string_view text;
};

/// Every theorem file, sorted by name. The views live as long as the program.
std::span<const EmbeddedFile> embedded_theorems() noexcept;
/// Every lemma file (bounds/lemmas/*.toml), sorted by name.
std::span<const EmbeddedFile> embedded_lemma_files() noexcept;

}  // namespace lemmacheck::verify
