// Evaluation of expressions.
//
// A Tape is a set of outputs compiled once into a list of slots (arguments before uses); it runs over BigInterval,
// Interval, Rational or double. Every slot carries where it is defined. Variables are given by their index in the
// graph.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "numerics/expression.hpp"

namespace lemmacheck::numerics {

/// An enclosure of an expression on a box, and whether the expression has a value there; empty where it has none.
template <class T>
struct Evaluated {
  T value;
  Defined defined = Defined::everywhere;
};

class Tape {
 public:
  Tape(const Graph& graph, std::span<const NodeId> outputs);

  std::size_t size() const noexcept { return slots_.size(); }
  /// The slot of an output, or of anything an output is made of; asserts that it is there.
  std::size_t slot(NodeId id) const;
  bool uses_variable(std::uint32_t index) const noexcept;

  /// Enclosures of all slots at `precision`. variables[i] is the graph's variable i.
  std::vector<Evaluated<BigInterval>> run(std::span<const BigInterval> variables, Precision precision) const;
  /// Evaluates again only what depends on the variables marked in `changed`.
  void run_again(std::vector<Evaluated<BigInterval>>& values, std::span<const BigInterval> variables,
                 std::span<const bool> changed, Precision precision) const;
  /// Enclosures with binary64 ends; functions without a binary64 version go through BigInterval and are rounded
  /// outward.
  std::vector<Evaluated<Interval>> run(std::span<const Interval> variables) const;
  /// Exact values; nullopt for what has no rational value that the functions know, or one of more than 400,000 bits.
  std::vector<std::optional<Rational>> run_exact(std::span<const std::optional<Rational>> variables) const;
  /// Plain doubles: for search and plots only.
  std::vector<double> run_approx(std::span<const double> variables) const;
  /// The same where only one variable has another value than when `values` were made.
  void run_approx_again(std::vector<double>& values, std::span<const double> variables, std::uint32_t changed) const;

 private:
  struct Slot {
    NodeKind kind;
    std::uint32_t index;         // of a literal (in literals_) or a variable
    const Function* function;    // of a call
    std::uint32_t first, count;  // argument slots, in arguments_
    bool choice;                 // if(condition, a, b)
  };
  template <class T, class Context>
  void evaluate(std::vector<Evaluated<T>>& values, std::size_t i, std::span<const T> variables,
                const Context& context) const;
  void approximate(std::vector<double>& values, std::size_t i, std::span<const double> variables) const;
  template <class Changed, class Visit>
  void for_each_stale(const Changed& changed, const Visit& visit) const;

  std::vector<NodeId> ids_;  // ids_[slot], increasing
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> arguments_;
  std::vector<Decimal> literals_;
};

/// The value of an expression without variables, exactly if it is a rational number that the functions know.
std::optional<Rational> exact_value(const Graph& graph, NodeId root);

}  // namespace lemmacheck::numerics
