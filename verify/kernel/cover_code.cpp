#include "verify/kernel/cover_code.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "numerics/error.hpp"
#include "verify/kernel/rules.hpp"

namespace lemmacheck::verify::kernel {
namespace {

using namespace numerics;

struct Named {
  std::string_view name;
  Operation operation;
};

constexpr std::array named = {Named{"+", Operation::add},           Named{"-", Operation::subtract},
                              Named{"*", Operation::multiply},      Named{"/", Operation::divide},
                              Named{"neg", Operation::negate},      Named{"sqrt", Operation::square_root},
                              Named{"cbrt", Operation::cube_root},  Named{"exp", Operation::exp},
                              Named{"expm1", Operation::expm1},     Named{"log", Operation::log},
                              Named{"ln", Operation::log},          Named{"log1p", Operation::log1p},
                              Named{"log2", Operation::log2},       Named{"log10", Operation::log10},
                              Named{"sin", Operation::sin},         Named{"cos", Operation::cos},
                              Named{"tan", Operation::tan},         Named{"asin", Operation::asin},
                              Named{"acos", Operation::acos},       Named{"atan", Operation::atan},
                              Named{"sinh", Operation::sinh},       Named{"cosh", Operation::cosh},
                              Named{"tanh", Operation::tanh},       Named{"erf", Operation::erf},
                              Named{"erfc", Operation::erfc},       Named{"normal_cdf", Operation::normal_cdf},
                              Named{"sigmoid", Operation::sigmoid}, Named{"softplus", Operation::softplus},
                              Named{"xlogx", Operation::xlogx},     Named{"entropy", Operation::entropy},
                              Named{"kl", Operation::kl},           Named{"gamma", Operation::gamma},
                              Named{"lgamma", Operation::lgamma},   Named{"lambert_w", Operation::lambert_w},
                              Named{"^", Operation::any_power},     Named{"abs", Operation::abs},
                              Named{"min", Operation::min},         Named{"max", Operation::max},
                              Named{"if", Operation::choice}};

/// By the function's own entry, so that a function of the same name from another table is `other`.
Operation operation_of(const Function& function) {
  for (const Named& n : named)
    if (n.name == function.name) {
      return elementary_functions().find(n.name) == &function ? n.operation : Operation::other;
    }
  return Operation::other;
}

/// Never without a value when the arguments have one.
bool is_total(Operation operation) {
  switch (operation) {
    case Operation::add:
    case Operation::subtract:
    case Operation::multiply:
    case Operation::negate:
    case Operation::square:
    case Operation::exp:
    case Operation::abs:
    case Operation::min:
    case Operation::max:
      return true;
    default:
      return false;
  }
}

/// The whole number that a constant part is, between -1000 and 1000.
std::optional<long> whole(const Constant& constant) {
  if (constant.defined != Defined::everywhere || !constant.value.is_point() || !constant.value.is_bounded())
    return std::nullopt;
  // Not by the exact value of a number with a huge exponent.
  if (!same_set(floor(constant.value), constant.value)) return std::nullopt;
  if (less_equal(abs(constant.value), BigInterval(1000, constant.value.precision())) != Truth::yes) return std::nullopt;
  const Rational value = constant.value.lower_rational();
  return value.to_long();
}

bool certainly_not_whole(const Constant& constant) {
  if (constant.defined != Defined::everywhere || !constant.value.is_bounded()) return false;
  const BigInterval below = floor(constant.value);
  return below.is_point() && less(below, constant.value) == Truth::yes;
}

class Maker {
 public:
  Maker(const Graph& graph, const BoxProblem& problem, Precision precision) : graph_(graph), problem_(problem) {
    std::vector<NodeId> roots{problem.f};
    for (const Hypothesis& h : problem.hypotheses) roots.push_back(h.value);
    // By shape: ids differ between the search and the checker, and backward propagation depends on the order.
    nodes_ = parts_in_order(graph, roots);
    for (std::size_t k = 0; k < nodes_.size(); ++k) places_.emplace(index_of(nodes_[k]), k);
    find_varying();
    find_constants(precision);
    code_.variables = static_cast<std::uint32_t>(problem.variables.size());
    for (std::size_t i = 0; i < problem.variables.size(); ++i)
      slots_.emplace(index_of(problem.variables[i]), code_.first_variable() + static_cast<std::uint32_t>(i));
    for (std::size_t k = 0; k < nodes_.size(); ++k)
      if (varying_[k] && graph.node(nodes_[k]).kind == NodeKind::call) add(nodes_[k]);
    code_.f = slot(problem.f);
    for (const Hypothesis& h : problem.hypotheses) {
      code_.hypotheses.push_back(slot(h.value));
      std::vector<bool>& uses = code_.hypothesis_uses.emplace_back();
      for (const NodeId v : problem.variables) uses.push_back(graph.depends_on(h.value, v));
    }
  }
  BoxCode take() { return std::move(code_); }

 private:
  std::uint32_t slot(NodeId id) const { return slots_.at(index_of(id)); }
  std::size_t place(NodeId id) const { return places_.at(index_of(id)); }

  void find_varying() {
    varying_.assign(nodes_.size(), false);
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      if (graph_.node(nodes_[k]).kind == NodeKind::variable) {
        varying_[k] = std::ranges::find(problem_.variables, nodes_[k]) != problem_.variables.end();
      } else if (graph_.node(nodes_[k]).kind == NodeKind::call) {
        for (const NodeId a : graph_.arguments(nodes_[k])) varying_[k] = varying_[k] || varying_[place(a)];
      }
    }
  }

  /// The constant parts that an instruction or a root uses directly.
  void find_constants(Precision precision) {
    std::vector<NodeId> wanted;
    const auto want = [&](NodeId id) {
      if (!varying_[place(id)] && std::ranges::find(wanted, id) == wanted.end()) wanted.push_back(id);
    };
    for (std::size_t k = 0; k < nodes_.size(); ++k)
      if (varying_[k] && graph_.node(nodes_[k]).kind == NodeKind::call)
        for (const NodeId a : graph_.arguments(nodes_[k])) want(a);
    want(problem_.f);
    for (const Hypothesis& h : problem_.hypotheses) want(h.value);
    if (wanted.empty()) return;
    const Tape tape(graph_, wanted);
    const std::vector<BigInterval> anything(graph_.variable_count(), BigInterval::entire(precision));
    const std::vector<Evaluated<BigInterval>> values = tape.run(anything, precision);
    for (const NodeId id : wanted) {
      slots_.emplace(index_of(id), static_cast<std::uint32_t>(code_.constants.size()));
      const Evaluated<BigInterval>& value = values[tape.slot(id)];
      code_.constants.push_back({value.value, value.defined});
    }
  }

  void add(NodeId id) {
    const Function& function = *graph_.node(id).function;
    const std::span<const NodeId> arguments = graph_.arguments(id);
    LEMMACHECK_ASSERT(arguments.size() <= 4);
    Instruction made;
    made.function = &function;
    made.operation = operation_of(function);
    made.count = static_cast<std::uint32_t>(arguments.size());
    for (std::size_t k = 0; k < arguments.size(); ++k) made.arguments[k] = slot(arguments[k]);
    if (made.operation == Operation::multiply && arguments[0] == arguments[1]) {
      made.operation = Operation::square;
      made.count = 1;
    }
    if (made.operation == Operation::any_power) power(made);
    made.total = is_total(made.operation);
    for (std::uint32_t k = 0; k < made.count; ++k) made.total = made.total && is_total_slot(made.arguments[k]);
    slots_.emplace(index_of(id), code_.slots());
    code_.instructions.push_back(made);
  }

  bool is_total_slot(std::uint32_t s) const {
    if (code_.is_constant(s)) return code_.constants[s].defined == Defined::everywhere;
    return s < code_.first_instruction() || code_.instructions[s - code_.first_instruction()].total;
  }

  void power(Instruction& made) const {
    if (!code_.is_constant(made.arguments[1])) return;
    const Constant& exponent = code_.constants[made.arguments[1]];
    const std::optional<long> n = whole(exponent);
    if (n && *n == 2) {
      made.operation = Operation::square;
      made.count = 1;
    } else if (n && *n != 0) {
      made.operation = Operation::power;
      made.exponent = *n;
      made.count = 1;
    } else if (!n && certainly_not_whole(exponent)) {
      made.operation = Operation::real_power;
    }
  }

  const Graph& graph_;
  const BoxProblem& problem_;
  std::vector<NodeId> nodes_;  // arguments before uses
  std::vector<bool> varying_;
  std::unordered_map<std::size_t, std::size_t> places_;  // in nodes_
  std::unordered_map<std::size_t, std::uint32_t> slots_;
  BoxCode code_;
};

}  // namespace

BoxCode make_box_code(const Graph& graph, const BoxProblem& problem, Precision precision) {
  return Maker(graph, problem, precision).take();
}

}  // namespace lemmacheck::verify::kernel
