// Words and numbers that the reports on theorems share (internal to the room).
#pragma once

#include "reports/table.hpp"
#include "verify/range.hpp"

namespace lemmacheck::reports {

VerdictCell verdict_cell(verify::TheoremVerdict verdict, const std::vector<std::string>& names = {});

/// "d = 1e5, m = 256", as given.
std::string settings_text(const verify::Theorem& theorem, const verify::Binding& binding);

/// "[1e5, 1e12]" or "1e5", one variable of a box.
std::string ends_text(const numerics::Rational& lower, const numerics::Rational& upper);
/// "d in [1e5, 1e12]" for every variable.
std::string box_text(const verify::RangeResult& result, const verify::Box& box);

/// A number of at most six digits on the side that keeps a sentence true.
std::string rounded(const numerics::BigInterval& x, verify::Side side);

/// An exact number as short text: "1e12", "1/3".
std::string exact_words(const numerics::Rational& x);

/// Green, bold or plain.
std::string painted(const std::string& text, Tone tone, bool colour);

/// Breaks words over lines of at most `width`, each behind `indent`.
std::string wrapped(const std::string& text, std::size_t width, const std::string& indent);

}  // namespace lemmacheck::reports
