// The Transformer and the reduced model side by side, as a table.
#pragma once

#include "reports/table.hpp"
#include "verify/sparse_xor/reduction.hpp"

namespace lemmacheck::reports {

Table reduction_table(const verify::sparse_xor::TransformerData& data,
                      const verify::sparse_xor::ReductionOptions& options,
                      const verify::sparse_xor::ReductionReport& report,
                      const verify::sparse_xor::ReductionIdentities& identities);

}  // namespace lemmacheck::reports
