// Options and exit codes that the commands about theorems share.
#pragma once

#include "reports/cli/console.hpp"
#include "verify/evaluate.hpp"

namespace lemmacheck::cli {

ExitCode exit_code(verify::TheoremVerdict verdict);

/// PrecisionError LC404 unless 32 <= precision <= limit <= 2^20.
verify::EvaluationOptions evaluation_options(long precision, long limit);

}  // namespace lemmacheck::cli
