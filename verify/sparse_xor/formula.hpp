// Expressions with the operators of a number, for algorithms that are written for any number type.
#pragma once

#include "numerics/expression.hpp"

namespace lemmacheck::verify::sparse_xor {

struct Formula {
  numerics::Graph* graph;
  numerics::NodeId node;

  static Formula variable(numerics::Graph& graph, const std::string& name) { return {&graph, graph.variable(name)}; }
  static Formula integer(numerics::Graph& graph, long value) { return {&graph, graph.integer(value)}; }

  Formula operator-() const { return {graph, graph->call("neg", {node})}; }
  friend Formula operator+(const Formula& a, const Formula& b) { return a.call("+", b); }
  friend Formula operator-(const Formula& a, const Formula& b) { return a.call("-", b); }
  friend Formula operator*(const Formula& a, const Formula& b) { return a.call("*", b); }
  friend Formula operator/(const Formula& a, const Formula& b) { return a.call("/", b); }
  friend Formula exp(const Formula& a) { return {a.graph, a.graph->call("exp", {a.node})}; }

 private:
  Formula call(const char* name, const Formula& b) const { return {graph, graph->call(name, {node, b.node})}; }
};

}  // namespace lemmacheck::verify::sparse_xor
