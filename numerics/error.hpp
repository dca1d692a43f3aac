// Errors of every room: one base class with a stable code, and the assertion that stays on in every build.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace lemmacheck::numerics {

/// Base of everything the libraries throw. `code()` is stable ("LC101"); `what()` is one line naming
/// place, value, allowed set and remedy.
class Error : public std::runtime_error {
 public:
  Error(std::string code, const std::string& message) : std::runtime_error(message), code_(std::move(code)) {}
  const std::string& code() const noexcept { return code_; }

 private:
  std::string code_;
};

/// LC1xx: text that does not parse (numbers, expressions, theorem files).
class ParseError : public Error {
 public:
  using Error::Error;
};
/// LC2xx: an argument outside the domain, or a hypothesis that does not hold.
class DomainError : public Error {
 public:
  using Error::Error;
};
/// LC3xx: shapes of vectors and matrices that do not fit.
class ShapeError : public Error {
 public:
  using Error::Error;
};
/// LC4xx: a precision or a budget that cannot be used.
class PrecisionError : public Error {
 public:
  using Error::Error;
};
/// LC9xx: a bug of ours.
class InternalError : public Error {
 public:
  using Error::Error;
};

/// User text for a message: in double quotes, on one line, at most about 60 characters.
std::string quoted(std::string_view text);

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace lemmacheck::numerics

#define LEMMACHECK_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::lemmacheck::numerics::assertion_failed(#condition, __FILE__, __LINE__))
