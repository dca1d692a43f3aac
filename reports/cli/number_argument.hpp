// Exact numbers as they are typed on the command line: "1e4", "2/3", "10^4"; also formulas in d and m.
#pragma once

#include <cstddef>
#include <string>

#include "numerics/rational.hpp"

namespace lemmacheck::cli {

/// An exact number from text; DomainError LC226 when it is none.
numerics::Rational number(const std::string& text, const std::string& option);

/// An integer from `least` to `most`; DomainError LC226 otherwise.
std::size_t whole(const std::string& text, const std::string& option, long least, long most);

/// The values of d and m in formulas such as "8*d^2".
struct Sizes {
  std::size_t positions, dimension;
};
numerics::Rational number(const std::string& text, const std::string& option, const Sizes& sizes);

}  // namespace lemmacheck::cli
