// The command line: options, help, exit codes.
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <optional>

#include "numerics/error.hpp"
#include "numerics/library_versions.hpp"
#include "numerics/parser.hpp"
#include "reports/cli/capacity_options.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/common_options.hpp"

namespace lemmacheck::cli {
namespace {

constexpr const char* overview = R"(Checks the constants and conditions of theorems with rigorous enclosures.

Without a command: Theorem 2 and Corollary 3 over their default regimes, two certified ranges and one certified
instance; a summary on the terminal and tables in ./lemmacheck-report.

  lemmacheck prove 'log(1+x) >= x - x^2/2' --for 'x in [0, inf)'
  lemmacheck check
  lemmacheck evaluate theorem-2 --set d=1e5 m=128 delta=0.05 eps=0.01
  lemmacheck table theorem-2 --format latex
  lemmacheck range theorem-2 --for 'd in [1e5, 1e12]' --set m=256 delta=0.05 eps=0.01
  lemmacheck threshold theorem-2 --of m --in '[3, 4096]' --set d=1e6 delta=0.1 eps=0.01
  lemmacheck instance --d 1e4 --m 256 --seed 1
  lemmacheck simulate --d 1e3 --m 128 --runs 200 --delta 0.5
  lemmacheck capacity samples --gap 0.1

Exit codes: 0 all as claimed, 1 something fails or is refuted, 2 bad input, 3 something undecided,
4 internal error or failed self-test, 5 a certificate rejected. In a table and in the report points that fail are data: 0, or 3.)";

/// A claim that begins with a minus sign is no option.
std::string protected_claim(const std::string& word) {
  const bool option = !word.starts_with('-') || word.starts_with("--");
  return option || word.find_first_of("<>=") == std::string::npos ? word : ' ' + word;
}

/// Everything that can be typed, bound to the parser.
class CommandLine {
 public:
  CommandLine() : app_(overview, "lemmacheck") {
    app_.set_version_flag("--version",
                          std::string("lemmacheck " LEMMACHECK_VERSION " (") + numerics::library_versions() + ")");
    app_.require_subcommand(0, 1);
    app_.fallthrough();
    app_.get_formatter()->column_width(34);
    app_.add_flag("-q,--quiet", console_.quiet, "No progress, no summary");
    app_.add_option("-j,--threads", threads_, "Threads (default: all cores); results do not depend on it")
        ->check(CLI::Range(1, 4096));
    app_.add_option("--output", main_job_.directory, "Where the report goes when no command is given")
        ->capture_default_str();
    prove();
    check();
    recheck();
    export_lemmas();
    evaluate();
    table();
    range();
    threshold();
    optimise();
    instance();
    simulate();
    k_parity();
    ablation();
    reduction();
    separations();
    add_capacity(app_, console_, chosen_);
    command("selftest", "Checks rounding, a sample of every function and the libraries on this machine",
            "lemmacheck selftest", [this] { return run_selftest(console_); });
  }

  int run(int argc, char** argv) {
    std::vector<std::string> names;
    for (const CLI::App* sub : app_.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(sub->get_name());
    if (argc > 1 && argv[1][0] != '-' && std::find(names.begin(), names.end(), argv[1]) == names.end()) {
      std::string known;
      for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
      console_.complain("lemmacheck: no command '" + std::string(argv[1]) + "'" +
                        numerics::did_you_mean(argv[1], names) + " (commands: " + known + ")");
      return bad_input;
    }
    for (int i = 1; i < argc; ++i) {
      if (const std::string word = argv[i]; word.empty() || (word.starts_with("--") && word.ends_with('='))) {
        console_.complain(
            "lemmacheck: " +
            (word.empty() ? "an empty word after '" + std::string(argv[i - 1]) + "'" : "no value in '" + word + "'") +
            "; give a value or leave the option out");
        return bad_input;
      }
    }
    try {
      std::vector<std::string> words;
      for (int i = argc - 1; i > 0; --i) words.push_back(protected_claim(argv[i]));
      app_.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() == 0) return app_.exit(error);  // --help, --version
      std::string message = error.what();
      std::replace(message.begin(), message.end(), '\n', ' ');
      if (error.get_name() == "ExcludesError") message += "; leave one of them out";
      const auto used = app_.get_subcommands();
      console_.complain("lemmacheck: " + message + " (see lemmacheck " +
                        (used.empty() ? "" : used.front()->get_name() + ' ') + "--help)");
      return bad_input;
    }
    // Expressions are walked by recursion; a claim may be decided on any thread.
    const tbb::global_control stack(tbb::global_control::thread_stack_size, std::size_t{64} << 20);
    std::optional<tbb::global_control> limit;
    if (threads_ > 0) limit.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads_));
    return chosen_ ? chosen_() : run_main_job(main_job_, console_);
  }

  const Console& console() const { return console_; }

 private:
  CLI::App* command(const std::string& name, const std::string& what, const std::string& example,
                    std::function<ExitCode()> action) {
    CLI::App* sub = app_.add_subcommand(name, what);
    sub->footer("Example:\n  " + example);
    sub->callback([this, action = std::move(action)] { chosen_ = action; });
    return sub;
  }
  CLI::Option* json_flag(CLI::App* sub) { return sub->add_flag("--json", console_.json, "Print JSON"); }
  static void theorem_option(CLI::App* sub, std::string& theorem) {
    sub->add_option("theorem", theorem, "An embedded theorem or a .toml file")->required();
  }
  static void settings_option(CLI::App* sub, std::vector<std::string>& settings, std::vector<std::string>& shares) {
    sub->add_option("--set", settings, "Parameters: d=1e5, m='ceil(8*log(d)^2)'");
    sub->add_option("--share", shares, "Shares of the budget in place of the file's: EVENT=0.01");
  }

  /// Each use of the option takes one value.
  static CLI::Option* repeated(CLI::App* sub, const std::string& names, std::vector<std::string>& values,
                               const std::string& what) {
    return sub->add_option(names, values, what)->allow_extra_args(false);
  }
  static void timeout_option(CLI::App* sub, double& seconds) {
    sub->add_option("--timeout", seconds, "Seconds for one claim; then it is undecided")
        ->check(CLI::Range(0.001, 1e6))
        ->capture_default_str();
  }

  void prove() {
    ProveArguments& a = prove_;
    CLI::App* sub = command("prove", "Proves or refutes a claim, or every lemma of a file",
                            "lemmacheck prove 'log(1+x) >= x - x^2/2' --for 'x in [0, inf)'\n"
                            "  lemmacheck prove '(1+x)*log(1+x) - x >= C*x^2/(1+x/3)' --for 'x in [0, inf)' --best C\n"
                            "  lemmacheck prove lemmas.toml",
                            [this] { return run_prove(prove_, console_); });
    sub->add_option("claim", a.claim, "A comparison, a chain, or several joined by 'and'; or a .toml or .smt2 file")
        ->required();
    repeated(sub, "--for", a.ranges, "A range: 'x in [0, inf)', 'n integer in [1, inf)', 't real' (repeat)");
    repeated(sub, "--assume", a.hypotheses, "A hypothesis: 'x <= y' (repeat)");
    repeated(sub, "--define", a.definitions, "A definition: 'y = x/(1+x)', 'f(s) = s*log(s)' (repeat)");
    repeated(sub, "--convention", a.conventions, "The convention '0*log(0) = 0'");
    sub->add_option("--best", a.best, "Encloses the best value of this constant of the claim");
    sub->add_option("--certificate", a.certificate,
                    "Where the certificate of a proved claim goes; for a file of lemmas a directory");
    sub->add_flag("--smtlib", a.smtlib, "With an .smt2 file: answer unsat, sat or unknown, as SMT solvers do");
    timeout_option(sub, a.seconds);
    json_flag(sub);
  }

  void check() {
    CheckArguments& a = check_;
    CLI::App* sub = command("check", "Lemma and theorem files against what they expect, as a regression test",
                            "lemmacheck check lemmas.toml --junit results.xml --baseline margins.json",
                            [this] { return run_check(check_, console_); });
    sub->add_option("files", a.files, "Lemma and theorem files (default: all that are part of the program)");
    sub->add_option("--junit", a.junit, "Write a JUnit report for continuous integration");
    sub->add_option("--baseline", a.baseline, "Verdicts and margins of an earlier run, which may not get worse");
    sub->add_flag("--update-baseline", a.update_baseline, "Write the baseline instead of comparing with it");
    sub->add_flag("--allow-undecided", a.allow_undecided, "Undecided claims do not change the exit code");
    timeout_option(sub, a.seconds);
    json_flag(sub);
  }

  void recheck() {
    CLI::App* sub = command("recheck", "Checks certificates without any part of the search",
                            "lemmacheck recheck proof.json", [this] { return run_recheck(recheck_, console_); });
    sub->add_option("certificates", recheck_.files, "Certificates that prove, range or threshold wrote")->required();
    json_flag(sub);
  }

  void export_lemmas() {
    ExportArguments& a = export_;
    CLI::App* sub =
        command("export", "Lemmas as a file for another prover: Coq with CoqInterval",
                "lemmacheck export --to coq lemmas.toml -o lemmas.v", [this] { return run_export(export_, console_); });
    sub->add_option("--to", a.language, "The prover")->required()->check(CLI::IsMember({"coq"}));
    sub->add_option("file", a.file, "A lemma file")->required();
    sub->add_option("--only", a.only, "The id of the one lemma to export");
    sub->add_option("-o", a.output, "Where it goes; without it, it is printed");
  }

  void evaluate() {
    EvaluateArguments& a = evaluate_;
    CLI::App* sub = command("evaluate", "A theorem at one point: every event, quantity, condition and conclusion",
                            "lemmacheck evaluate theorem-2 --set d=1e5 m=128 delta=0.05 eps=0.01",
                            [this] { return run_evaluate(evaluate_, console_); });
    theorem_option(sub, a.theorem);
    settings_option(sub, a.settings, a.shares);
    sub->add_option("--precision", a.precision, "Bits to begin with")->capture_default_str();
    sub->add_option("--limit", a.limit, "Bits at which the doubling ends")->capture_default_str();
    json_flag(sub);
  }

  void table() {
    TableArguments& a = table_;
    CLI::App* sub = command("table", "A theorem over a grid, as a table for a paper",
                            "lemmacheck table theorem-2 --grid 'd = 10^k for k in {3, 4, .., 12}' 'm in {128, 256}' "
                            "--set delta=0.1 eps=0.01 "
                            "--columns d,m,eta_min,verdict --format latex",
                            [this] { return run_table(table_, console_); });
    theorem_option(sub, a.theorem);
    settings_option(sub, a.settings, a.shares);
    sub->add_option("--grid", a.grid, "Axes: 'm in {64, 128}', 'd = 10^k for k in {3, 4, .., 12}'");
    sub->add_option("--regime", a.regime, "A regime of the theorem file (default: its first grid)");
    sub->add_option("--columns", a.columns,
                    "Parameters, quantities, conclusions, verdict; NAME:lower, NAME:upper, NAME:enclosure");
    sub->add_option("--format", a.formats, "text, latex, markdown, csv, json; several with csv or json need --output")
        ->capture_default_str();
    sub->add_option("--title", a.title, "Title of the table");
    sub->add_option("-o,--output", a.output, "A directory for the files; without it they are printed");
    sub->add_option("--precision", a.precision, "Bits to begin with")->capture_default_str();
    sub->add_option("--limit", a.limit, "Bits at which the doubling ends")->capture_default_str();
    json_flag(sub);
  }

  static void certificate_option(CLI::App* sub, std::string& path) {
    sub->add_option("--certificate", path, "Where the boxes go, for lemmacheck recheck");
  }

  void range() {
    RangeArguments& a = range_;
    CLI::App* sub = command("range", "A theorem for every value of a range, certified",
                            "lemmacheck range theorem-2 --for 'd in [1e5, 1e12]' --set m=256 delta=0.05 eps=0.01",
                            [this] { return run_range(range_, console_); });
    theorem_option(sub, a.theorem);
    settings_option(sub, a.settings, a.shares);
    sub->add_option("--for", a.ranges, "Ranges: 'd in [1e5, 1e12]'; several make a box");
    sub->add_option("--regime", a.regime, "A regime of the theorem file (default: its first range)");
    certificate_option(sub, a.certificate);
    sub->add_option("--limit", a.limit, "Bits at which the doubling ends")->capture_default_str();
    sub->add_option("--boxes", a.most_boxes, "Boxes after which the rest is undecided")
        ->check(not_negative)
        ->capture_default_str();
    json_flag(sub);
  }

  void threshold() {
    ThresholdArguments& a = threshold_;
    CLI::App* sub = command("threshold", "The maximal intervals of one parameter on which a theorem holds",
                            "lemmacheck threshold theorem-2 --of m --in '[3, 4096]' --set d=1e6 delta=0.1 eps=0.01",
                            [this] { return run_threshold(threshold_, console_); });
    theorem_option(sub, a.theorem);
    settings_option(sub, a.settings, a.shares);
    sub->add_option("--of", a.of, "The parameter")->required();
    sub->add_option("--in", a.in, "Where to look: '[3, 4096]'")->required();
    certificate_option(sub, a.certificate);
    sub->add_option("--limit", a.limit, "Bits at which the doubling ends")->capture_default_str();
    sub->add_option("--boxes", a.most_boxes, "Boxes after which the rest is undecided")
        ->check(not_negative)
        ->capture_default_str();
    json_flag(sub);
  }

  void optimise() {
    OptimiseArguments& a = optimise_;
    CLI::App* sub =
        command("optimise", "Shares of the budget that make a conclusion or the budget itself small",
                "lemmacheck optimise theorem-2-sharp --set d=1e4 m=256 delta=0.1 eps=0.01 --minimise eta_min\n"
                "  lemmacheck optimise theorem-2-sharp --set d=1e4 m=256 delta=0.1 eps=0.01 --least delta",
                [this] { return run_optimise(optimise_, console_); });
    theorem_option(sub, a.theorem);
    settings_option(sub, a.settings, a.shares);
    sub->add_option("--minimise", a.minimise, "The conclusion to make small");
    sub->add_option("--least", a.least, "The budget parameter: the least value at which the theorem holds");
    seed_option(sub, a.seed, "Seed of the search");
    sub->add_option("--rounds", a.rounds, "Times that the search starts again from its best point")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    sub->add_option("--precision", a.precision, "Bits to begin the certification with")->capture_default_str();
    sub->add_option("--limit", a.limit, "Bits at which the doubling ends")->capture_default_str();
    json_flag(sub);
  }

  void instance() {
    InstanceArguments& a = instance_;
    CLI::App* sub =
        command("instance", "One gradient step of one instance, certified",
                "lemmacheck instance --d 1e4 --m 256 --seed 1", [this] { return run_instance(instance_, console_); });
    sub->add_option("--d", a.positions, "Positions")->capture_default_str();
    sub->add_option("--m", a.dimension, "Dimension of the embeddings")->capture_default_str();
    seed_option(sub, a.seed);
    sub->add_option("--support", a.support, "Two positions, counted from 0 (default 0,1)");
    CLI::Option* eta = sub->add_option("--eta", a.eta, "Step size (default: the one that theorem-2 covers at --delta)");
    sub->add_option("--delta", a.delta, "Failure probability that fixes the default step size")
        ->capture_default_str()
        ->excludes(eta);
    sub->add_option("--eps", a.epsilon, "Specialised: attention >= 1 - sqrt(eps)/4")->capture_default_str();
    CLI::Option* from = sub->add_option("--from", a.file, "Read the instance from a JSON file");
    for (const char* option : {"--d", "--m", "--seed", "--support"}) from->excludes(sub->get_option(option));
    sub->add_option("--index", a.index, "Which instance of the file, from 0")
        ->check(not_negative)
        ->capture_default_str()
        ->needs(from);
    CLI::Option* samples = sub->add_flag("--samples", a.samples,
                                         "Also the variances of a sample gradient, and how many samples are enough");
    sub->add_option("--failure", a.failure, "With --samples: probability that the sample may fail")
        ->capture_default_str()
        ->needs(samples);
    sub->add_flag("--data", a.data, "With --json: also V, theta and theta_tilde")->needs(json_flag(sub));
  }

  void simulate() {
    SimulateArguments& a = simulate_;
    CLI::App* sub = command("simulate", "How often one step specialises: many instances, each certified",
                            "lemmacheck simulate --d 1e4 --m 256 --runs 200\n"
                            "  lemmacheck simulate --d 256 --m 64 --runs 100 --samples '2*d^2' '8*d^2'",
                            [this] { return run_simulate(simulate_, console_); });
    sub->add_option("--d", a.positions, "Positions, one or several numbers")->capture_default_str();
    sub->add_option("--m", a.dimension, "Dimension of the embeddings")->capture_default_str();
    sub->add_option("--runs", a.runs, "Instances at every point")->capture_default_str();
    sub->add_option("--eta", a.eta,
                    "Step sizes, formulas in d and m (default: the least that the theorem covers at --delta, where it "
                    "holds; else d^2 times 4, 16, .., 4096)");
    sub->add_option("--samples", a.samples,
                    "Gradient from so many fresh samples, formulas in d and m: '8*d^2' (default: population)");
    sub->add_flag("--exponent", a.exponent, "With several --d and --samples: how the samples needed grow with d");
    sub->add_option("--theorem", a.theorems,
                    "Whose guarantee: theorem-2, theorem-2-sharp, with --samples corollary-3, corollary-3-sharp "
                    "(default: the best of both)");
    sub->add_option("--delta", a.delta, "Failure probability of the theorem")->capture_default_str();
    sub->add_option("--eps", a.epsilon, "Specialised: attention >= 1 - sqrt(eps)/4")->capture_default_str();
    sub->add_option("--confidence", a.confidence, "Of the interval for the probability")->capture_default_str();
    seed_option(sub, a.seed, "Seed of the first instance; the next ones follow, through all points");
    table_options(sub, a.formats, a.output);
    figure_option(sub, a.figures);
    json_flag(sub);
  }

  void k_parity() {
    ParityArguments& a = parity_;
    CLI::App* sub = command("k-parity", "How often k heads end on the k positions of a parity: runs, each certified",
                            "lemmacheck k-parity --k 3 --d 64 --m 128 --steps 10 --runs 100 --seed 1\n"
                            "  lemmacheck k-parity --k 2 --start antisymmetric,random --eta 1e4,1e5 --format latex",
                            [this] { return run_k_parity(parity_, console_); });
    sub->add_option("--k", a.heads, "Heads and positions of the parity: 2, 3, 4, or several")->capture_default_str();
    sub->add_option("--d", a.positions, "Positions")->capture_default_str();
    sub->add_option("--m", a.dimension, "Dimension of the embeddings")->capture_default_str();
    sub->add_option("--steps", a.steps, "Gradient steps")->capture_default_str();
    sub->add_option("--eta", a.eta, "Step sizes, numbers or formulas in d and m (default 10 d^k)");
    sub->add_option("--start", a.starts, "random, antisymmetric (k = 2); default both where they exist");
    sub->add_option("--runs", a.runs, "Runs of every setting")->capture_default_str();
    sub->add_option("--eps", a.epsilon, "A loss up to this counts as small")->capture_default_str();
    sub->add_option("--confidence", a.confidence, "Of the intervals for the probabilities")->capture_default_str();
    sub->add_flag("--each", a.each, "Also one line per run");
    seed_option(sub, a.seed);
    table_options(sub, a.formats, a.output);
    sub->add_flag("--data", a.data, "With --json: also the start of every run, V and theta")->needs(json_flag(sub));
  }

  void ablation() {
    AblationArguments& a = ablation_;
    CLI::App* sub = command("ablation", "Softmax against linear and erf attention: which heads specialise",
                            "lemmacheck ablation --d 64 --m 32 --runs 20 --seed 1\n"
                            "  lemmacheck ablation --d 256 --m 64 --steps 10 --attention softmax,erf --scale 1/d",
                            [this] { return run_ablation_command(ablation_, console_); });
    sub->add_option("--d", a.positions, "Positions")->capture_default_str();
    sub->add_option("--m", a.dimension, "Dimension of the embeddings")->capture_default_str();
    sub->add_option("--steps", a.steps, "Gradient steps")->capture_default_str();
    sub->add_option("--runs", a.runs, "Instances for every attention")->capture_default_str();
    sub->add_option("--attention", a.attentions, "softmax, linear, erf")->capture_default_str();
    sub->add_option("--scale", a.scales, "1, 1/d: the factor of linear and erf attention")->capture_default_str();
    CLI::Option* eta = sub->add_option("--eta", a.eta,
                                       "Step sizes in place of the grid, numbers or formulas in d and m, at least two");
    const auto grid = [&](const char* name, std::string& value, const char* what) {
      sub->add_option(name, value, what)->capture_default_str()->excludes(eta);
    };
    grid("--grid", a.grid, "How many step sizes, in equal steps of the logarithm");
    grid("--from", a.first, "The smallest step size of the grid");
    grid("--to", a.last, "The largest step size of the grid");
    sub->add_option("--confidence", a.confidence, "Of the intervals for the probabilities")->capture_default_str();
    sub->add_flag("--each", a.each, "Also one line per run");
    seed_option(sub, a.seed);
    table_options(sub, a.formats, a.output);
    figure_option(sub, a.figures);
    json_flag(sub);
  }

  void reduction() {
    ReductionArguments& a = reduction_;
    CLI::App* sub = command("reduction", "The model as a standard Transformer block: same function, same step",
                            "lemmacheck reduction --d 10 --m 5 --seed 1\n"
                            "  lemmacheck reduction --d 200 --m 32 --eta d^2 --format latex",
                            [this] { return run_reduction(reduction_, console_); });
    sub->add_option("--d", a.positions, "Positions; up to 12 every input is used")->capture_default_str();
    sub->add_option("--m", a.dimension, "Dimension of the embeddings")->capture_default_str();
    seed_option(sub, a.seed);
    sub->add_option("--support", a.support, "Two positions, counted from 0 (default 0,1)");
    sub->add_option("--eta", a.eta, "Step size, a number or a formula in d and m")->capture_default_str();
    sub->add_option("--inputs", a.inputs, "Random inputs beyond d = 12")->capture_default_str();
    table_options(sub, a.formats, a.output);
    json_flag(sub);
  }

  void separations() {
    SeparationsArguments& a = separations_;
    CLI::App* sub = command("separations", "What feedforward networks and fixed features need for the same task",
                            "lemmacheck separations ffnn --delta 0.5,0.2\n"
                            "  lemmacheck separations fixed-embedding --d 1e6 --k 2,10 --eps 0.1 --small-d 10",
                            [this] { return run_separations(separations_, console_); });
    sub->add_option("which", a.which, "ffnn, fixed-embedding (default: both)");
    sub->add_option("--theorem", a.theorems, "ffnn: theorem-2, theorem-2-sharp (slow)")->capture_default_str();
    sub->add_option("--max-boxes", a.most_boxes, "ffnn: boxes to look at for one crossing, then the rest is undecided")
        ->capture_default_str();
    sub->add_option("--delta", a.deltas, "ffnn: failure probabilities of the theorem")->capture_default_str();
    sub->add_option("--eps", a.epsilon, "Loss that is asked for")->capture_default_str();
    sub->add_option("--d", a.positions, "Positions of the tables of sizes")->capture_default_str();
    sub->add_option("--k", a.sizes, "fixed-embedding: positions of a parity")->capture_default_str();
    sub->add_option("--small-d", a.small, "fixed-embedding: positions where all inputs are used")
        ->capture_default_str();
    sub->add_option("--features", a.counts, "fixed-embedding: numbers of features there")->capture_default_str();
    seed_option(sub, a.seed);
    table_options(sub, a.formats, a.output);
    json_flag(sub);
  }

  CLI::App app_;
  Console console_;
  int threads_ = 0;
  std::function<ExitCode()> chosen_;
  MainJobArguments main_job_;
  ProveArguments prove_;
  CheckArguments check_;
  RecheckArguments recheck_;
  ExportArguments export_;
  EvaluateArguments evaluate_;
  TableArguments table_;
  RangeArguments range_;
  ThresholdArguments threshold_;
  OptimiseArguments optimise_;
  InstanceArguments instance_;
  SimulateArguments simulate_;
  ParityArguments parity_;
  AblationArguments ablation_;
  ReductionArguments reduction_;
  SeparationsArguments separations_;
};

}  // namespace
}  // namespace lemmacheck::cli

int main(int argc, char** argv) {
  using namespace lemmacheck;
  const cli::Console fallback;
  try {
    return cli::CommandLine().run(argc, argv);
  } catch (const numerics::InternalError& error) {
    fallback.complain(std::string("lemmacheck: ") + error.what());
    return cli::internal_error;
  } catch (const numerics::Error& error) {
    fallback.complain(std::string("lemmacheck: ") + error.what());
    return cli::bad_input;
  } catch (const std::bad_alloc&) {
    fallback.complain("lemmacheck: out of memory");
    return cli::internal_error;
  } catch (const std::exception& error) {
    fallback.complain(std::string("lemmacheck: internal error: ") + error.what());
    return cli::internal_error;
  }
}
