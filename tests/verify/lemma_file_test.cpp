// Lemma files: what is read, what is refused, facts that lemmas use; the embedded files.
#include "verify/lemma_file.hpp"
#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/text_checks.hpp"

using namespace lemmacheck;
using namespace lemmacheck::verify;
using Words = std::vector<std::string>;

namespace {

const std::string sample = R"toml(
[[lemma]]
id         = "tail"
title      = "A tail"
source     = "somewhere"
for        = ["m integer in [2, inf)", "s in (0, 1)"]
assume     = "s*m >= 1"
define     = ["y = s/m", "f(t) = t^2"]
claim      = ["f(y) <= 1", "y > 0"]
convention = ["0*log(0) = 0"]
budget     = "1.5 min"
says       = "words"
latex      = { s = '\sigma' }

[[lemma]]
id     = "other"
for    = "p in (0, 1/4]"
assume = "4*p >= 1"
claim  = "p <= 1"
expect = "vacuous"
uses   = ["tail(m = 2 + 2, s = 2*p)"]
)toml";

void refused(const std::string& toml, const std::string& code, const Words& parts) {
  CAPTURE(toml);
  try {
    read_lemma_file(toml, "f.toml");
  } catch (const numerics::Error& error) {
    CAPTURE(error.what());
    CHECK(error.code() == code);
    test::check_contains(error.what(), parts);
    return;
  }
  FAIL("not refused");
}

std::string lemma(const std::string& keys, const std::string& id = "a") {
  return "[[lemma]]\nid = \"" + id + "\"\n" + keys + '\n';
}

Words words(const std::vector<Text>& texts) {
  Words all;
  for (const Text& t : texts) all.push_back(t.text);
  return all;
}

/// What lemma `id` of the file gets from its facts.
std::vector<UsedFact> facts(const LemmaFile& file, const std::string& id) {
  const LemmaSource source = [&](const std::string& name) -> const Lemma* {
    for (const Lemma& l : file.lemmas)
      if (l.id.text == name) return &l;
    return nullptr;
  };
  check_uses(file.lemmas, source, {"a", "b"});
  return used_facts(*source(id), source);
}

void no_facts(const std::string& toml, const std::string& code, const Words& parts) {
  CAPTURE(toml);
  const LemmaFile file = read_lemma_file(toml, "f.toml");
  try {
    facts(file, "b");
  } catch (const numerics::Error& error) {
    CAPTURE(error.what());
    CHECK(error.code() == code);
    test::check_contains(error.what(), parts);
    return;
  }
  FAIL("not refused");
}

}  // namespace

TEST_CASE("lemma file: all keys", "[verify][lemmas]") {
  const LemmaFile file = read_lemma_file(sample, "f.toml");
  REQUIRE(file.lemmas.size() == 2);
  const Lemma& a = file.lemmas[0];
  CHECK((a.id.text == "tail" && a.title.text == "A tail" && a.source.text == "somewhere" && a.says.text == "words"));
  CHECK(a.id.place.to_string() == "f.toml:3:15");
  CHECK(a.expect.text == "proved");
  CHECK(words(a.texts.ranges) == Words{"m integer in [2, inf)", "s in (0, 1)"});
  CHECK(words(a.texts.hypotheses) == Words{"s*m >= 1"});
  CHECK(words(a.texts.statements) == Words{"f(y) <= 1", "y > 0"});
  CHECK(words(a.texts.conventions) == Words{"0*log(0) = 0"});
  CHECK(a.seconds.value() == 90);
  CHECK(a.latex.at("s") == "\\sigma");
  CHECK(file.lemmas[1].expect.text == "vacuous");
  CHECK(read_claim(a.texts).variables.size() == 2);
}

TEST_CASE("lemma file: what is refused", "[verify][lemmas]") {
  const std::string plain = "for = 'x real'\nclaim = 'x^2 >= 0'";
  refused("x = [", "LC120", {"f.toml:1:"});
  refused("[theorem]\nid = 'x'", "LC121", {"f.toml:1:2", "[[lemma]]"});
  refused("[lemma]\nid = 'x'", "LC121", {"two brackets"});
  refused(lemma("clam = 'x >= 0'"), "LC121", {"f.toml:1:1", "needs 'claim", "by 'clam'"});
  refused(lemma(plain + "\nexpekt = 'proved'"), "LC121", {"f.toml:5:1", "'expekt'", "did you mean 'expect'"});
  refused(lemma(plain + "\nexpect = 'true'"), "LC121", {"f.toml:5:11", "'true'", "proved, refuted"});
  refused(lemma(plain + "\nbudget = '30'"), "LC121", {"'30'", "30s"});
  refused(lemma(plain + "\nbudget = '-3s'"), "LC121", {"'-3s'"});
  refused(lemma(plain + "\nbudget = 30"), "LC122", {"quotes"});
  refused(lemma("for = 'x real'\nclaim = 3"), "LC122", {"quotes"});
  refused(lemma(plain, "a b"), "LC121", {"\"a b\""});
  refused(lemma(plain) + lemma(plain), "LC132", {"f.toml:6:", "'a'", "line 2"});
  CHECK_THROWS_AS(kind_of_toml("x = '1'", "f.toml"), numerics::ParseError);
  CHECK(kind_of_toml(sample, "f.toml") == TomlKind::lemmas);
  CHECK(kind_of_toml("[theorem]\nid = 'x'", "f.toml") == TomlKind::theorem);
}

TEST_CASE("lemma file: a fact in the variables of the lemma that uses it", "[verify][lemmas]") {
  const std::vector<UsedFact> used = facts(read_lemma_file(sample, "f.toml"), "other");
  REQUIRE(used.size() == 1);
  CHECK(used[0].id == "tail");
  CHECK(words(used[0].facts) == Words{"(2*p/(2 + 2))^2 <= 1 and 0 < 2*p/(2 + 2)"});
  CHECK(words(used[0].obligations) ==
        Words{"2 <= 2 + 2", "2 + 2 = 2 + 2", "2*p = 2*p", "0 < 2*p", "2*p < 1", "1 <= 2*p*(2 + 2)"});
  CHECK(used[0].plain == 1);
  const std::string same = lemma("for = 'x in [0, 1]'\nclaim = 'x^2 <= x'");
  const std::vector<UsedFact> itself =
      facts(read_lemma_file(same + lemma("for = 'x in [0, 1]'\nclaim = 'x^3 <= x'\nuses = 'a'", "b"), "f"), "b");
  CHECK(words(itself.at(0).facts) == Words{"x^2 <= x"});
  CHECK(words(itself.at(0).obligations) == Words{"0 <= x", "x <= 1"});
}

TEST_CASE("lemma file: a value that may not exist has to be proved to exist", "[verify][lemmas]") {
  const std::string any = lemma("for = 'x real'\nclaim = 'x^2 >= 0'");
  const auto used =
      facts(read_lemma_file(any + lemma("for = 't real'\nclaim = 't <= 3'\nuses = 'a(x = log(t))'", "b"), "f"), "b");
  CHECK(words(used.at(0).obligations) == Words{"log(t) = log(t)"});
}

TEST_CASE("lemma file: uses that are refused", "[verify][lemmas]") {
  const std::string fact = lemma("for = ['n integer in [1, inf)', 'x real']\nclaim = 'n*x^2 >= 0'");
  const auto user = [](const std::string& uses) {
    return lemma(
        "for = ['k integer in [1, inf)', 'x real', 'e in [0, 1]']\nclaim = 'x <= x + k + e'\nuses = ['" + uses + "']",
        "b");
  };
  no_facts(fact + user("c"), "LC126", {"f.toml:", "no lemma 'c'"});
  no_facts(fact + user("a(z = x)"), "LC131", {"no variable 'z'"});
  no_facts(fact + user("a(n = k, x = y)"), "LC131", {"'y'", "uses"});
  no_facts(fact + user("a"), "LC131", {"'n'"});
  no_facts(fact + user("a(n = x)"), "LC143", {"integer", "'n'"});
  no_facts(fact + user("a(n = k/2)"), "LC143", {"integer"});
  no_facts(fact + user("a(n = k"), "LC124", {"id(name = value"});
  CHECK(facts(read_lemma_file(fact + user("a(n = 2*k + 1, x = sqrt(e))"), "f"), "b").size() == 1);
  // the fact speaks of the constant e, the lemma has a variable of that name
  no_facts(lemma("for = 'x real'\nclaim = 'e > 2'") + user("a"), "LC143", {"rename"});
  no_facts(lemma("for = 'x real'\nclaim = 'x > 2'\nexpect = 'refuted'") + user("a"), "LC121", {"not a fact"});
  // p = 0 is no point of the fact, and would be one by the lemma's convention
  const std::string partial = lemma("for = 'p in [0, 1]'\nassume = 'p*log(p) >= -1'\nclaim = 'p > 0'");
  const std::string by_convention = "for = 'p in [0, 1]'\nclaim = 'p > 0'\nuses = 'a'";
  no_facts(partial + lemma(by_convention + "\nconvention = '0*log(0) = 0'", "b"), "LC143", {"convention", "xlogx"});
  CHECK(facts(read_lemma_file(partial + lemma(by_convention, "b"), "f"), "b").size() == 1);
  no_facts(lemma("for = 'x real'\nclaim = 'x > 2'\nuses = 'b(k = 1, e = 0)'") + user("a"), "LC133", {"a -> b -> a"});
}

TEST_CASE("lemma file: every embedded lemma can be read", "[verify][lemmas]") {
  std::size_t count = 0;
  Words ids;
  for (const LemmaFile& file : embedded_lemmas()) {
    for (const Lemma& l : file.lemmas) {
      CAPTURE(file.file, l.id.text);
      const Claim claim = read_claim(l.texts, {.unknown_constant = l.best.text});
      CHECK(unused_variables(claim).empty());
      CHECK(std::ranges::find(ids, l.id.text) == ids.end());
      ids.push_back(l.id.text);
      ++count;
    }
  }
  CHECK(count >= 60);
}
