#include "numerics/function.hpp"

#include "tests/support/enclosure_checks.hpp"
#include "tests/support/function_checks.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

TEST_CASE("function table: names are found here and in the parent, and only once", "[numerics][function]") {
  FunctionTable table(&elementary_functions());
  Function twice;
  twice.name = "twice";
  twice.arity = 1;
  const Function& added = table.add(twice);
  CHECK(table.find("twice") == &added);
  CHECK(table.find("exp") == elementary_functions().find("exp"));
  CHECK(table.find("thrice") == nullptr);
  CHECK(elementary_functions().find("twice") == nullptr);
  CHECK(code_of([&] { table.add(twice); }) == "LC902");
  twice.name = "exp";
  CHECK(code_of([&] { table.add(twice); }) == "LC902");
  CHECK(code_of([&] { table.get("thrice"); }) == "LC901");
  const auto names = table.names();
  CHECK(std::ranges::is_sorted(names));
  CHECK(names.size() == elementary_functions().names().size() + 1);
}

TEST_CASE("function table: entries are complete", "[numerics][function]") {
  for (const std::string& name : elementary_functions().names()) {
    const Function& f = elementary_functions().get(name);
    CAPTURE(name);
    CHECK((f.directions.empty() || f.directions.size() == static_cast<std::size_t>(f.arity)));
    CHECK((f.derivatives.empty() || f.derivatives.size() == static_cast<std::size_t>(f.arity)));
    CHECK((f.arity >= 0 && f.arity <= 4));
    CHECK((f.big != nullptr || name == "if"));
  }
}

TEST_CASE("function table: the number types of every function agree", "[numerics][function][containment]") {
  check_number_types(elementary_functions());
}
