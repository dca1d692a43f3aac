#include "reports/latex_writer.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "numerics/greek_letters.hpp"
#include "reports/latex_prose.hpp"
#include "reports/notes.hpp"
#include "reports/number_text.hpp"
#include "reports/text_width.hpp"

namespace lemmacheck::reports {

namespace {

// Brackets are braced: after \\ or \toprule a "[" would begin an optional argument.
constexpr std::array<std::pair<char, std::string_view>, 16> specials{{{'&', "\\&"},
                                                                      {'%', "\\%"},
                                                                      {'_', "\\_"},
                                                                      {'#', "\\#"},
                                                                      {'$', "\\$"},
                                                                      {'{', "\\{"},
                                                                      {'}', "\\}"},
                                                                      {'~', "\\textasciitilde{}"},
                                                                      {'^', "\\textasciicircum{}"},
                                                                      {'\\', "\\textbackslash{}"},
                                                                      {'<', "$<$"},
                                                                      {'>', "$>$"},
                                                                      {'|', "$|$"},
                                                                      {'"', "''"},
                                                                      {'[', "{[}"},
                                                                      {']', "{]}"}}};

constexpr std::array<std::pair<char32_t, std::string_view>, 12> symbols{{{U'≤', "$\\le$"},
                                                                         {U'≥', "$\\ge$"},
                                                                         {U'×', "$\\times$"},
                                                                         {U'·', "$\\cdot$"},
                                                                         {U'±', "$\\pm$"},
                                                                         {U'∞', "$\\infty$"},
                                                                         {U'≈', "$\\approx$"},
                                                                         {U'≠', "$\\ne$"},
                                                                         {U'√', "$\\surd$"},
                                                                         {U'−', "$-$"},
                                                                         {U'–', "--"},
                                                                         {U'—', "---"}}};

/// The LaTeX of a Greek letter in text, empty for other characters.
std::string greek_letter(char32_t letter) {
  const std::string name(numerics::greek_letter_name(letter));
  if (name.empty()) return "";
  const bool rounder = name == "epsilon" || name == "phi";
  return (rounder ? "$\\var" : "$\\") + name + "$";
}

std::string set(const Phrase& phrase) { return latex_words(phrase); }

std::string phantom(const std::string& content) { return content.empty() ? "" : "\\phantom{" + content + "}"; }

std::string word_in_math(const WrittenNumber& number) {
  if (number.word == "inf") return number.negative ? "-\\infty" : "\\infty";
  if (number.word == "empty") return "\\emptyset";
  return (number.negative ? "-" : "") + number.word;
}

std::string power_of_ten(const WrittenNumber& number, const NumberLayout& layout, bool pad) {
  const std::string digits = std::to_string(number.exponent < 0 ? -number.exponent : number.exponent);
  std::string padding = pad ? std::string(layout.exponent_digits - digits.size(), '0') : "";
  if (pad && layout.negative_exponent && number.exponent >= 0) padding += "{-}";
  return "10^{" + std::to_string(number.exponent) + phantom(padding) + "}";
}

std::string in_math(const WrittenNumber& number, const NumberLayout& layout, bool pad) {
  if (!number.is_finite()) return word_in_math(number);
  if (number.is_zero() || !layout.scientific) {
    std::string padding;
    const std::size_t own = fraction_length(number);
    if (pad && !layout.scientific && own < layout.fraction)
      padding = (own == 0 ? "." : "") + std::string(layout.fraction - own, '0');
    return plain_text(number) + phantom(padding);
  }
  const std::string power = power_of_ten(number, layout, pad);
  if (number.digits == "1") return (number.negative ? "-" : "") + power;
  return mantissa_text(number) + "\\cdot " + power;
}

std::string in_math(const CellNumber& number, const NumberLayout& layout) {
  if (!number.is_enclosure) return "$" + in_math(number.lo, layout, true) + "$";
  const auto& [is_enclosure, lo, hi] = number;
  const bool common = layout.scientific && lo.is_finite() && hi.is_finite() && !lo.is_zero() && !hi.is_zero() &&
                      lo.exponent == hi.exponent;
  if (!common) return "$[" + in_math(lo, layout, false) + ", " + in_math(hi, layout, false) + "]$";
  return "$[" + mantissa_text(lo) + ", " + mantissa_text(hi) + "]\\cdot " + power_of_ten(lo, layout, true) + "$";
}

std::string set(const VerdictCell& verdict) {
  std::string text = escape_latex(verdict.word);
  for (std::size_t i = 0; i < verdict.names.size(); ++i) text += (i == 0 ? ": " : ", ") + set(verdict.names[i]);
  return text;
}

std::string set(const Cell& cell, const Column& column, const NumberLayout& layout, const MissingReasons& missing) {
  if (is_number(cell)) return in_math(round_cell(cell, column), layout);
  if (const auto* words = std::get_if<Phrase>(&cell)) return set(*words);
  if (const auto* verdict = std::get_if<VerdictCell>(&cell)) return set(*verdict);
  const std::string mark = missing.mark(std::get<Missing>(cell).reason);
  return mark.empty() ? "---" : "---$^{\\mathrm{" + mark + "}}$";
}

// Width in print at 10 points, about: commands count as one character, exponents and small heads are smaller.
double points_of(std::string_view latex) {
  constexpr std::string_view small_head = "\\scriptsize ";
  constexpr double smaller = 0.7, character = 5, space = 3.3, operation = 7.5;
  if (latex.starts_with(small_head)) return smaller * points_of(latex.substr(small_head.size()));
  double points = 0;
  int raised = 0;  // depth of braces inside an exponent
  for (std::size_t i = 0; i < latex.size(); ++i) {
    const char c = latex[i];
    double own = 0;
    if (c == '\\') {
      const std::size_t begin = i;
      while (i + 1 < latex.size() && latex[i + 1] >= 'a' && latex[i + 1] <= 'z') ++i;
      const std::string_view command = latex.substr(begin + 1, i - begin);
      own = command == "cdot" ? operation : command == "phantom" || command == "mathrm" ? 0 : character;
    } else if (c == '{') {
      if (raised > 0 || (i > 0 && (latex[i - 1] == '^' || latex[i - 1] == '_'))) ++raised;
    } else if (c == '}') {
      if (raised > 0) --raised;
    } else if (c == ' ') {
      own = space;
    } else if (c != '$' && c != '^' && c != '_') {
      own = character;
    }
    points += raised > 0 ? smaller * own : own;
  }
  return points;
}

constexpr std::size_t heading_rows = 3;  // what it is, certified side, unit

struct Body {
  std::vector<std::vector<std::string>> rows;  // heading_rows of headings, then the rows of the table
  std::vector<std::size_t> widths;             // of the set text, to line up the source
  std::string size;                            // "", "\small", "\footnotesize", "\scriptsize"
};

// The largest size at which the table fits the text width of the article class.
std::string size_for(const std::vector<std::vector<std::string>>& rows, std::size_t columns) {
  constexpr double text_width = 345, gap = 12, narrow_gap = 6;
  double points = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    double widest = 0;
    for (const auto& row : rows) widest = std::max(widest, points_of(row[c]));
    points += widest;
  }
  const double gaps = columns > 0 ? static_cast<double>(columns - 1) : 0;
  constexpr std::array<std::pair<double, std::string_view>, 4> sizes{
      {{1.0, ""}, {0.9, "\\small"}, {0.8, "\\footnotesize"}, {0.7, "\\scriptsize"}}};
  for (const auto& [factor, command] : sizes)
    if (factor * points + gap * gaps <= text_width) return std::string(command);
  for (const auto& [factor, command] : sizes)
    if (factor < 1.0 && factor * points + narrow_gap * gaps <= text_width)
      return std::string(command) + "\\setlength{\\tabcolsep}{3pt}";
  return "\\scriptsize\\setlength{\\tabcolsep}{3pt}";
}

Body set_body(const Table& table, const MissingReasons& missing) {
  const auto& columns = table.columns();
  Body body;
  body.rows.resize(heading_rows);
  std::vector<NumberLayout> layouts;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Column& column = columns[c];
    body.rows[0].push_back(set(column.title));
    body.rows[1].push_back(column.side == Side::none ? "" : "\\scriptsize " + std::string(to_string(column.side)));
    body.rows[2].push_back("\\scriptsize " + (column.unit == "-" ? "{[}--{]}" : escape_latex("[" + column.unit + "]")));
    layouts.push_back(layout_of(table, c));
  }
  for (const auto& row : table.rows()) {
    auto& line = body.rows.emplace_back();
    for (std::size_t c = 0; c < row.size(); ++c) line.push_back(set(row[c], columns[c], layouts[c], missing));
  }
  body.widths.assign(columns.size(), 0);
  for (const auto& row : body.rows)
    for (std::size_t c = 0; c < row.size(); ++c) body.widths[c] = std::max(body.widths[c], display_width(row[c]));
  body.size = size_for(body.rows, columns.size());
  return body;
}

std::string row_line(const std::vector<std::string>& row, const std::vector<std::size_t>& widths) {
  std::string line = "    ";
  for (std::size_t c = 0; c < row.size(); ++c)
    line += (c == 0 ? "" : " & ") + row[c] + std::string(widths[c] - display_width(row[c]), ' ');
  return line + " \\\\\n";
}

std::string kind_heading(const Table& table) {
  const auto& columns = table.columns();
  std::string names = "    ", rules = "    ";
  for (std::size_t c = 0; c < columns.size();) {
    std::size_t end = c + 1;
    while (end < columns.size() && columns[end].kind == columns[c].kind) ++end;
    const std::string span = std::to_string(end - c);
    names += c == 0 ? "" : " & ";
    if (columns[c].kind) {
      names += "\\multicolumn{" + span + "}{c}{" + std::string(to_string(*columns[c].kind)) + "}";
      rules += "\\cmidrule(lr){" + std::to_string(c + 1) + "-" + std::to_string(end) + "}";
    } else {
      names += "\\multicolumn{" + span + "}{c}{}";
    }
    c = end;
  }
  return names + " \\\\\n" + rules + "\n";
}

std::string sentence(std::string text) {
  if (!text.empty() && text.back() != '.' && text.back() != '!' && text.back() != '?') text += ".";
  return text;
}

std::string notes_below(const Table& table, const MissingReasons& missing) {
  std::vector<std::string> lines;
  for (const Phrase& note : table.notes()) lines.push_back(sentence(set(note)));
  for (const std::string& reason : missing.reasons())
    lines.push_back("$^{\\mathrm{" + missing.mark(reason) + "}}$ " + sentence(latex_prose(reason)));
  const std::string legend = side_legend(table);
  if (!legend.empty()) lines.push_back(escape_latex(legend));
  if (lines.empty()) return "";
  std::string text = "  \\par\\smallskip\n  \\begin{minipage}{\\linewidth}\n    \\footnotesize\\raggedright\n";
  for (std::size_t i = 0; i < lines.size(); ++i) text += "    " + lines[i] + (i + 1 < lines.size() ? "\\par\n" : "\n");
  return text + "  \\end{minipage}\n";
}

struct Part {
  std::size_t begin, end;
};

// A cut falls where a group of rows begins, if one does in the second half of what fits.
std::vector<Part> parts_of(const Table& table, std::size_t limit) {
  const std::size_t count = table.rows().size();
  if (limit == 0 || count <= limit) return {{0, count}};
  std::vector<Part> parts;
  for (std::size_t begin = 0; begin < count;) {
    std::size_t end = std::min(begin + limit, count);
    if (end < count)
      for (std::size_t cut = end; cut > begin + limit / 2; --cut)
        if (table.starts_group(cut)) {
          end = cut;
          break;
        }
    parts.push_back({begin, end});
    begin = end;
  }
  return parts;
}

std::string caption_of(const Table& table) {
  std::string caption = sentence(set(table.title()));
  if (!table.kind()) return caption;
  std::string kind(to_string(*table.kind()));
  kind.front() = static_cast<char>(kind.front() - 'a' + 'A');
  return caption + " " + kind + ".";
}

}  // namespace

std::string latex_words(const Phrase& phrase) {
  return phrase.latex.empty() ? latex_prose(phrase.plain) : one_line(phrase.latex);
}

std::string escape_latex(std::string_view words) {
  std::string out;
  while (!words.empty()) {
    const Character c = first_character(words);
    const auto special = std::find_if(specials.begin(), specials.end(),
                                      [&](const auto& s) { return static_cast<char32_t>(s.first) == c.code; });
    const auto symbol = std::find_if(symbols.begin(), symbols.end(), [&](const auto& s) { return s.first == c.code; });
    if (special != specials.end())
      out += special->second;
    else if (symbol != symbols.end())
      out += symbol->second;
    else if (const std::string greek = greek_letter(c.code); !greek.empty())
      out += greek;
    else if (c.code < 0x20 || c.code == 0x7F)
      out += ' ';
    else if (c.code == 0xFFFD)
      out += '?';
    else
      out += words.substr(0, c.length);
    words.remove_prefix(c.length);
  }
  // A star after \\ is an option of \\.
  return out.starts_with('*') ? "{*}" + out.substr(1) : out;
}

std::string write_latex(const Table& table, const LatexOptions& options) {
  const MissingReasons missing(table);
  const Body body = set_body(table, missing);
  const std::vector<Part> parts = parts_of(table, options.rows_per_table);
  std::string columns;
  for (const Column& column : table.columns()) columns += column.side == Side::none ? 'l' : 'r';

  std::string out = options.standalone ? "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n"
                                       : "% needs \\usepackage{booktabs}\n";
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::string number = std::to_string(p + 1);
    out += "\\begin{table}" + (options.placement.empty() ? "" : "[" + options.placement + "]") + "\n  \\centering\n";
    out += "  \\caption{" + caption_of(table) +
           (parts.size() > 1 ? " Part " + number + " of " + std::to_string(parts.size()) + "." : "") + "}\n";
    if (!options.label.empty()) out += "  \\label{" + options.label + (p > 0 ? "-" + number : "") + "}\n";
    if (!body.size.empty()) out += "  " + body.size + "\n";
    out += "  \\begin{tabular}{@{}" + columns + "@{}}\n    \\toprule\n";
    if (table.has_column_kinds()) out += kind_heading(table);
    for (std::size_t h = 0; h < heading_rows; ++h) out += row_line(body.rows[h], body.widths);
    out += "    \\midrule\n";
    for (std::size_t r = parts[p].begin; r < parts[p].end; ++r) {
      if (r > parts[p].begin && table.starts_group(r)) out += "    \\addlinespace\n";
      out += row_line(body.rows[r + heading_rows], body.widths);
    }
    out += "    \\bottomrule\n  \\end{tabular}\n" + notes_below(table, missing) + "\\end{table}\n";
  }
  return options.standalone ? out + "\\end{document}\n" : out;
}

}  // namespace lemmacheck::reports
