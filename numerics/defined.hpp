// Where a function has a value, and what a comparison of enclosures says.
#pragma once

#include <algorithm>
#include <cstdint>

namespace lemmacheck::numerics {

/// Whether an expression has a value on the box it was evaluated on.
/// `everywhere` and `nowhere` are certain; `partly` means "not known to be everywhere".
enum class Defined : std::uint8_t { everywhere, partly, nowhere };

/// The definedness of something that needs both parts. Order: everywhere < partly < nowhere.
constexpr Defined both(Defined a, Defined b) noexcept { return std::max(a, b); }

/// The definedness of one of two parts, not known which.
constexpr Defined either(Defined a, Defined b) noexcept { return a == b ? a : Defined::partly; }

/// Answer of a comparison of enclosures. Never converts to bool.
enum class Truth : std::uint8_t { no, unknown, yes };

constexpr Truth operator!(Truth t) noexcept {
  return t == Truth::yes ? Truth::no : t == Truth::no ? Truth::yes : Truth::unknown;
}
constexpr Truth operator&(Truth a, Truth b) noexcept { return std::min(a, b); }
constexpr Truth operator|(Truth a, Truth b) noexcept { return std::max(a, b); }

}  // namespace lemmacheck::numerics
