// The symbolic search: finds proofs made of the kernel's rules. Untrusted; every step goes through kernel::apply().
//
// The main idea is descent: a formula that vanishes at an end of a range and whose derivative has a sign has a sign
// itself, and derivatives of what papers write become rational and factor. Where a formula stays away from 0, boxes.
#pragma once

#include <functional>
#include <optional>
#include <set>

#include "numerics/normal_form.hpp"
#include "verify/kernel/rules.hpp"
#include "verify/prover/sign_pattern.hpp"

namespace lemmacheck::verify::prover {

struct StrategyOptions {
  std::size_t boxes_per_try = 100;      // of one goal on the way
  std::size_t boxes_of_part = 5'000;    // of the part of a range that is left between its ends
  std::size_t boxes_at_first = 20'000;  // of the whole goal in several variables, before deeper rules
  std::size_t boxes_at_last = 200'000;  // of the whole goal, when nothing else is left
  int depth = 14;                       // of nested descents
  std::function<bool()> stop;
  bool parallel = true;
  std::function<void(const std::string&)> trace;  // every goal that is tried, for finding out why a proof is missing
};

class Strategy {
 public:
  Strategy(numerics::Graph& graph, const numerics::FunctionTable& functions, StrategyOptions options)
      : graph_(graph), functions_(functions), options_(std::move(options)) {}

  std::optional<kernel::Proof> prove(const kernel::Goal& goal);

  std::size_t boxes() const { return boxes_; }

 private:
  using Goal = kernel::Goal;
  using Proof = kernel::Proof;
  using NodeId = numerics::NodeId;
  using Result = std::optional<Proof>;
  struct Move {
    double cost;
    Proof step;
  };

  Result prove(const Goal& goal, int depth);
  Proof defined_step(const Goal& goal, bool positive_bases = false);
  Result prove_defined(const Goal& goal, int depth);
  Result by(const Goal& goal, Proof step, int depth);
  Result prove_by_boxes(const Goal& goal, std::size_t most_boxes);
  Result by_boxes(const Goal& goal, std::size_t most_boxes);
  Result by_product(const Goal& goal, int depth);
  Result by_normal_form(const Goal& goal, int depth);
  Result by_factoring(const Goal& goal, int depth, bool last);
  std::optional<std::string> product_signs(const Goal& goal, NodeId f);
  Result given(const Goal& goal);
  Result given_in_other_words(const Goal& goal);
  Result by_affine(const Goal& goal);
  Result by_faces(const Goal& goal, int depth);
  Result prove_as_it_is(const Goal& goal);
  Result by_drop(const Goal& goal, int depth);
  Result by_halves(const Goal& goal, int depth);
  Result by_sign(const Goal& goal, int depth);
  std::optional<std::pair<NodeId, NodeId>> common_factor(NodeId f);
  Result by_common(const Goal& goal);
  Result prove_side(const Goal& goal);
  std::optional<NodeId> times(std::optional<NodeId> a, NodeId base, long exponent) const;
  Result by_denominators(const Goal& goal, int depth);
  Result by_inverse(const Goal& goal, int depth);
  Result by_logarithms(const Goal& goal, int depth);
  Result by_exponential(const Goal& goal, int depth);
  struct Sides {
    kernel::Product product;  // the factors of `special`
    NodeId special{}, rest{};
    bool on_the_right = false;  // f = rest - special
  };
  std::optional<Sides> sides_of(NodeId f, bool (Strategy::*is_special)(NodeId) const) const;
  std::optional<Sides> steep_sides(const Goal& goal);
  bool is_steep(NodeId base) const;
  bool is_root(NodeId base) const;
  Result by_squares(const Goal& goal);
  /// A step, its side conditions, and what is left, the last goal, by `last`.
  Result then(const Goal& goal, Proof step, const std::function<Result(const Goal&)>& last);
  NodeId log_of(const kernel::Product& product);
  Result by_ends(const Goal& goal, int depth);
  Result by_forgetting(const Goal& goal, int depth);
  Result by_combination(const Goal& goal, int depth);
  Result by_varying_combination(const Goal& goal, int depth);
  Result combined(const Goal& goal, int depth, bool varying);
  Result by_hypotheses(const Goal& goal, int depth);
  Result by_integers(const Goal& goal, int depth);
  std::optional<std::string> gamma_step(NodeId f, const kernel::Range& range);
  Result by_branches(const Goal& goal, int depth);
  Result by_factors(const Goal& goal, int depth);
  Result by_terms(const Goal& goal, int depth);
  Result by_descent(const Goal& goal, int depth);
  Result by_multipliers(const Goal& goal, int depth);
  Result by_moves(const Goal& goal, std::vector<Move> moves, int depth);
  Result by_partition(const Goal& goal, int depth);
  Result by_two_cuts(const Goal& goal, const std::string& low, const std::string& high, int depth);
  Result by_curves(const Goal& goal, int depth);
  Result by_ratio(const Goal& goal, int depth);
  Result by_minima(const Goal& goal, int depth);
  bool looks_homogeneous(const Goal& goal);
  Result by_reflection(const Goal& goal, int depth);
  Result by_unfolding(const Goal& goal, int depth);
  Result by_density(const Goal& goal, int depth);
  Result unfold(const Goal& goal, NodeId part, int depth);
  Result by_series(const Goal& goal, int depth);
  Result by_arguments(const Goal& goal, int depth);
  Result by_unimodal(const Goal& goal, int depth);
  Result by_named_descent(const Goal& goal, int depth);
  bool has_call(NodeId f, std::initializer_list<const char*> names) const;
  bool has_slow_call(NodeId f) const;
  bool has_big_call(NodeId f) const;
  bool is_unfolded_first(NodeId part);

  void descent_moves(const Goal& goal, std::vector<Move>& moves);
  void multiplier_moves(const Goal& goal, std::vector<Move>& moves);
  void conjugate_moves(const Goal& goal, std::vector<Move>& moves);
  Result product_step(const Goal& goal, NodeId product, int depth);
  std::optional<std::string> find_way_to_end(const Goal& goal, std::size_t range, bool at_lower);
  std::optional<std::string> way_to_end(const Goal& goal, std::size_t range, bool at_lower);
  Result split(const Goal& goal, std::size_t range, const std::string& at, int depth);
  /// A constant c between a and b with f(c) = 0 exactly, as text.
  std::optional<std::string> exact_root(const Goal& goal, NodeId f, double a, double b);
  std::vector<std::string> solutions(NodeId f, NodeId variable);
  std::vector<NodeId> lines(const Goal& goal, std::size_t v, std::size_t w);
  std::vector<NodeId> zero_curves(const Goal& goal, std::size_t v, bool fitted);

  NodeId without_abs(NodeId f, const kernel::Domain& domain);
  std::optional<NodeId> collected(NodeId f) const;
  bool has_branches(NodeId f) const;
  bool plausible(const Goal& goal);
  const SignPattern& pattern(NodeId f, const kernel::Domain& domain);
  const std::vector<SamplePoint>& points(const kernel::Domain& domain);
  NodeId slope(NodeId f, NodeId variable);  // simplified; f itself when there is none
  // Normal forms, kept: deeper rounds ask again.
  NodeId simple(NodeId f);
  bool is_zero(NodeId f);
  const std::optional<numerics::Factored>& factored(NodeId f);
  const std::vector<numerics::PolynomialInAtom>& by_atoms(NodeId f);
  std::string text(NodeId id) const;
  std::string name(const kernel::Range& range) const { return graph_.variable_name(range.variable); }
  std::string key(const Goal& goal) const;
  bool is_free(const Goal& goal, std::size_t range) const;
  void trace(int depth, const std::string& what, const Goal& goal) const;
  bool stopped() const { return options_.stop && options_.stop(); }
  double complexity(NodeId f) const;

  numerics::Graph& graph_;
  const numerics::FunctionTable& functions_;
  StrategyOptions options_;
  std::size_t boxes_ = 0;
  std::map<std::string, int> failed_;                     // goal -> depth with which it failed
  std::map<std::string, std::shared_ptr<Proof>> proved_;  // by key
  std::set<std::string> in_progress_;
  std::map<std::string, std::vector<SamplePoint>> points_;  // by domain
  std::map<std::string, SignPattern> patterns_;             // by formula and domain
  std::set<std::string> implausible_;                       // likewise, where only that is known
  std::map<std::pair<NodeId, NodeId>, std::optional<NodeId>> slopes_;
  std::map<NodeId, NodeId> simple_;
  std::map<NodeId, bool> zero_;
  std::map<NodeId, std::optional<numerics::Factored>> factored_;
  std::map<NodeId, std::vector<numerics::PolynomialInAtom>> by_atoms_;
  std::map<std::string, std::optional<std::string>> ways_;  // to an end, by goal and end
};

}  // namespace lemmacheck::verify::prover
