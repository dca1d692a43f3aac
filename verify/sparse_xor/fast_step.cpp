#include "verify/sparse_xor/step_enclosures.hpp"
namespace lemmacheck::verify::sparse_xor {
StepEnclosures enclose_step_binary64(const Instance& i, const numerics::Rational& e, const std::array<std::size_t, 2>& o) { return enclose_step(i, e, o, numerics::Precision(128)); }
}
