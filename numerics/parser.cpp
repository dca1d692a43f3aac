#include "numerics/parser.hpp"

#include <algorithm>
#include <unordered_set>

#include "numerics/error.hpp"
#include "numerics/indexed.hpp"
#include "numerics/parser_frames.hpp"

namespace lemmacheck::numerics {
namespace {

constexpr std::size_t deepest_nesting = 20;  // of sums

class Parser {
 public:
  Parser(Graph& graph, std::string_view text, const FunctionTable& functions, const Place& place)
      : graph_(graph), text_(text), functions_(functions), place_(place), tokens_(tokenise(text, place)) {}

  ParsedExpression run() {
    frames_.push_back({FrameKind::root, 0, 0, 0});
    for (;;) {
      const Token& token = tokens_[at_];
      if (operand_expected_ ? !operand(token) : !continuation(token)) break;
      ++at_;
    }
    return {operands_.back().id, std::move(names_), indexed_};
  }

 private:
  [[noreturn]] void fail(const char* code, std::size_t offset, const std::string& what) const {
    throw ParseError(code, place_at(text_, offset, place_).to_string() + ": " + what);
  }
  const Token& following(std::size_t ahead = 1) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }

  void push_value(NodeId id) {
    operands_.push_back({id});
    operand_expected_ = false;
  }
  void open(FrameKind kind, std::size_t offset, const Function* function = nullptr) {
    frames_.push_back({kind, operators_.size(), operands_.size(), offset, function});
    operand_expected_ = true;
  }

  /// A token where a value must begin. Always consumes it or throws.
  bool operand(const Token& token) {
    if (token.kind == TokenKind::number) {
      number(token);
    } else if (token.kind == TokenKind::name) {
      name(token);
    } else if (token.text == "-") {
      operators_.push_back({"neg", sign, token.offset});
    } else if (token.text == "+") {
      // a sign without effect
    } else if (token.text == "(") {
      open(FrameKind::parenthesis, token.offset);
    } else if (token.text == "{") {
      open(FrameKind::group, token.offset);
    } else if (token.text == "|") {
      open(FrameKind::bar, token.offset);
    } else if (token.text == "\\lfloor") {
      open(FrameKind::floor, token.offset);
    } else if (token.text == "\\lceil") {
      open(FrameKind::ceil, token.offset);
    } else if (token.text == "\\frac") {
      if (following().text != "{")
        fail("LC110", following().offset, "expected { after \\frac, found " + shown(following()));
      ++at_;
      open(FrameKind::fraction, token.offset);
    } else if (token.text == "\\sqrt") {
      square_root(token);
    } else {
      const Frame& frame = frames_.back();
      if (token.text == ")" && frame.kind == FrameKind::call && frame.argument_count == 0 &&
          tokens_[at_ - 1].text == "(")
        fail("LC112", frame.offset, arguments_wanted(*frame.function, 0));
      fail("LC110", token.offset, "expected a number, a name or a bracket, found " + shown(token));
    }
    return true;
  }

  void number(const Token& token) {
    try {
      push_value(graph_.literal(Decimal::parse(token.text)));
    } catch (const ParseError& error) {
      fail(error.code().c_str(), token.offset,
           "the exponent of " + shortened(token.text) + " is too large; it must lie between -2^63 and 2^63 - 1");
    }
  }

  void square_root(const Token& token) {
    const Function* function = functions_.find("sqrt");
    if (following().text == "[") {  // \sqrt[3]{x}
      if (at_ + 3 >= tokens_.size() || tokens_[at_ + 2].text != "3" || tokens_[at_ + 3].text != "]")
        fail("LC110", token.offset, "only \\sqrt{x} and \\sqrt[3]{x} are read; write other roots as powers");
      function = functions_.find("cbrt");
      at_ += 3;
    }
    if (following().text != "{")
      fail("LC110", following().offset, "expected { after \\sqrt, found " + shown(following()));
    ++at_;
    open(FrameKind::root_latex, token.offset, function);
  }

  void name(const Token& token) {
    if (following().kind == TokenKind::name && following().text == "_" && following(2).text == "{")
      return open_index_latex(token);
    const Function* function = functions_.find(token.text);
    if (following().kind == TokenKind::symbol && following().text == "(") {
      if (function == nullptr) function = indexed_function(token.text);
      if (function == nullptr) unknown_function(token);
      if (is_indexed(*function)) {
        bind(index_ahead(token));
        indexed_ = true;
      }
      if (function->arity == 0)
        fail("LC112", token.offset, "'" + token.text + "' is a constant and takes no arguments");
      ++at_;
      return open(FrameKind::call, token.offset, function);
    }
    if (std::ranges::find(bound_, token.text) != bound_.end()) return push_value(graph_.variable(token.text));
    if (function != nullptr && function->arity == 0) return push_value(graph_.call(*function, {}));
    if (token.text == "inf")
      fail("LC110", token.offset, "inf can only be the end of a domain, as in [0, inf); it is not a number");
    if (seen_.insert(token.text).second) names_.push_back({token.text, place_after_last_name(token.offset)});
    push_value(graph_.variable(token.text));
  }

  /// The name of an index is known from here to the end of the body.
  void bind(const Token& index) {
    const std::string& name = index.text;
    const Function* known = functions_.find(name);
    if (known != nullptr && known->arity == 0)
      fail("LC132", index.offset, "'" + name + "' is a constant of the language; use another index");
    if (name == "inf" || name.find('.') != std::string::npos)
      fail("LC124", index.offset, shown(index) + " is not a name that an index can have");
    if (bound_.size() >= deepest_nesting)
      fail("LC114", index.offset, "more than " + std::to_string(deepest_nesting) + " sums inside each other");
    bound_.push_back(name);
  }

  /// The second argument of sum(f, k, a, b), found before f is read.
  const Token& index_ahead(const Token& function) const {
    int depth = 0;
    for (std::size_t i = at_ + 2; i + 2 < tokens_.size(); ++i) {
      const std::string& t = tokens_[i].text;
      if (tokens_[i].kind != TokenKind::symbol) continue;
      if (t == "(" || t == "{" || t == "[") ++depth;
      if (t == ")" || t == "}" || t == "]") --depth;
      if (depth < 0) break;
      if (depth == 0 && t == ",") {
        if (tokens_[i + 1].kind == TokenKind::name && tokens_[i + 2].text == ",") return tokens_[i + 1];
        break;
      }
    }
    fail("LC112", function.offset,
         "expected " + function.text + "(f, k, a, b): a formula, the name of its index, the first and the last value");
  }

  /// \sum_{k=a}^{b}\left(f\right) and \max_{k=a,\ldots,b}\left(f\right)
  void open_index_latex(const Token& token) {
    const bool extreme = token.text == "max" || token.text == "min";
    const Function* function = indexed_function(extreme ? token.text + "_over" : token.text);
    if (function == nullptr)
      fail("LC110", token.offset, shown(token) + " takes no index; \\sum, \\prod, \\max, \\min do");
    const Token& index = following(3);
    if (index.kind != TokenKind::name || following(4).text != "=")
      fail("LC110", index.offset, "expected an index, as in \\sum_{k=1}^{n}");
    open(FrameKind::index_latex, token.offset, function);
    indexed_ = true;
    index_tokens_.push_back(&index);
    at_ += 4;
  }

  bool close_index_latex(Frame& frame, const Token& token) {
    const std::string& t = token.text;
    const bool extreme = !frame.function->name.starts_with("sum") && !frame.function->name.starts_with("prod");
    const auto skip = [&](std::initializer_list<const char*> expected) {
      for (const char* each : expected) {
        if (following().text != each) fail("LC110", following().offset, std::string("expected ") + each + " here");
        ++at_;
      }
      ++frame.argument_count;
      operand_expected_ = true;
      return true;
    };
    if (frame.argument_count == 0 && extreme && t == ",") return skip({"ldots", ","});
    if (frame.argument_count == 0 && !extreme && t == "}") return skip({"^", "{"});
    if (frame.argument_count == 1 && t == "}") {
      bind(*index_tokens_.back());
      return skip({"("});
    }
    if (frame.argument_count != 2 || t != ")") return false;
    const Operand body = operands_.back(), upper = operands_[operands_.size() - 2],
                  lower = operands_[operands_.size() - 3];
    operands_.resize(operands_.size() - 3);
    const NodeId index = graph_.variable(bound_.back());
    operands_.insert(operands_.end(), {body, {index}, lower, upper});
    bound_.pop_back();
    index_tokens_.pop_back();
    return finish(apply(*frame.function, 4, frame.offset));
  }

  [[noreturn]] void unknown_function(const Token& token) const {
    std::vector<std::string> known = functions_.names();
    for (const char* indexed : {"sum", "prod", "max_over", "min_over"}) known.emplace_back(indexed);
    std::erase_if(known, [&](const std::string& name) {
      const Function* function = functions_.find(name);
      return (function != nullptr && function->arity == 0) || name == "neg" || name == "and" || name.size() == 1 ||
             name == "<=";
    });
    const std::string near = did_you_mean(token.text, known);
    fail("LC111", token.offset,
         "unknown function " + shown(token) +
             (near.empty() ? "; for a product write " + shortened(token.text) + "*(" : near));
  }

  /// place_at() in one pass over the text for all names.
  const Place& place_after_last_name(std::size_t offset) {
    last_place_ = place_at(text_.substr(last_offset_), offset - last_offset_, last_place_);
    last_offset_ = offset;
    return last_place_;
  }

  /// A token after a value. Returns false at the end of the text.
  bool continuation(const Token& token) {
    const std::string& t = token.text;
    if (token.kind == TokenKind::symbol) {
      if (t == "+" || t == "-") return infix(t, sum, token);
      if (t == "*" || t == "/") return infix(t, product, token);
      if (t == "^") return infix(t, power, token);
      if (t == "<" || t == "<=" || t == ">" || t == ">=" || t == "=") return infix(t, comparison, token);
      if (t == "and") return infix(t, conjunction, token);
      if (t == "," || t == ")" || t == "}" || t == "|" || t == "\\rfloor" || t == "\\rceil") return close(token);
    }
    if (token.kind == TokenKind::end) {
      reduce_to(bracket);
      const Frame& frame = frames_.back();
      if (frame.kind == FrameKind::root) return false;
      fail("LC110", frame.offset, "this bracket is never closed; expected " + wanted(frame));
    }
    const bool factor = token.kind != TokenKind::symbol || t == "(" || t == "{" || t[0] == '\\';
    fail(
        "LC110", token.offset,
        "expected an operator or a closing bracket, found " + shown(token) + (factor ? "; for a product write *" : ""));
  }

  bool infix(const std::string& name, int precedence, const Token& token) {
    reduce_to(precedence == power ? power + 1 : precedence);
    operators_.push_back({name, precedence, token.offset});
    operand_expected_ = true;
    return true;
  }

  bool close(const Token& token) {
    reduce_to(bracket);
    Frame& frame = frames_.back();
    const std::string& t = token.text;
    const NodeId value = operands_.back().id;
    switch (frame.kind) {
      case FrameKind::parenthesis:
        if (t != ")") break;
        return finish(value);
      case FrameKind::group:
        if (t != "}") break;
        return finish(value);
      case FrameKind::bar:
        if (t != "|") break;
        return finish(apply(functions_.get("abs"), 1, frame.offset));
      case FrameKind::floor:
        if (t != "\\rfloor") break;
        return finish(apply(functions_.get("floor"), 1, frame.offset));
      case FrameKind::ceil:
        if (t != "\\rceil") break;
        return finish(apply(functions_.get("ceil"), 1, frame.offset));
      case FrameKind::root_latex:
        if (t != "}") break;
        return finish(apply(*frame.function, 1, frame.offset));
      case FrameKind::fraction:
        if (t != "}") break;
        if (++frame.argument_count == 1) {
          if (following().text != "{") fail("LC110", following().offset, "expected the { of a denominator");
          ++at_;
          operand_expected_ = true;
          return true;
        }
        return finish(apply(functions_.get("/"), 2, frame.offset));
      case FrameKind::call:
        if (t != ")" && t != ",") break;
        ++frame.argument_count;
        if (t == ",") {
          if (frame.argument_count == 1 && is_indexed(*frame.function)) {  // the index and its comma
            bound_.pop_back();
            operands_.push_back({graph_.variable(following().text)});
            ++frame.argument_count;
            at_ += 2;
          }
          operand_expected_ = true;
          return true;
        }
        return finish(call(frame));
      case FrameKind::index_latex:
        if (close_index_latex(frame, token)) return true;
        break;
      case FrameKind::root:
        fail("LC110", token.offset, t == "," ? "a comma outside of a call" : shown(token) + " closes nothing");
    }
    const Place opened = place_at(text_, frame.offset, place_);
    fail("LC110", token.offset,
         "expected " + wanted(frame) + " for the bracket of line " + std::to_string(opened.line) + ", column " +
             std::to_string(opened.column) + ", found " + shown(token));
  }

  NodeId call(const Frame& frame) {
    const Function& function = *frame.function;
    const std::size_t count = frame.argument_count;
    if (function.variadic_from > 0 && count >= static_cast<std::size_t>(function.variadic_from)) {
      const std::vector<Operand> arguments(operands_.end() - static_cast<std::ptrdiff_t>(count), operands_.end());
      operands_.resize(operands_.size() - count);
      operands_.push_back(arguments[0]);
      for (std::size_t i = 1; i < count; ++i) {
        operands_.push_back(arguments[i]);
        operands_.push_back({apply(function, 2, frame.offset)});
      }
      return operands_.back().id;
    }
    if (count != static_cast<std::size_t>(function.arity))
      fail("LC112", frame.offset, arguments_wanted(function, count));
    return apply(function, count, frame.offset, true);
  }

  bool finish(NodeId value) {
    operands_.resize(frames_.back().operands);
    frames_.pop_back();
    push_value(value);
    return true;
  }

  void reduce_to(int precedence) {
    const std::size_t floor = frames_.back().operators;
    while (operators_.size() > floor && operators_.back().precedence >= precedence) {
      const Operator op = operators_.back();
      operators_.pop_back();
      if (op.precedence == comparison) {
        compare(op);
      } else {
        const NodeId made = apply(functions_.get(op.name), op.name == "neg" ? 1 : 2, op.offset);
        operands_.push_back({made});
      }
    }
  }

  void compare(const Operator& op) {
    const Operand right = operands_.back();
    operands_.pop_back();
    const Operand left = operands_.back();
    operands_.pop_back();
    const NodeId left_value = left.chain ? left.chain_right : left.id;
    require_number(left_value, op.offset);
    require_number(right.id, op.offset);
    const bool turned = op.name[0] == '>';
    const std::string name = turned ? '<' + op.name.substr(1) : op.name;
    NodeId made = turned ? graph_.call(functions_.get(name), {right.id, left_value})
                         : graph_.call(functions_.get(name), {left_value, right.id});
    if (left.chain) made = graph_.call(functions_.get("and"), {left.id, made});
    operands_.push_back({made, true, right.id});
  }

  void require_number(NodeId id, std::size_t offset) const {
    if (graph_.is_boolean(id)) fail("LC113", offset, "a comparison stands where a number is expected");
  }

  /// Takes `count` operands off the stack and makes the call.
  NodeId apply(const Function& function, std::size_t count, std::size_t offset, bool boolean_first = false) {
    std::vector<NodeId> arguments;
    for (std::size_t i = operands_.size() - count; i < operands_.size(); ++i) arguments.push_back(operands_[i].id);
    operands_.resize(operands_.size() - count);
    for (std::size_t i = 0; i < count; ++i) {
      const bool wants_boolean = function.name == "and" || (boolean_first && function.name == "if" && i == 0);
      if (wants_boolean && !graph_.is_boolean(arguments[i]))
        fail("LC113", offset, "'" + function.name + "' needs a comparison here, such as x <= 1");
      if (!wants_boolean) require_number(arguments[i], offset);
    }
    return graph_.call(function, arguments);
  }

  Graph& graph_;
  std::string_view text_;
  const FunctionTable& functions_;
  const Place& place_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  bool operand_expected_ = true;
  std::vector<Frame> frames_;
  std::vector<Operator> operators_;
  std::vector<Operand> operands_;
  std::vector<NameUse> names_;
  std::unordered_set<std::string> seen_;
  std::vector<std::string> bound_;          // indices of the sums whose bodies are being read
  std::vector<const Token*> index_tokens_;  // of \sum_{k=..., while its ends are being read
  bool indexed_ = false;
  Place last_place_ = place_;
  std::size_t last_offset_ = 0;
};

}  // namespace

ParsedExpression parse_as_written(Graph& graph, std::string_view text, const FunctionTable& functions,
                                  const Place& place) {
  return Parser(graph, text, functions, place).run();
}

ParsedExpression parse_expression(Graph& graph, std::string_view text, const FunctionTable& functions,
                                  const Place& place) {
  ParsedExpression made = parse_as_written(graph, text, functions, place);
  if (!made.has_sums) return made;
  made.has_sums = false;
  try {
    made.root = written_out(graph, made.root);
  } catch (const ParseError& error) {
    throw ParseError(error.code(), place.to_string() + ": " + error.what());
  }
  return made;
}

}  // namespace lemmacheck::numerics
