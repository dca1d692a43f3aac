// Named functions: what the parser knows, what the evaluators call.
//
// Adding a function is one entry in a table (elementary ones in elementary_functions.cpp, named bounds in
// bounds/functions.cpp); the parser, the printers, derivatives and every evaluator read the entry.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "numerics/big_interval.hpp"
#include "numerics/interval.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::numerics {

/// Arguments of an evaluator: pointers, so that nothing is copied.
template <class T>
using Arguments = std::span<const T* const>;

/// How a function moves with one argument, everywhere on its domain (not strictly).
enum class Direction : std::int8_t { unknown, increasing, decreasing, constant };

struct Function {
  std::string name;
  int arity = 0;
  bool boolean = false;                  // the result is a truth value: [0,0] false, [1,1] true, [0,1] not known
  std::vector<Direction> directions;     // one per argument; empty: nothing known
  std::vector<std::string> derivatives;  // one per argument, in the argument names a, b, c; empty: not available
  BigInterval (*big)(Arguments<BigInterval>, Precision, Defined&) = nullptr;
  Interval (*binary64)(Arguments<Interval>, Defined&) = nullptr;    // null: through `big` at 80 bits
  std::optional<Rational> (*exact)(Arguments<Rational>) = nullptr;  // null or nullopt: no exact value
  double (*approx)(std::span<const double>) = nullptr;              // null: the middle of `big`
  int variadic_from = 0;  // > 0: the parser folds f(a, b, c) into f(f(a, b), c)

  Direction direction(std::size_t argument) const {
    return argument < directions.size() ? directions[argument] : Direction::unknown;
  }
};

/// A set of functions by name, with a parent that is looked into next. Immutable once it is shared.
class FunctionTable {
 public:
  explicit FunctionTable(const FunctionTable* parent = nullptr) : parent_(parent) {}
  /// InternalError LC902 for a name that is taken.
  const Function& add(Function function);
  /// A name of the parent that this table does not have: a variable takes the place of a constant.
  void hide(std::string name) { hidden_.insert(std::move(name)); }
  /// The table in which no name is hidden: recorded formulas mean what they say there.
  const FunctionTable& with_all_names() const;
  const Function* find(std::string_view name) const;  // null: unknown
  const Function& get(std::string_view name) const;   // asserts that it is there
  std::vector<std::string> names() const;             // sorted, with the parent's

 private:
  const FunctionTable* parent_;
  std::map<std::string, std::unique_ptr<Function>, std::less<>> functions_;
  std::set<std::string, std::less<>> hidden_;
};

/// + - * / ^ neg, comparisons, and, if, min, max, abs, elementary and special functions, pi, e, undefined.
const FunctionTable& elementary_functions();

}  // namespace lemmacheck::numerics
