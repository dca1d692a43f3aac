#include "verify/s_expression.hpp"

#include "numerics/error.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::ParseError;
using numerics::Place;

constexpr std::size_t deepest = 1000;

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : text_(text), place_{file, 1, 1} {}

  std::vector<SExpression> run() {
    std::vector<SExpression> open(1);  // open[0] collects the whole file
    for (skip(); at_ < text_.size(); skip()) {
      const char c = text_[at_];
      const Place here = place_;
      if (c == '(') {
        if (open.size() > deepest) fail(here, "brackets deeper than " + std::to_string(deepest));
        open.push_back({true, "", {}, here});
        step();
      } else if (c == ')') {
        if (open.size() == 1) fail(here, "this bracket closes nothing");
        SExpression done = std::move(open.back());
        open.pop_back();
        open.back().items.push_back(std::move(done));
        step();
      } else {
        open.back().items.push_back({false, word(), {}, here});
      }
    }
    if (open.size() > 1) fail(open.back().place, "this bracket is never closed");
    return std::move(open[0].items);
  }

 private:
  [[noreturn]] static void fail(const Place& place, const std::string& what) {
    throw ParseError("LC147", place.to_string() + ": " + what);
  }
  void step() {
    if (text_[at_] == '\n') {
      ++place_.line;
      place_.column = 1;
    } else {
      ++place_.column;
    }
    ++at_;
  }
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  void skip() {
    while (at_ < text_.size()) {
      if (text_[at_] == ';') {
        while (at_ < text_.size() && text_[at_] != '\n') step();
      } else if (is_space(text_[at_])) {
        step();
      } else {
        return;
      }
    }
  }
  std::string word() {
    const Place here = place_;
    const char quote = text_[at_];
    std::string made;
    if (quote == '|' || quote == '"') {
      if (quote == '"') made = '"';
      for (step(); at_ < text_.size() && text_[at_] != quote; step()) made += text_[at_];
      if (at_ == text_.size()) fail(here, std::string("this ") + quote + " is never closed");
      step();
      return made;
    }
    for (; at_ < text_.size() && !is_space(text_[at_]) &&
           std::string_view("();|\"").find(text_[at_]) == std::string_view::npos;
         step()) {
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c < 0x21 || c > 0x7e) fail(place_, "a character that does not belong to SMT-LIB");
      made += text_[at_];
    }
    return made;
  }

  std::string_view text_;
  Place place_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<SExpression> read_s_expressions(std::string_view text, const std::string& file) {
  return Reader(text, file).run();
}

}  // namespace lemmacheck::verify
