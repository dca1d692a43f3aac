// Zero tests and signs of coefficients, and what has to be positive for them to be right.
//
// The sign of a coefficient without variables is decided exactly. With variables it is guessed, and what makes the
// guess right is noted: whatever is concluded holds wherever all of positive() are > 0 and the coefficients have
// values.
#pragma once

#include <unordered_map>

#include "verify/kernel/free_coefficients.hpp"

namespace lemmacheck::verify::kernel {

/// Thrown inside an expansion that fails; caught by limit().
struct NoExpansion {
  bool more_terms_may_help = false;
};

class Signs {
 public:
  explicit Signs(numerics::Graph& graph) : graph_(&graph), free_(graph) {}

  numerics::Graph& graph() noexcept { return *graph_; }
  const std::vector<numerics::NodeId>& positive() const noexcept { return positive_; }
  const PositiveAtoms& positive_atoms() const noexcept { return atoms_; }
  const Coefficient& coefficient(numerics::NodeId id) { return free_.of(id); }

  /// Proved to be zero wherever it has a value.
  bool is_zero(const Coefficient& c);
  /// The sign as far as it follows from what is noted already.
  std::optional<int> certain_sign(const Coefficient& c);
  /// 0 only for a proved zero; notes what it needs. Throws when there is no telling.
  int sign(const Coefficient& c);
  /// Notes that c > 0; throws when it is not.
  void require_positive(const Coefficient& c);

 private:
  struct Factor {
    Coefficient base;
    bool odd;
    int sign;
  };
  std::optional<int> sign_from_notes(const Coefficient& c) const;
  std::optional<std::vector<Factor>> guessed_factors(const Coefficient& c, int& sign);
  int guess(const Coefficient& c);
  void note(const Coefficient& c);

  numerics::Graph* graph_;
  FreeCoefficients free_;
  std::vector<numerics::NodeId> positive_;
  std::vector<Coefficient> noted_;
  PositiveAtoms atoms_;
  std::unordered_map<std::uint32_t, bool> zero_;
};

}  // namespace lemmacheck::verify::kernel
