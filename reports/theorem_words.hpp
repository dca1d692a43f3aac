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

/// A number on the side that keeps a sentence true; the exact value is used where it is known. Side::exact gives both
/// ends when they differ. `whole`: rounded to a whole number first, towards the side.
std::string rounded(const verify::Number& x, verify::Side side, int digits = 6, bool whole = false);
std::string rounded(const numerics::BigInterval& x, verify::Side side, int digits = 6);

/// The number as a cell: exact, an enclosure, or missing for want of a value.
Cell number_cell(const verify::Number& x);
/// The same, rounded to a whole number on the conclusion's side where the conclusion asks for that.
Cell conclusion_cell(const verify::Number& x, const verify::Conclusion& conclusion);

/// An exact number as short text: "1e12", "1/3".
std::string exact_words(const numerics::Rational& x);

/// What a report on the theorem rests on without a check: the file's own hypotheses, and that the file is right.
std::vector<std::string> unchecked(const verify::Theorem& theorem);

/// What a guarantee of the embedded theorem rests on, a sentence.
std::string foundation_words(const std::string& id);

/// Green, bold or plain.
std::string painted(const std::string& text, Tone tone, bool colour);

}  // namespace lemmacheck::reports
