#include "reports/junit_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/xml_text.hpp"

namespace lemmacheck::reports {
namespace {

std::string one_case(const JunitCase& c) {
  std::string made = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", escape_xml(c.suite),
                                 escape_xml(c.name), c.seconds);
  if (c.state == JunitCase::State::passed) return made + "/>\n";
  const char* element = c.state == JunitCase::State::failed ? "failure" : "skipped";
  return made + fmt::format(">\n      <{} message=\"{}\"/>\n    </testcase>\n", element, escape_xml(c.message));
}

struct Count {
  std::size_t tests = 0, failures = 0, skipped = 0;
  double seconds = 0;
  void add(const JunitCase& c) {
    ++tests;
    failures += c.state == JunitCase::State::failed ? 1 : 0;
    skipped += c.state == JunitCase::State::skipped ? 1 : 0;
    seconds += c.seconds;
  }
  std::string attributes() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" skipped=\"{}\" errors=\"0\" time=\"{:.3f}\"", tests, failures,
                       skipped, seconds);
  }
};

}  // namespace

std::string write_junit(const std::vector<JunitCase>& cases) {
  std::vector<std::string> suites;
  Count all;
  for (const JunitCase& c : cases) {
    all.add(c);
    if (std::ranges::find(suites, c.suite) == suites.end()) suites.push_back(c.suite);
  }
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<testsuites name=\"lemmacheck\" {}>\n", all.attributes());
  for (const std::string& suite : suites) {
    Count count;
    std::string inside;
    for (const JunitCase& c : cases) {
      if (c.suite != suite) continue;
      count.add(c);
      inside += one_case(c);
    }
    out +=
        fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", escape_xml(suite), count.attributes(), inside);
  }
  return out + "</testsuites>\n";
}

}  // namespace lemmacheck::reports
