// What the rules know about named functions beyond derivatives and directions: domains, and values in other words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lemmacheck::verify::kernel {

/// f(at[0], at[1], ..) = value at all arguments where f has a value; then the value on the right exists too.
struct Identity {
  std::vector<std::string> at;  // one per argument: a whole number such as "3", or "" for any argument
  std::string value;            // in the argument names a, b, c
};

struct FunctionFacts {
  /// Conditions in a, b, c such as "a > 1" that hold exactly where the function has a value. It is continuous there,
  /// and differentiable with the recorded derivatives inside, where these have values.
  std::vector<std::string> domain;
  std::vector<Identity> identities;
};

/// Null for functions without an entry; definedness.cpp has the elementary ones.
const FunctionFacts* facts_about(std::string_view function);

}  // namespace lemmacheck::verify::kernel
