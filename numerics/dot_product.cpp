#include "numerics/dot_product.hpp"

#include <cmath>
#include <string>

#include "numerics/error.hpp"

namespace lemmacheck::numerics {

BigInterval dot(std::span<const BigInterval> x, const double* values, std::size_t stride, Precision precision) {
  BigInterval sum(0L, precision);
  BigInterval product(precision);
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double value = values[k * stride];
    if (!std::isfinite(value)) {
      throw DomainError("LC202", "dot: values[" + std::to_string(k) + "] is not finite; every number must be finite");
    }
    mpfi_mul_d(product.data(), x[k].data(), value);
    mpfi_add(sum.data(), sum.data(), product.data());
  }
  return sum;
}

}  // namespace lemmacheck::numerics
