#include "verify/prover/sample_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/error.hpp"

namespace lemmacheck::verify::prover {

using numerics::BigInterval;
using numerics::Defined;
using numerics::Graph;
using numerics::Node;
using numerics::NodeId;
using numerics::NodeKind;
using numerics::Precision;

namespace {

constexpr double unit = 0x1p-52;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t slow_cost = 100;

double value_of(const numerics::Function& f, std::span<const double> x) {
  if (f.approx != nullptr) return f.approx(x);
  if (std::ranges::any_of(x, [](double v) { return std::isnan(v); })) return not_a_number;
  std::vector<BigInterval> big;
  std::vector<const BigInterval*> pointers;
  for (const double v : x) big.push_back(BigInterval::from_double(v, Precision(64)));
  for (const BigInterval& b : big) pointers.push_back(&b);
  Defined defined = Defined::everywhere;
  const BigInterval result = f.big(pointers, Precision(64), defined);
  return defined == Defined::nowhere || result.is_empty() ? not_a_number : result.approx_double();
}

}  // namespace

double SampleProgram::size_of(Kind kind, const Estimate& a, const Estimate& b, const Estimate& v, double exponent) {
  switch (kind) {
    case Kind::add:
    case Kind::subtract:
      return a.size + b.size;
    case Kind::multiply:
      return a.size * b.size;
    case Kind::divide:
      return a.size / std::abs(b.value);
    case Kind::negate:
    case Kind::absolute:
      return a.size;
    case Kind::power:
      return exponent == 2 ? a.size * a.size : std::pow(a.size, exponent);
    default:
      return std::abs(v.value);
  }
}

SampleProgram::SampleProgram(const Graph& graph, std::span<const NodeId> outputs) : ids_(graph.reachable(outputs)) {
  for (const NodeId id : ids_) {
    const Node& node = graph.node(id);
    Step step{Kind::call, node.index, node.function, static_cast<std::uint32_t>(arguments_.size()), node.count};
    ++cost_;
    if (node.kind == NodeKind::literal) {
      step.kind = Kind::literal;
      step.literal = BigInterval(graph.literal_value(id), Precision(80)).approx_double();
      const bool whole = std::abs(step.literal) < 0x1p53 && step.literal == std::floor(step.literal);
      step.error = whole ? 0 : unit * std::abs(step.literal);
    } else if (node.kind == NodeKind::variable) {
      step.kind = Kind::variable;
    } else {
      const std::string& name = node.function->name;
      const auto arguments = graph.arguments(id);
      for (const NodeId a : arguments) arguments_.push_back(static_cast<std::uint32_t>(slot(a)));
      if (name == "+") step.kind = Kind::add;
      if (name == "-") step.kind = Kind::subtract;
      if (name == "*") step.kind = Kind::multiply;
      if (name == "/") step.kind = Kind::divide;
      if (name == "neg") step.kind = Kind::negate;
      if (name == "abs") step.kind = Kind::absolute;
      if (name == "exp") step.kind = Kind::exp;
      if (name == "log" || name == "ln") step.kind = Kind::log;
      if (name == "if") step.kind = Kind::choice;
      if (name == "^" && steps_[arguments_.back()].kind == Kind::literal) {
        const Step& exponent = steps_[arguments_.back()];
        if (exponent.error == 0 && exponent.literal >= 0 && exponent.literal <= 64) {
          step.kind = Kind::power;
          step.literal = exponent.literal;
        }
      }
      if (step.kind == Kind::exp || step.kind == Kind::log) cost_ += 3;
      if (step.kind == Kind::call) cost_ += node.function->approx != nullptr ? 8 : slow_cost * node.function->arity;
    }
    steps_.push_back(step);
  }
}

std::size_t SampleProgram::slot(NodeId id) const {
  const auto it = std::ranges::lower_bound(ids_, id);
  LEMMACHECK_ASSERT(it != ids_.end() && *it == id);
  return static_cast<std::size_t>(it - ids_.begin());
}

Estimate SampleProgram::call(const Step& step, const std::vector<Estimate>& values) const {
  double x[4];
  const std::uint32_t* a = arguments_.data() + step.first;
  for (std::uint32_t k = 0; k < step.count; ++k) {
    x[k] = values[a[k]].value;
    if (std::isnan(x[k])) return {not_a_number, infinity};
  }
  const std::span<const double> point(x, step.count);
  Estimate made{value_of(*step.function, point), 0};
  made.error = 4 * unit * std::abs(made.value);
  if (step.function->boolean) return made;
  for (std::uint32_t k = 0; k < step.count; ++k) {
    const double error = values[a[k]].error, kept = x[k];
    if (error == 0) continue;
    const double step_size = std::max(error, 4 * unit * std::abs(kept));
    x[k] = kept + step_size;
    const double change = std::abs(value_of(*step.function, point) - made.value) * (error / step_size);
    x[k] = kept;
    made.error += std::isnan(change) ? infinity : change;
  }
  return made;
}

void SampleProgram::run(std::span<const Estimate> variables, std::vector<Estimate>& values) const {
  values.resize(steps_.size());
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& s = steps_[i];
    const std::uint32_t* arguments = arguments_.data() + s.first;
    const Estimate a = s.count > 0 ? values[arguments[0]] : Estimate{};
    const Estimate b = s.count > 1 ? values[arguments[1]] : Estimate{};
    Estimate& v = values[i];
    switch (s.kind) {
      case Kind::literal:
        v = {s.literal, s.error};
        break;
      case Kind::variable:
        v = variables[s.index];
        break;
      case Kind::add:
        v.value = a.value + b.value;
        v.error = a.error + b.error + unit * std::abs(v.value);
        break;
      case Kind::subtract:
        v.value = a.value - b.value;
        v.error = a.error + b.error + unit * std::abs(v.value);
        break;
      case Kind::multiply:
        v.value = a.value * b.value;
        v.error = std::abs(a.value) * b.error + std::abs(b.value) * a.error + unit * std::abs(v.value);
        break;
      case Kind::divide:
        v.value = b.value == 0 ? not_a_number : a.value / b.value;
        v.error = (a.error + std::abs(v.value) * b.error) / std::abs(b.value) + unit * std::abs(v.value);
        break;
      case Kind::negate:
        v = {-a.value, a.error};
        break;
      case Kind::absolute:
        v = {std::abs(a.value), a.error};
        break;
      case Kind::exp:
        v.value = std::exp(a.value);
        v.error = v.value * (a.error + unit);
        break;
      case Kind::log:
        v.value = a.value == 0 ? not_a_number : std::log(a.value);
        v.error = a.error / std::abs(a.value) + unit * std::abs(v.value);
        break;
      case Kind::power: {
        const int n = static_cast<int>(s.literal);
        double power = 1;
        for (int k = 1; k < n; ++k) power *= a.value;
        v.value = n == 0 ? 1 : power * a.value;
        v.error = s.literal * (std::abs(power) * a.error + unit * std::abs(v.value));
        break;
      }
      case Kind::choice:
        v = a.value == 0 ? values[arguments[2]] : a.value == 1 ? b : Estimate{not_a_number, infinity};
        break;
      case Kind::call:
        v = call(s, values);
        break;
    }
    if (std::isnan(v.error)) v.error = infinity;
    v.size = size_of(s.kind, a, b, v, s.literal);
  }
}

}  // namespace lemmacheck::verify::prover
