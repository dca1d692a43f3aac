#include "reports/latex_prose.hpp"

#include <algorithm>
#include <cctype>

#include "numerics/greek_letters.hpp"
#include "reports/latex_writer.hpp"

namespace lemmacheck::reports {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_alphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_of_word(char c) { return is_alphanumeric(c) || c == '_'; }

std::string upright(const std::string& index) {
  const bool is_word = index.size() > 1 && std::ranges::any_of(index, [](char c) { return std::islower(c) != 0; });
  return is_word ? "\\mathrm{" + index + "}" : index;
}

class Prose {
 public:
  explicit Prose(std::string_view words) : words_(words) {}

  std::string set() {
    while (at_ < words_.size())
      if (!option() && !relation() && !minus() && !exponent() && !letters_apart() && !bar() && !word())
        plain_ += words_[at_++];
    flush();
    return out_;
  }

 private:
  /// What stands `offset` characters on, or back; a space outside.
  char look(std::ptrdiff_t offset) const {
    const auto place = static_cast<std::ptrdiff_t>(at_) + offset;
    return place >= 0 && place < static_cast<std::ptrdiff_t>(words_.size()) ? words_[static_cast<std::size_t>(place)]
                                                                            : ' ';
  }
  std::string run(std::size_t from, bool (*belongs)(char)) const {
    std::size_t end = from;
    while (end < words_.size() && belongs(words_[end])) ++end;
    return std::string(words_.substr(from, end - from));
  }
  void flush() {
    if (!plain_.empty()) ends_in_math_ = false;
    out_ += escape_latex(plain_);
    plain_.clear();
  }
  /// Formulas that touch are one.
  bool math(const std::string& formula, std::size_t length) {
    flush();
    if (ends_in_math_)
      out_.pop_back();
    else
      out_ += '$';
    out_ += (separated(formula) ? " " : "") + formula + '$';
    ends_in_math_ = true;
    at_ += length;
    return true;
  }

  /// Whether a command before it would swallow its first letter.
  bool separated(const std::string& formula) const {
    return ends_in_math_ && is_letter(formula[0]) && is_letter(out_.back());
  }

  bool relation() {
    if (look(1) != '=' || (look(0) != '<' && look(0) != '>')) return false;
    return math(look(0) == '<' ? "\\le" : "\\ge", 2);
  }
  /// Between spaces, or before a name or a bracket.
  bool minus() {
    if (look(0) != '-' || (look(-1) != ' ' && look(-1) != '(')) return false;
    const bool is_between = look(1) == ' ' && at_ > 0;
    return (is_between || is_letter(look(1)) || look(1) == '(') && math("-", 1);
  }
  bool bar() { return look(0) == '|' && math("|", 1); }
  /// --eta: two hyphens would become a dash.
  bool option() {
    if (look(0) != '-' || look(1) != '-' || !is_letter(look(2))) return false;
    const std::string name = run(at_ + 2, [](char c) { return is_alphanumeric(c) || c == '-'; });
    flush();
    out_ += "\\texttt{-{}-" + name + '}';
    ends_in_math_ = false;
    at_ += 2 + name.size();
    return true;
  }
  bool exponent() {
    if (look(0) != '^' || look(-1) == ' ') return false;
    const std::size_t sign = look(1) == '-' ? 1 : 0;
    const std::string power = run(at_ + 1 + sign, is_alphanumeric);
    return !power.empty() && math("^{" + std::string(sign, '-') + power + '}', 1 + sign + power.size());
  }
  /// (f-y)
  bool letters_apart() {
    const bool fits = look(0) == '(' && is_letter(look(1)) && look(2) == '-' && is_letter(look(3)) && look(4) == ')';
    return fits && math(std::string(words_.substr(at_, 5)), 5);
  }

  bool word() {
    if (!is_of_word(look(0))) return false;
    const std::string all = run(at_, is_of_word);
    const char before = look(-1), after = look(static_cast<std::ptrdiff_t>(all.size()));
    const char next = look(static_cast<std::ptrdiff_t>(all.size()) + 1);
    const bool in_a_name = (before == '.' && is_of_word(look(-2))) || (before == '-' && is_letter(look(-2))) ||
                           (after == '.' && is_of_word(next)) || (after == '-' && is_letter(next)) || after == '\'';
    const std::size_t cut = std::min(all.find('_'), all.size());
    std::string base = symbol(all.substr(0, cut));
    std::string index = cut < all.size() ? all.substr(cut + 1) : "";
    const bool has_index = !index.empty() && index.find('_') == std::string::npos;
    const bool is_greek = base.starts_with('\\');
    const bool is_symbol = !base.empty() && (cut == all.size() || has_index) && !in_a_name;
    if (!is_symbol) return keep(all);
    std::size_t length = all.size();
    if (after == '~' && !is_of_word(next)) {
      base = "\\tilde{" + base + '}';
      ++length;
    } else if (after == '*' && !is_of_word(next) && next != '(') {
      base += "^{*}";
      ++length;
    } else if (!is_greek && !has_index) {
      return keep(all);  // a letter by itself is a word
    }
    return math(base + (has_index ? "_{" + upright(index) + '}' : ""), length);
  }
  bool keep(const std::string& word) {
    plain_ += word;
    at_ += word.size();
    return true;
  }
  /// A letter as it is, a Greek one by its command; empty for other words.
  static std::string symbol(const std::string& word) {
    if (word.size() == 1 && is_letter(word[0])) return word;
    if (word == "eps" || word == "epsilon") return "\\varepsilon";
    if (word == "phi") return "\\varphi";
    return numerics::is_greek_letter(word) ? "\\" + word : "";
  }

  std::string_view words_;
  std::size_t at_ = 0;
  std::string plain_, out_;
  bool ends_in_math_ = false;
};

}  // namespace

std::string latex_prose(std::string_view words) { return Prose(words).set(); }

}  // namespace lemmacheck::reports
