#include "reports/cli/certify.hpp"

#include "numerics/error.hpp"

namespace lemmacheck::cli {

using numerics::Precision;
using verify::TheoremVerdict;

ExitCode exit_code(TheoremVerdict verdict) {
  return verdict == TheoremVerdict::holds       ? all_as_claimed
         : verdict == TheoremVerdict::undecided ? something_undecided
                                                : something_refuted;
}

verify::EvaluationOptions evaluation_options(long precision, long limit) {
  if (precision < 32 || precision > limit || limit > (1L << 20))
    throw numerics::PrecisionError("LC404", "--precision " + std::to_string(precision) + ", --limit " +
                                                std::to_string(limit) +
                                                ": bits must satisfy 32 <= precision <= limit <= 1048576");
  return {.precision = Precision(precision), .limit = Precision(limit)};
}

}  // namespace lemmacheck::cli
