#include <iostream>

#include "numerics/interval.hpp"
#include "verify/embedded.hpp"

int main() {
  const lemmacheck::numerics::Interval one(1);
  std::cout << one.lower() << " of " << lemmacheck::verify::embedded_theorems().size() << '\n';
}
