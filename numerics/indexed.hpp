// Sums, products and extremes over an integer index: sum(f, k, a, b), prod, max_over, min_over.
//
// The parser makes a call with the arguments f, k, a, b; the printers know it as it was written. The index k belongs to
// the call: in f it hides anything else of that name, the ends a and b do not see it. Nothing evaluates such a call:
// whoever reads a formula writes its terms out, one after the other, so that a sum is the formula that it abbreviates.
// A sum without terms is 0, a product 1; a maximum or minimum of nothing is an error.
#pragma once

#include "numerics/expression.hpp"

namespace lemmacheck::numerics {

/// sum, prod, max_over and min_over; null for other names.
const Function* indexed_function(std::string_view name);
bool is_indexed(const Function& function);

struct IndexRange {
  long first = 0, last = -1;
};

/// Counts the terms that one reader writes out; at most 10,000 in one call and 100,000 in all.
class TermCount {
 public:
  /// The range of the index of function(f, index, a, b), where the ends have the values `first` and `last` (nullopt:
  /// not an exact number). ParseError LC114 when they are not exact integers, when there are too many terms, and for an
  /// extreme of nothing; the message has no place yet.
  IndexRange range(const Function& function, const std::string& index, const std::optional<Rational>& first,
                   const std::optional<Rational>& last);

 private:
  std::size_t used_ = 0;
};

/// The function that joins two terms ("+", "*", "max", "min"), and the value of none (for sum and prod).
const Function& joining_function(const Function& indexed);
long value_of_none(const Function& indexed);

/// The nodes that `root` is made of without looking into the bodies of its sums, in increasing order.
std::vector<NodeId> reachable_outside_bodies(const Graph& graph, NodeId root);

/// `root` with all terms written out, in the same graph; ends must be exact numbers. ParseError LC114 as above.
NodeId written_out(Graph& graph, NodeId root);

}  // namespace lemmacheck::numerics
