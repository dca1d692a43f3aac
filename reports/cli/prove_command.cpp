// prove: the verdict of a claim, or of every lemma of a file.
#include <algorithm>
#include <filesystem>

#include "numerics/error.hpp"
#include "numerics/printer.hpp"
#include "reports/claim_report.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/deciding.hpp"
#include "reports/cli/interrupt.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/write_file.hpp"
#include "verify/kernel/certificate.hpp"
#include "verify/kernel/rules.hpp"
#include "verify/smtlib.hpp"

namespace lemmacheck::cli {
namespace {

using verify::Text;

std::vector<Text> texts(const std::vector<std::string>& values, const std::string& option) {
  std::vector<Text> all;
  for (const std::string& value : values) all.push_back({value, {.source = option}});
  return all;
}

bool is_file(const std::string& name, const std::string& ending) {
  return name.ends_with(ending) && name.find_first_of("<>=") == std::string::npos;
}

/// One claim as text or JSON.
std::string report(const Decided& d, const std::string& best, const std::string& certificate,
                   const verify::Lemma* lemma, const Console& console, int indent) {
  const std::string id = lemma != nullptr ? lemma->id.text : "";
  if (d.best) {
    const reports::BestReport r{d.texts, best, *d.best, d.outcome.seconds, id};
    return console.json ? best_json(r, indent) : best_text(r, console.text());
  }
  const reports::ClaimReport r{d.texts, d.claim, d.outcome, certificate, id, lemma != nullptr ? lemma->cite.text : ""};
  return console.json ? claim_json(r, indent) : claim_text(r, console.text());
}

/// Whether there was one to write.
bool write_certificate(const Decided& d, const std::string& path, const Console& console) {
  if (path.empty()) return false;
  if (d.outcome.verdict != verify::prover::Verdict::proved || !d.outcome.proof) {
    if (!console.quiet) console.complain("lemmacheck: note: no certificate for " + path + "; the claim is not proved");
    return false;
  }
  reports::write_file(path, verify::kernel::write_certificate(d.texts, *d.outcome.proof));
  return true;
}

ExitCode prove_claim(const ProveArguments& a, const Console& console) {
  reports::require_writable_file(a.certificate);
  const verify::ClaimTexts claim{{{a.claim, {.source = "claim"}}},
                                 texts(a.ranges, "--for"),
                                 texts(a.hypotheses, "--assume"),
                                 texts(a.definitions, "--define"),
                                 texts(a.conventions, "--convention")};
  const Decided d = decide_claim(claim, a.best, a.seconds, "prove", "give its range with --for", console, Wanted::all);
  note_unused(unused_variables(d.claim), "the claim", console);
  const bool written = write_certificate(d, a.certificate, console);
  console.print(report(d, a.best, written ? a.certificate : "", nullptr, console, 2) + (console.json ? "\n" : ""));
  return exit_code(d.outcome.verdict);
}

ExitCode prove_lemmas(const ProveArguments& a, const Console& console) {
  const std::string text = read_file(a.claim);
  if (verify::kind_of_toml(text, a.claim) == verify::TomlKind::theorem)
    throw numerics::ParseError("LC121", a.claim + ": a theorem file; use lemmacheck evaluate, range or check");
  std::vector<verify::LemmaFile> files;
  files.push_back(verify::read_lemma_file(text, a.claim));
  const LemmaSet lemmas(std::move(files));
  const std::filesystem::path directory = a.certificate;
  reports::require_writable_directory(directory);
  if (!a.certificate.empty()) reports::create_report_directory(directory);
  ExitCode code = all_as_claimed;
  std::string json;
  for (const verify::Lemma* lemma : lemmas.given()) {
    if (interrupted()) {
      code = worse(code, something_undecided);
      break;
    }
    const Decided d = lemmas.decide(*lemma, a.seconds, console);
    note_unused(unused_variables(d.claim), lemma->id.text, console);
    const std::string path = a.certificate.empty() ? "" : (directory / (lemma->id.text + ".json")).string();
    const bool written = write_certificate(d, path, console);
    const std::string shown = report(d, lemma->best.text, written ? path : "", lemma, console, 2);
    if (console.json) {
      json += (json.empty() ? "" : ",\n") + shown;
    } else {
      console.print(shown);
    }
    if (lemma->cite.empty()) code = worse(code, exit_code(d.outcome.verdict));
  }
  if (console.json) console.print("[" + json + "]\n");
  return code;
}

/// The answer of a script whose cases were decided up to the first that is not proved.
std::string smtlib_answer(const Decided& last, const verify::SmtlibQuery& query) {
  using verify::prover::Verdict;
  if (last.outcome.verdict == Verdict::proved) return "unsat\n";
  if (last.outcome.verdict != Verdict::refuted) return "unknown\n";
  std::string model;
  for (const auto& [name, value] : *last.outcome.refutation->witness) {
    const auto renamed = query.names.find(name);
    model += "; " + (renamed == query.names.end() ? name : renamed->second) + " = " + value + '\n';
  }
  return "sat\n" + model;
}

/// "The sides of the comparisons have values", as a statement; nothing when they have one wherever the variables do.
std::optional<std::string> has_value(verify::Claim& claim, numerics::NodeId hypothesis) {
  bool always = true;
  std::string statement;
  for (const numerics::NodeId id : claim.graph.reachable(std::span(&hypothesis, 1))) {
    if (!claim.graph.is_boolean(id) || claim.graph.is_call(id, "and")) continue;
    const std::span<const numerics::NodeId> given = claim.graph.arguments(id);
    for (const numerics::NodeId side : std::vector<numerics::NodeId>(given.begin(), given.end())) {
      const verify::kernel::Obligations needed = verify::kernel::obligations(claim.graph, side);
      always = always && needed.list.empty() && needed.unknown.empty();
      const std::string text = "(" + numerics::to_text(claim.graph, side) + ")";
      statement += (statement.empty() ? "" : " and ") + text + " = " + text;
    }
  }
  return always ? std::nullopt : std::optional(statement);
}

/// Whether every hypothesis has a value at all points of the ranges that satisfy those found to have one before. In
/// SMT-LIB x/0 is some number: where a hypothesis of ours has no value, an assertion may hold.
bool hypotheses_have_values(const verify::ClaimTexts& texts, double seconds, const Console& console) {
  verify::Claim claim = read_claim(texts);
  verify::ClaimTexts known = texts;
  known.hypotheses.clear();
  std::vector<std::pair<Text, std::string>> open;
  for (std::size_t i = 0; i < texts.hypotheses.size(); ++i) {
    if (auto statement = has_value(claim, claim.hypotheses.at(i))) {
      open.emplace_back(texts.hypotheses[i], std::move(*statement));
    } else {
      known.hypotheses.push_back(texts.hypotheses[i]);
    }
  }
  for (std::size_t before = open.size() + 1; before > open.size() && !open.empty();) {
    before = open.size();
    std::erase_if(open, [&](const std::pair<Text, std::string>& one) {
      verify::ClaimTexts needed = known;
      needed.statements = {{one.second, one.first.place}};
      const Decided side = decide_claim(needed, "", seconds, "values", "declare it", console);
      if (side.outcome.verdict != verify::prover::Verdict::proved) return false;
      known.hypotheses.push_back(one.first);
      return true;
    });
  }
  return open.empty();
}

ExitCode prove_script(const ProveArguments& a, const Console& console) {
  if (!a.certificate.empty()) throw numerics::DomainError("LC226", "--certificate: not for an .smt2 file");
  const verify::SmtlibQuery query = verify::read_smtlib(read_file(a.claim), a.claim);
  ExitCode code = all_as_claimed;
  std::optional<Decided> last;
  std::string json;
  bool total = true;  // the assertions say in SMT-LIB what the claims say
  for (std::size_t i = 0; i < query.cases.size() && !interrupted(); ++i) {
    const std::string name = "case " + std::to_string(i + 1) + " of " + std::to_string(query.cases.size());
    last = decide_claim(query.cases[i], "", a.seconds, name, "declare it", console);
    const std::string shown = report(*last, "", "", nullptr, console, 2);
    if (console.json) json += (json.empty() ? "" : ",\n") + shown;
    if (!console.json && !a.smtlib) console.print(shown);
    code = worse(code, exit_code(last->outcome.verdict));
    if (!a.smtlib) continue;
    if (last->outcome.verdict != verify::prover::Verdict::proved) break;
    total = total && hypotheses_have_values(query.cases[i], a.seconds, console);
  }
  if (interrupted() || !total) code = worse(code, something_undecided);
  if (console.json) {
    console.print("[" + json + "]\n");
  } else if (a.smtlib) {
    const bool refuted = last && last->outcome.verdict == verify::prover::Verdict::refuted;
    console.print((interrupted() || !total) && !refuted ? "unknown\n" : last ? smtlib_answer(*last, query) : "unsat\n");
  }
  return code;
}

}  // namespace

ExitCode run_prove(const ProveArguments& a, const Console& console) {
  const InterruptGuard guard;
  const bool script = is_file(a.claim, ".smt2");
  if (a.smtlib && !script) throw numerics::DomainError("LC226", "--smtlib: give a file whose name ends in .smt2");
  if (script || is_file(a.claim, ".toml")) {
    if (!a.best.empty()) throw numerics::DomainError("LC226", "--best: not for a file; a lemma says best = \"C\"");
    if (!a.ranges.empty() || !a.hypotheses.empty() || !a.definitions.empty() || !a.conventions.empty())
      throw numerics::DomainError("LC226", "--for, --assume, --define, --convention: a file states these itself");
    return script ? prove_script(a, console) : prove_lemmas(a, console);
  }
  return prove_claim(a, console);
}

}  // namespace lemmacheck::cli
