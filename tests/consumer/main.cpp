#include <iostream>

#include "numerics/big_interval.hpp"
#include "numerics/decimal_text.hpp"

int main() {
  using namespace lemmacheck::numerics;
  const BigInterval e = exp(BigInterval(1, Precision(128)));
  std::cout << to_string(e, {.digits = 6}) << '\n';
}
