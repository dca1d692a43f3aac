// Formulas as terms of Coq's real numbers, in the functions that CoqInterval's tactic knows.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numerics/expression.hpp"

namespace lemmacheck::verify {

/// How tightly a term binds; a weaker one needs brackets as an operand.
enum class CoqLevel : int { sum, product, sign, power, application, atom };

/// A term, or why there is none.
struct CoqTerm {
  std::string text;
  CoqLevel level = CoqLevel::atom;
  std::string reason;  // not empty: the formula cannot be written

  /// With brackets unless it binds at least as tightly as `least`.
  std::string at(CoqLevel least) const { return level >= least ? text : '(' + text + ')'; }
};

/// Writes formulas of one graph. Functions of Coq are total (1/0 and ln 0 are numbers there), so the writer collects
/// what has to be true for a formula to have a value where lemmacheck gives it one.
class CoqWriter {
 public:
  /// `names`: variables by the names they get.
  CoqWriter(const numerics::Graph& graph, const std::map<std::string, std::string>& names)
      : graph_(graph), names_(names) {}

  /// The term of a real formula. Numbers are exact; tanh, log1p, min and the like are written out.
  CoqTerm term(numerics::NodeId root);

  /// Comparisons that say that all terms so far have a value: "0 < 1 + x", "y <> 0"; in order, none twice.
  const std::vector<std::string>& defined() const noexcept { return defined_; }

 private:
  CoqTerm write(numerics::NodeId id);
  CoqTerm literal(numerics::NodeId id) const;
  CoqTerm call(const std::string& name, std::span<const numerics::NodeId> x);
  CoqTerm power(std::span<const numerics::NodeId> x);
  void require(numerics::NodeId id, bool (*holds)(const numerics::Rational&), const std::string& text);

  const numerics::Graph& graph_;
  const std::map<std::string, std::string>& names_;
  std::map<numerics::NodeId, CoqTerm> written_;
  std::vector<std::string> defined_;
};

/// A name that Coq takes and that hides nothing the terms use; added to `taken`.
std::string coq_name(std::string_view wanted, std::vector<std::string>& taken);

}  // namespace lemmacheck::verify
