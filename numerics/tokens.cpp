#include "numerics/tokens.hpp"

#include <array>
#include <utility>

#include "numerics/error.hpp"

namespace lemmacheck::numerics {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

constexpr std::array<std::pair<std::string_view, std::string_view>, 19> latex_symbols{{{"cdot", "*"},
                                                                                       {"times", "*"},
                                                                                       {"le", "<="},
                                                                                       {"leq", "<="},
                                                                                       {"ge", ">="},
                                                                                       {"geq", ">="},
                                                                                       {"lt", "<"},
                                                                                       {"gt", ">"},
                                                                                       {"land", "and"},
                                                                                       {"wedge", "and"},
                                                                                       {"frac", "\\frac"},
                                                                                       {"sqrt", "\\sqrt"},
                                                                                       {"lfloor", "\\lfloor"},
                                                                                       {"rfloor", "\\rfloor"},
                                                                                       {"lceil", "\\lceil"},
                                                                                       {"rceil", "\\rceil"},
                                                                                       {"vert", "|"},
                                                                                       {"lvert", "|"},
                                                                                       {"rvert", "|"}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> unicode_symbols{
    {{"\u2264", "<="}, {"\u2265", ">="}, {"\u2212", "-"}, {"\u00b7", "*"}, {"\u00d7", "*"}}};

class Tokeniser {
 public:
  Tokeniser(std::string_view text, const Place& place) : text_(text), place_(place) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) next();
    tokens_.push_back({TokenKind::end, "", text_.size()});
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void emit(TokenKind kind, std::string text, std::size_t from) { tokens_.push_back({kind, std::move(text), from}); }
  [[noreturn]] void fail(std::size_t offset, const std::string& what) const {
    throw ParseError("LC110", place_at(text_, offset, place_).to_string() + ": " + what);
  }

  void next() {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at_;
    } else if (c == '#') {  // comment to the end of the line
      while (at_ < text_.size() && peek() != '\n') ++at_;
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      number();
    } else if (is_letter(c)) {
      name();
    } else if (c == '\\') {
      latex();
    } else {
      symbol();
    }
  }

  void number() {
    const std::size_t from = at_;
    while (is_digit(peek())) ++at_;
    if (peek() == '.' && is_digit(peek(1))) {
      ++at_;
      while (is_digit(peek())) ++at_;
    }
    if (peek() == 'e' || peek() == 'E') {
      const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
      if (is_digit(peek(1 + sign))) {
        at_ += 1 + sign;
        while (is_digit(peek())) ++at_;
      }
    }
    if (is_letter(peek()))
      fail(at_, "expected an operator after the number; for a product write " +
                    shortened(text_.substr(from, at_ - from)) + '*' + peek());
    if (peek() == '.') fail(at_, "a number has one decimal point, with digits on both sides of it");
    emit(TokenKind::number, std::string(text_.substr(from, at_ - from)), from);
  }

  bool in_name() const { return is_letter(peek()) || is_digit(peek()) || (peek() == '.' && is_letter(peek(1))); }

  void name() {
    const std::size_t from = at_;
    while (in_name()) ++at_;
    std::string word(text_.substr(from, at_ - from));
    const TokenKind kind = word == "and" ? TokenKind::symbol : TokenKind::name;
    emit(kind, std::move(word), from);
  }

  void latex() {
    const std::size_t from = at_++;
    if (at_ < text_.size() && std::string_view(",;:! ").find(peek()) != std::string_view::npos) {  // spacing
      ++at_;
      return;
    }
    if (!is_letter(peek()) || peek() == '_')
      fail(from, "expected a LaTeX command after the backslash; brackets are ( )");
    std::size_t end = at_;
    while (end < text_.size() && text_[end] != '_' && is_letter(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    at_ = end;
    if (word == "left" || word == "right" || word == "quad") return;
    for (const auto& [name, symbol] : latex_symbols)
      if (word == name) return emit(TokenKind::symbol, std::string(symbol), from);
    if (word == "operatorname" || word == "mathrm" || word == "mathit" || word == "text") return braced_name(from);
    emit(TokenKind::name, word == "infty" ? "inf" : word == "ln" ? "log" : std::string(word), from);
  }

  void braced_name(std::size_t from) {
    if (peek() != '{') fail(at_, "expected { after \\mathrm or \\operatorname");
    ++at_;
    std::string name;
    for (; peek() != '}'; ++at_) {
      if (peek() == '\\' && peek(1) == '_') ++at_;
      if (name.empty() ? !is_letter(peek()) : !in_name()) fail(at_, "expected a name and } here");
      name += peek();
    }
    if (name.empty() || name == "and") fail(from, "expected the name of a quantity or a function in { }");
    ++at_;
    emit(TokenKind::name, std::move(name), from);
  }

  void symbol() {
    const std::size_t from = at_;
    const std::string_view two = text_.substr(at_, 2);
    if (two == "<=" || two == ">=" || two == "**" || two == "==") {
      at_ += 2;
      return emit(TokenKind::symbol, two == "**" ? "^" : two == "==" ? "=" : std::string(two), from);
    }
    const char c = peek();
    if (std::string_view("+-*/^(){}[],|<>=").find(c) != std::string_view::npos) {
      ++at_;
      return emit(TokenKind::symbol, std::string(1, c), from);
    }
    for (const auto& [unicode, symbol] : unicode_symbols) {
      if (text_.substr(at_).starts_with(unicode)) {
        at_ += unicode.size();
        return emit(TokenKind::symbol, std::string(symbol), from);
      }
    }
    const std::string shown = c >= ' ' && c <= '~'                    ? std::string("'") + c + '\''
                              : static_cast<unsigned char>(c) >= 0x80 ? "a character outside of ASCII"
                                                                      : "a control character";
    fail(from, shown + " is not part of a formula; names have letters a-z, A-Z, digits and _ (write delta, alpha)");
  }

  std::string_view text_;
  const Place& place_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenise(std::string_view text, const Place& place) { return Tokeniser(text, place).run(); }

Place place_at(std::string_view text, std::size_t offset, const Place& place) {
  Place at = place;
  for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
    if (text[i] == '\n') {
      ++at.line;
      at.column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++at.column;
    }
  }
  return at;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 40;
  return text.size() <= longest ? std::string(text) : std::string(text.substr(0, longest)) + "...";
}

std::string Place::to_string() const { return source + ':' + std::to_string(line) + ':' + std::to_string(column); }

}  // namespace lemmacheck::numerics
