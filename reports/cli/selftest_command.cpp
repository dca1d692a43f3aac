#include "reports/cli/commands.hpp"
#include "reports/theorem_words.hpp"
#include "verify/selftest.hpp"

namespace lemmacheck::cli {

ExitCode run_selftest(const Console& console) {
  ExitCode code = all_as_claimed;
  for (const verify::SelftestItem& item : verify::selftest()) {
    const auto tone = item.ok ? reports::Tone::good : reports::Tone::bad;
    console.print(reports::painted(item.ok ? "ok    " : "FAILED", tone, console.text().colour) + "  " + item.name +
                  ": " + item.detail + "\n");
    if (!item.ok) code = internal_error;
  }
  return code;
}

}  // namespace lemmacheck::cli
