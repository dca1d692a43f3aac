#include "numerics/printer.hpp"

#include <array>
#include <set>

#include "numerics/greek_letters.hpp"
#include "numerics/indexed.hpp"

namespace lemmacheck::numerics {
namespace {

enum Level : int { any = 0, conjunction = 1, comparison = 2, sum = 3, product = 4, sign = 5, power = 6, atom = 7 };

/// A piece of output: text, or a node to be printed with brackets unless it binds at least as tightly as `level`.
struct Piece {
  std::string text;
  NodeId node{};
  int level = -1;  // -1: text
};

struct Infix {
  std::string_view name;
  int level;
  std::string_view plain, latex;
};
constexpr std::array<Infix, 7> infixes{{{"and", conjunction, " and ", " \\land "},
                                        {"<", comparison, " < ", " < "},
                                        {"<=", comparison, " <= ", " \\le "},
                                        {"=", comparison, " = ", " = "},
                                        {"+", sum, " + ", " + "},
                                        {"-", sum, " - ", " - "},
                                        {"*", product, "*", " \\cdot "}}};

const std::set<std::string, std::less<>>& latex_operators() {
  static const std::set<std::string, std::less<>> names{"exp", "log", "sin",  "cos",  "tan",
                                                        "min", "max", "sinh", "cosh", "tanh"};
  return names;
}

std::string escaped(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '_') out += '\\';
    out += c;
  }
  return out;
}

class Printer {
 public:
  Printer(const Graph& graph, bool latex, const std::map<std::string, std::string>& symbols)
      : graph_(graph), latex_(latex), symbols_(symbols) {}

  std::string run(NodeId root) {
    std::vector<Piece> stack{{"", root, any}};
    std::string out;
    while (!stack.empty()) {
      const Piece piece = std::move(stack.back());
      stack.pop_back();
      if (piece.level < 0) {
        out += piece.text;
        continue;
      }
      pieces_.clear();
      const int level = lay_out(piece.node);
      const bool brackets = level < piece.level;
      if (brackets) stack.push_back({latex_ ? "\\right)" : ")"});
      for (auto it = pieces_.rbegin(); it != pieces_.rend(); ++it) stack.push_back(std::move(*it));
      if (brackets) stack.push_back({latex_ ? "\\left(" : "("});
    }
    return out;
  }

 private:
  void text(std::string_view t) { pieces_.push_back({std::string(t)}); }
  void node(NodeId id, int level) { pieces_.push_back({"", id, level}); }

  /// Fills pieces_ and returns how tightly the node binds.
  int lay_out(NodeId id) {
    const Node& n = graph_.node(id);
    if (n.kind == NodeKind::literal) {
      text(graph_.literal_value(id).to_string());
      return atom;
    }
    if (n.kind == NodeKind::variable) {
      text(latex_ ? symbol(graph_.variable_name(id)) : graph_.variable_name(id));
      return atom;
    }
    const std::string& name = n.function->name;
    const auto x = graph_.arguments(id);
    for (const Infix& infix : infixes) {
      if (name != infix.name) continue;
      node(x[0], infix.level == comparison ? sum : infix.level);
      text(latex_ ? infix.latex : infix.plain);
      node(x[1], latex_ && graph_.is_call(x[1], "neg") ? power : infix.level + 1);  // LaTeX: a - (-b), not a - -b
      return infix.level;
    }
    if (name == "neg") {
      text("-");
      node(x[0], sign);
      return sign;
    }
    if (name == "/") return quotient(x);
    if (name == "^") {
      node(x[0], atom);
      text(latex_ ? "^{" : "^");
      node(x[1], latex_ ? any : sign);
      if (latex_) text("}");
      return power;
    }
    return latex_ ? latex_call(*n.function, x) : call(name, "(", x, ")");
  }

  int quotient(std::span<const NodeId> x) {
    if (!latex_) {
      node(x[0], product);
      text("/");
      node(x[1], sign);
      return product;
    }
    text("\\frac{");
    node(x[0], any);
    text("}{");
    node(x[1], any);
    text("}");
    return power;  // an atom for the parser, but (a/b)^2 needs its brackets for the eye
  }

  int call(std::string_view name, std::string_view open, std::span<const NodeId> x, std::string_view close) {
    text(name);
    if (!x.empty()) {
      text(open);
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (i > 0) text(", ");
        node(x[i], any);
      }
      text(close);
    }
    return atom;
  }

  /// \sum_{k=a}^{b}\left(f\right), \max_{k=a,\ldots,b}\left(f\right)
  int latex_indexed(const Function& f, std::span<const NodeId> x) {
    const bool sum_or_product = f.name == "sum" || f.name == "prod";
    text("\\" + (sum_or_product ? f.name : f.name.substr(0, 3)) + "_{");
    node(x[1], any);
    text("=");
    node(x[2], any);
    text(sum_or_product ? "}^{" : ",\\ldots,");
    node(x[3], any);
    text("}\\left(");
    node(x[0], any);
    text("\\right)");
    return atom;
  }

  int latex_call(const Function& f, std::span<const NodeId> x) {
    if (is_indexed(f)) return latex_indexed(f, x);
    if (f.name == "sqrt") return call("\\sqrt", "{", x, "}");
    if (f.name == "cbrt") return call("\\sqrt[3]", "{", x, "}");
    if (f.name == "abs") return call("", "\\left|", x, "\\right|");
    if (f.name == "floor") return call("", "\\lfloor ", x, "\\rfloor ");
    if (f.name == "ceil") return call("", "\\lceil ", x, "\\rceil ");
    if (f.name == "pi") return call("\\pi", "", x, "");
    if (f.name == "e") return call("e", "", x, "");
    if (latex_operators().contains(f.name)) return call("\\" + f.name, "\\left(", x, "\\right)");
    return call("\\operatorname{" + escaped(f.name) + "}", "\\left(", x, "\\right)");
  }

  std::string symbol(const std::string& name) const {
    if (const auto it = symbols_.find(name); it != symbols_.end()) return it->second;
    if (is_greek_letter(name)) return "\\" + name;
    return name.size() == 1 ? name : "\\mathrm{" + escaped(name) + "}";
  }

  const Graph& graph_;
  bool latex_;
  const std::map<std::string, std::string>& symbols_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::string to_text(const Graph& graph, NodeId root) { return Printer(graph, false, {}).run(root); }

std::string to_latex(const Graph& graph, NodeId root, const std::map<std::string, std::string>& symbols) {
  return Printer(graph, true, symbols).run(root);
}

}  // namespace lemmacheck::numerics
