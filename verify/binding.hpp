// Values for the parameters of a theorem: a formula each, in the free variables of a range (none at a point).
#pragma once

#include "numerics/tape.hpp"
#include "verify/theorem.hpp"

namespace lemmacheck::verify {

/// A parameter that runs over a range.
struct FreeVariable {
  std::string name;
  bool integer = false;
  numerics::Rational lower, upper;
};

class Binding {
 public:
  /// `settings`: "m = 256", "delta = 1/log(d)"; `ranges`: "d in [1e5, 1e12]". DomainError LC220 for an unknown or a
  /// missing parameter, one that is set twice or in a circle; LC221 for a range outside the parameter's domain,
  /// reversed or unbounded; LC222 for a formula that is not whole where an integer is asked for.
  Binding(const Theorem& theorem, std::span<const Text> settings, std::span<const Text> ranges = {});

  const std::vector<FreeVariable>& free() const noexcept { return free_; }
  /// The parameters, in the theorem's order, where the free variables lie in `box`. DomainError LC223 when a
  /// parameter certainly leaves its domain; `certain` is set to false when that cannot be excluded.
  std::vector<numerics::BigInterval> parameters(std::span<const numerics::BigInterval> box,
                                                numerics::Precision precision, bool& certain) const;
  /// The parameters that are rational numbers, exactly; only for a binding without free variables.
  std::vector<std::optional<numerics::Rational>> exact_parameters() const;
  /// The formula of a parameter as given ("1/log(d)"), for reports.
  const std::string& text(std::size_t parameter) const { return texts_[parameter]; }
  /// Whether a parameter changes with the free variables.
  bool varies(std::size_t parameter) const { return varies_[parameter]; }

 private:
  void check_range(const FreeVariable& variable, const Text& text) const;
  void check_domain(std::size_t parameter, const numerics::BigInterval& value, numerics::Precision precision,
                    bool& certain) const;

  const Theorem& theorem_;
  numerics::Graph graph_;
  std::vector<FreeVariable> free_;
  std::vector<numerics::NodeId> nodes_;  // per parameter
  std::vector<std::optional<numerics::Tape>> ends_;
  std::optional<numerics::Tape> tape_;
  std::vector<std::string> texts_;
  std::vector<bool> varies_;
  std::vector<std::uint32_t> free_index_;  // graph variable of each free variable
};

}  // namespace lemmacheck::verify
