// What is wrong with a theorem file: one line that names the place, the value and the remedy, under a stable code.
#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/edited_text.hpp"
#include "tests/support/text_checks.hpp"
#include "verify/evaluate.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;
using lemmacheck::test::check_contains;
using lemmacheck::test::embedded_text;
using lemmacheck::test::replaced;

namespace {

const std::string sound = R"toml([theorem]
id     = "mean"
for    = ["n integer in [1, inf)", "delta in (0, 1)"]
budget = "delta"
says   = "the mean deviates by at most {t}"

[[event]]
name   = "deviation"
share  = "0.75"
choose = "smallest t in [0, 1]"
fails  = "2*exp(-2*n*t^2)"

[[event]]
name   = "rest"
share  = "0.25"
choose = "largest f in (0, 1]"
fails  = "3*f"

[[define]]
formula = [
  "spread    = pm(1, t)",
  "twice(x)  = 2*x",
  "width     = upper(spread) - lower(spread)",
  "level     = log(1/f)",
]

[[condition]]
name  = "narrow"
claim = "width < 1"

[[conclusion]]
name    = "bound"
formula = "twice(t)"
side    = "upper"
)toml";

/// What the file says after one replacement: "CODE message", or "" when it is understood.
std::string complaint(const std::string& text) {
  const TheoremSource others = [](const Text& id) { return embedded_theorem(id); };
  try {
    understand(read_theorem_file(text, "mean.toml"), others);
  } catch (const ParseError& error) {
    const std::string message = error.what();
    CHECK(message.find('\n') == std::string::npos);
    CHECK(message.size() < 400);
    return error.code() + " " + message;
  }
  return "";
}

void refused(const std::string& old, const std::string& fresh, const std::vector<std::string>& expected) {
  const std::string text = replaced(sound, old, fresh);
  CAPTURE(old, fresh);
  REQUIRE(text != sound);
  check_contains(complaint(text), expected);
}

void refused_with(const std::string& addition, const std::vector<std::string>& expected) {
  CAPTURE(addition);
  check_contains(complaint(sound + addition), expected);
}

}  // namespace

TEST_CASE("theorem file: the model file is sound", "[verify][domain]") {
  CHECK(complaint(sound).empty());
  const Theorem theorem = load(read_theorem_file(sound, "mean.toml"));
  const std::vector<Text> settings{{"n = 1000", {}}, {"delta = 0.1", {}}};
  const Evaluation found = Evaluator(theorem, Binding(theorem, settings)).at_point();
  CHECK(found.verdict == TheoremVerdict::holds);
}

TEST_CASE("theorem file: TOML that is not", "[verify][domain]") {
  refused("[theorem]", "[theorem", {"LC120", "mean.toml:1:", "not valid TOML"});
  refused("\"narrow\"", "\"narrow", {"LC120", "mean.toml:28:"});
  refused("id     = \"mean\"", "id = \"mean\"\nid = \"other\"", {"LC120", "mean.toml:3:"});
  refused("id     = \"mean\"", "id = mean", {"LC120", "mean.toml:2:"});
  check_contains(complaint(""), {"LC121", "[theorem]"});
  check_contains(complaint(std::string("\0", 1)), {"LC12"});
  check_contains(complaint("\xff\xfe"), {"LC120"});
}

TEST_CASE("theorem file: sections and keys", "[verify][domain]") {
  refused("[[condition]]", "[[conditoin]]", {"LC121", "mean.toml:27:", "conditoin", "did you mean 'condition'"});
  refused("[[condition]]", "[condition]", {"LC121", "mean.toml:27:", "[[condition]]", "two brackets"});
  refused("claim =", "clam =", {"LC121", "claim"});
  refused("side    = \"upper\"", "side = \"upper\"\nsays2 = \"x\"", {"LC121", "mean.toml:35:", "says2", "says"});
  refused("id     = \"mean\"\n", "", {"LC121", "mean.toml:1:", "[theorem]", "id"});
  refused("budget = \"delta\"\n", "", {"LC121", "budget"});
  refused("share  = \"0.75\"\n", "", {"LC121", "mean.toml:7:", "[[event]]", "share"});
  refused("fails  = \"3*f\"\n", "", {"LC121", "fails"});
  refused("\"upper\"", "\"above\"", {"LC121", "mean.toml:34:", "above", "lower, upper or exact"});
  refused("budget = \"delta\"", "budget = \"delta\"\nkind = \"mine\"",
          {"LC121", "mine", "explicit form (this project)"});
  refused("side    = \"upper\"", "side = \"upper\"\nround = \"up\"", {"LC121", "up", "integer"});
  refused("name  = \"narrow\"", "name  = \"\"", {"LC121", "name"});
  refused_with("\n[[regime]]\nname = \"r\"\n", {"LC121", "grid"});
}

TEST_CASE("theorem file: numbers stand in quotes", "[verify][domain]") {
  refused("\"0.75\"", "0.75", {"LC122", "mean.toml:9:", "share", "bare number", "quotes"});
  refused("\"0.75\"", "1", {"LC122", "mean.toml:9:", "bare number"});
  refused("\"0.75\"", "true", {"LC122", "mean.toml:9:", "quotes"});
  refused("\"0.75\"", "[\"0.75\"]", {"LC122", "mean.toml:9:", "quotes"});
  refused("for    = [\"n integer in [1, inf)\", \"delta in (0, 1)\"]", "for = \"delta in (0, 1)\"",
          {"LC122", "mean.toml:3:", "list"});
  refused("\"delta in (0, 1)\"]", "0.5]", {"LC122", "mean.toml:3:"});
}

TEST_CASE("theorem file: names", "[verify][domain]") {
  refused("twice(t)\"", "twice(tt)\"", {"LC131", "mean.toml:33:", "'tt'"});
  refused("width < 1", "widht < 1", {"LC131", "mean.toml:29:", "widht", "did you mean 'width'"});
  refused("log(1/f)", "log(1/g)", {"LC131", "mean.toml:24:", "'g'"});
  refused("log(1/f)", "lgo(1/f)", {"LC111", "mean.toml:24:", "lgo", "did you mean"});
  refused("\"twice(t)\"", "\"thrice(t)\"", {"LC111", "mean.toml:33:", "thrice"});
  refused("\"twice(t)\"", "\"twice(t, t)\"", {"LC112", "mean.toml:33:", "twice"});
  refused("\"twice(t)\"", "\"twice\"", {"LC131", "mean.toml:33:", "function", "twice(...)"});
  refused("level     =", "width =", {"LC132", "mean.toml:24:", "width", "twice"});
  refused("level     =", "delta =", {"LC132", "mean.toml:24:", "delta", "a parameter"});
  refused("level     =", "t =", {"LC132", "mean.toml:10:", "'t'", "a definition"});
  refused("level     =", "e =", {"LC132", "'e'", "constant of the language"});
  // read as the constants they would silently stand for other numbers
  refused("\"delta in (0, 1)\"]", "\"delta in (0, 1)\", \"e in [0, 1]\"]", {"LC132", "mean.toml:3:", "'e'"});
  refused("twice(x)  = 2*x", "twice(pi) = 2*pi", {"LC132", "mean.toml:22:", "'pi'"});
  refused("smallest t in", "smallest e in", {"LC132", "mean.toml:10:", "'e'"});
  refused("level     = log(1/f)", "log(x) = x", {"LC132", "'log'", "function of the language"});
  refused("name    = \"bound\"", "name = \"width\"", {"LC132", "mean.toml:32:", "width"});
  refused("largest f in", "largest t in", {"LC132", "mean.toml:16:", "'t'"});
  refused("\"delta in (0, 1)\"]", "\"delta in (0, 1)\", \"n in [0, 1]\"]", {"LC132", "mean.toml:3:", "'n'"});
  refused("{t}", "{tau}", {"LC131", "mean.toml:5:", "tau"});
  refused("{t}", "{t", {"LC110", "mean.toml:5:", "}"});
  refused("budget = \"delta\"", "budget = \"dleta\"", {"LC131", "mean.toml:4:", "dleta"});
  refused("budget = \"delta\"", "budget = \"delta\"\ndefault = [\"m = 1\"]", {"LC131", "mean.toml:5:", "'m'"});
  refused("\"delta in (0, 1)\"]", "\"delta in (0, n)\"]", {"LC131", "mean.toml:3:", "'n'", "constants"});
}

TEST_CASE("theorem file: two things may not have one name", "[verify][domain]") {
  // Reports and failing lists identify conditions, conclusions and events by their names.
  refused_with("\n[[condition]]\nname = \"narrow\"\nclaim = \"width < 2\"\n", {"LC132", "narrow"});
  refused_with("\n[[conclusion]]\nname = \"bound\"\nformula = \"t\"\nside = \"upper\"\n", {"LC132", "bound"});
  refused("name   = \"rest\"", "name   = \"deviation\"", {"LC132", "mean.toml:14:", "deviation"});
}

TEST_CASE("theorem file: definitions in a circle", "[verify][domain]") {
  refused("log(1/f)", "log(1/f) + level", {"LC133", "mean.toml:24:", "level -> level"});
  refused("spread    = pm(1, t)", "spread = pm(1, width)", {"LC133", "circle", "spread", "width"});
  refused("twice(x)  = 2*x", "twice(x) = 2*twice(x)", {"LC133", "twice -> twice"});
  refused("smallest t in [0, 1]", "smallest t in [0, width]", {"LC133", "circle", "t", "width"});
  refused("fails  = \"3*f\"", "fails = \"3*f*level\"", {"LC133", "circle", "level", "f"});
  refused("twice(x)  = 2*x", "twice(x) = 2*bound*x", {"LC133", "circle", "bound", "twice"});
}

TEST_CASE("theorem file: enclosed quantities are refused where a number is needed", "[verify][domain]") {
  refused("width < 1", "spread < 1", {"LC130", "mean.toml:29:", "ordinary"});
  refused("\"twice(t)\"", "\"twice(spread)\"", {"LC134", "mean.toml:33:", "bound", "lower()"});
  refused("fails  = \"3*f\"", "fails = \"3*f*pm(1, 0)\"", {"LC134", "mean.toml:17:", "fails"});
  refused("{t}", "{spread}", {"LC134", "mean.toml:5:", "spread"});
  refused("smallest t in [0, 1]", "smallest t in [0, pm(1, 0)]", {"LC134", "mean.toml:10:"});
  refused("log(1/f)", "lower(sphere_mgf(n, spread))", {"LC130", "mean.toml:24:", "sphere_mgf", "monotone"});
  refused("log(1/f)", "lower(spread^t)", {"LC130", "mean.toml:24:", "integer power"});
}

TEST_CASE("theorem file: comparisons and numbers", "[verify][domain]") {
  refused("width < 1", "width", {"LC113", "mean.toml:29:", "narrow", "comparison"});
  refused("width < 1", "width <", {"LC110", "mean.toml:29:"});
  refused("width < 1", "width = = 1", {"LC110", "mean.toml:29:"});
  refused("\"twice(t)\"", "\"t < 1\"", {"LC113", "mean.toml:33:", "comparison"});
  refused("\"twice(t)\"", "\"twice(t\"", {"LC110", "mean.toml:33:"});
  refused("\"twice(t)\"", "\"inf\"", {"LC110", "mean.toml:33:", "inf"});
  refused("fails  = \"3*f\"", "fails = \"f < 1\"", {"mean.toml:17:"});
  refused("log(1/f)", "", {"LC124", "mean.toml:24:", "NAME = "});
  refused("level     = log(1/f)", "level", {"LC124", "mean.toml:24:", "NAME = "});
  refused("twice(x)  =", "twice()  =", {"LC124", "mean.toml:22:"});
  for (const char* name : {"2level", "le vel", "le.vel", "and", "inf", "l-1", "\\u00e9"})
    refused("level     =", std::string(name) + " =", {"LC124", "mean.toml:24:", "not a name"});
  refused("twice(x)  = 2*x", "twice(2x) = 2", {"LC124", "mean.toml:22:", "2x"});
  refused("twice(x)  = 2*x", "twice(x, x) = 2*x", {"LC132", "mean.toml:22:", "'x'"});
}

TEST_CASE("theorem file: shares", "[verify][domain]") {
  refused("\"0.25\"", "\"0.2500000000000000000000000000001\"", {"LC135", "mean.toml:15:", "more than 1", "lower one"});
  refused("\"0.25\"", "\"0\"", {"LC135", "mean.toml:15:", "(0, 1]"});
  refused("\"0.25\"", "\"-0.1\"", {"LC135", "mean.toml:15:", "-0.1"});
  refused("\"0.25\"", "\"1.1\"", {"LC135", "mean.toml:15:", "1.1"});
  refused("\"0.25\"", "\"sqrt(2)/8\"", {"LC135", "mean.toml:15:", "exact"});
  refused("\"0.25\"", "\"delta/4\"", {"LC135", "mean.toml:15:", "exact"});
  refused("\"0.25\"", "\"nan\"", {"mean.toml:15:", "nan"});
  CHECK(complaint(replaced(sound, "\"0.25\"", "\"1/4\"")).empty());
  CHECK(complaint(replaced(sound, "\"0.25\"", "\"1e-400\"")).empty());
}

TEST_CASE("theorem file: what an event chooses", "[verify][domain]") {
  refused("smallest t", "least t", {"LC123", "mean.toml:10:", "smallest NAME in [a, b]"});
  refused("smallest t in [0, 1]", "smallest t", {"LC123", "mean.toml:10:"});
  refused("smallest t in [0, 1]", "smallest t in [0, inf)", {"LC123", "mean.toml:10:", "bounded"});
  refused("smallest t in [0, 1]", "smallest t integer in [0, 1]", {"LC123", "mean.toml:10:", "integer"});
  refused("smallest t in [0, 1]", "smallest t in [0, 1", {"LC123", "mean.toml:10:", "[0, 1"});
  refused("smallest t in [0, 1]", "smallest t in [0; 1]", {"LC123", "mean.toml:10:"});
  refused("smallest t in [0, 1]", "smallest in [0, 1]", {"LC123", "mean.toml:10:"});
  refused("smallest t in [0, 1]", "largest t in [0, 1]", {"LC136", "mean.toml:11:", "increasing", "largest"});
  refused("largest f in (0, 1]", "smallest f in [0, 1]", {"LC136", "mean.toml:17:", "decreasing", "smallest"});
  refused("2*exp(-2*n*t^2)", "exp(-n)", {"LC136", "mean.toml:11:", "constant"});
  refused("\"delta in (0, 1)\"]", "\"delta in (1, 0)\"]", {"LC123", "mean.toml:3:", "empty"});
  refused("\"delta in (0, 1)\"]", "\"delta\"]", {"LC123", "mean.toml:3:"});
}

TEST_CASE("theorem file: fails that is not monotone never decides", "[verify][negative]") {
  // sin(6 t) rises and falls on [0, 1]: there may be a smallest admissible value, but not one that this search can
  // certify.
  for (const char* fails : {"(sin(6*t))^2", "4*t*(1-t)", "(t-1/2)^2"}) {
    CAPTURE(fails);
    const std::string text = replaced(sound, "2*exp(-2*n*t^2)", fails);
    const std::string refusal = complaint(text);
    if (!refusal.empty()) {
      check_contains(refusal, {"LC136"});
      continue;
    }
    const Theorem theorem = load(read_theorem_file(text, "mean.toml"));
    const std::vector<Text> settings{{"n = 1000", {}}, {"delta = 0.1", {}}};
    const Evaluation found = Evaluator(theorem, Binding(theorem, settings)).at_point({.limit = Precision(256)});
    CHECK(found.verdict == TheoremVerdict::undecided);
    CHECK(found.reason.find("monotone") != std::string::npos);
  }
}

TEST_CASE("theorem file: theorems as events", "[verify][domain]") {
  const std::string use = "\n[[event]]\nname = \"inner\"\nshare = \"0.5\"\ntheorem = \"theorem-2\"\nas = \"pop\"\n";
  const std::string room =
      replaced(replaced(sound, "\"0.75\"", "\"0.25\""), "\"0.25\"\nchoose = \"largest", "\"0.2\"\nchoose = \"largest");
  check_contains(complaint(room + use), {"LC131", "needs a parameter", "mean.toml:39:"});
  check_contains(complaint(room + replaced(use, "theorem-2", "theorem-3")),
                 {"LC126", "did you mean 'theorem-2'", "mean.toml:39:"});
  check_contains(complaint(room + replaced(use, "as = \"pop\"\n", "")), {"LC121", "as"});
  check_contains(complaint(room + use + "fails = \"0\"\n"), {"LC121", "one or the other"});

  const std::string corollary = embedded_text("corollary-3");
  check_contains(complaint(replaced(corollary, "pop.G12", "pop.G13")), {"LC131", "G13"});
  check_contains(complaint(replaced(corollary, "pop.G12", "pup.G12")), {"LC131", "pup"});
  check_contains(complaint(replaced(corollary, "pop.G12", "pop")), {"LC131", "pop.NAME"});
  check_contains(complaint(replaced(corollary, "\"theorem-2\"\nas", "\"corollary-3\"\nas")),
                 {"LC133", "corollary-3 -> corollary-3"});
}

TEST_CASE("theorem file: two theorems that use each other", "[verify][domain]") {
  const auto file = [](const std::string& id, const std::string& other) {
    return "[theorem]\nid = \"" + id +
           "\"\nfor = [\"delta in (0, 1)\"]\nbudget = \"delta\"\n[[event]]\nname = \"x\"\nshare = \"1\"\ntheorem = \"" +
           other + "\"\nas = \"o\"\n";
  };
  const TheoremSource others = [&](const Text& id) {
    return read_theorem_file(file(id.text, id.text == "a" ? "b" : "a"), id.text + ".toml");
  };
  try {
    understand(others({"a", {}}), others);
    FAIL("accepted");
  } catch (const ParseError& error) {
    CHECK(error.code() == "LC133");
    check_contains(error.what(), {"a -> b -> a", "b.toml:8:"});
  }
}

TEST_CASE("theorem file: every cut of a good file is refused or understood", "[verify][negative]") {
  // A file that was cut off anywhere must end in a message, not in a crash.
  for (std::size_t length = 0; length < sound.size(); length += 3) {
    CAPTURE(length);
    const std::string found = complaint(sound.substr(0, length));
    if (!found.empty()) CHECK(found.starts_with("LC1"));
  }
}

TEST_CASE("theorem file: a budget that is no probability, symbols for names that are not there", "[verify][domain]") {
  check_contains(complaint(replaced(sound, "\"delta in (0, 1)\"", "\"delta in (0, 9)\"")),
                 {"LC135", "mean.toml:4:", "'delta'", "(0, 1]"});
  check_contains(complaint(replaced(sound, "budget = \"delta\"", "budget = \"delta\"\nlatex = { gamma = 'g' }")),
                 {"LC121", "'gamma'", "not a parameter"});
  check_contains(complaint(replaced(sound, "fails  = \"3*f\"", "fails  = \"3*f\"\nlatex = { t = 't' }")),
                 {"LC121", "'t'", "not defined here"});
  check_contains(complaint(replaced(sound, "claim = \"width < 1\"", "clam = \"width < 1\"")),
                 {"LC121", "needs 'claim", "by 'clam'"});
}
