// Lists that only the test of the embedding has: hostile bytes, and no files at all.
#pragma once

#include "verify/embedded.hpp"

namespace lemmacheck::verify {

std::span<const EmbeddedFile> embedded_samples() noexcept;
std::span<const EmbeddedFile> embedded_nothing() noexcept;

}  // namespace lemmacheck::verify
