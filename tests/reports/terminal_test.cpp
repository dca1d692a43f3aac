#include "reports/terminal.hpp"

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/catch.hpp"

using namespace lemmacheck::reports;

TEST_CASE("use_colour: a terminal that can, and nobody who objects", "[reports][terminal][exact]") {
  CHECK(use_colour(true, nullptr, "xterm-256color"));
  CHECK(use_colour(true, "", "xterm"));
  CHECK_FALSE(use_colour(false, nullptr, "xterm"));
  CHECK_FALSE(use_colour(true, "1", "xterm"));
  CHECK_FALSE(use_colour(true, "0", "xterm"));
  CHECK_FALSE(use_colour(true, nullptr, "dumb"));
  CHECK_FALSE(use_colour(true, nullptr, ""));
  CHECK_FALSE(use_colour(true, nullptr, nullptr));
}

TEST_CASE("duration_text: seconds, minutes, hours", "[reports][terminal][exact]") {
  CHECK(duration_text(0.2) == "0 s");
  CHECK(duration_text(59.4) == "59 s");
  CHECK(duration_text(59.6) == "1 min 00 s");
  CHECK(duration_text(125) == "2 min 05 s");
  CHECK(duration_text(3840) == "1 h 04 min");
  CHECK(duration_text(-1) == "0 s");
  CHECK(duration_text(1e300) == "a long time");
}

TEST_CASE("progress: silent at first, then one line, taken away at the end", "[reports][terminal][exact]") {
  double now = 100;
  std::vector<std::string> lines;
  {
    Progress progress(
        "theorem-2", 240, [&](std::string_view text) { lines.emplace_back(text); }, [&] { return now; });
    now = 100.9;
    progress.advance(20);
    CHECK(lines.empty());
    now = 104;
    progress.advance(40);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0] == "\r\x1b[Ktheorem-2: 60 of 240, 25 %, about 12 s left");
    now = 104.1;
    progress.advance();
    CHECK(lines.size() == 1);
    now = 112;
    progress.advance(179);
    REQUIRE(lines.size() == 2);
    CHECK(lines[1] == "\r\x1b[Ktheorem-2: 240 of 240, 100 %");
  }
  REQUIRE(lines.size() == 3);
  CHECK(lines[2] == "\r\x1b[K");
}

TEST_CASE("progress: short work leaves no trace, nor does work without an output", "[reports][terminal][exact]") {
  std::size_t calls = 0;
  {
    Progress progress(
        "x", 2, [&](std::string_view) { ++calls; }, [] { return 0.0; });
  }
  CHECK(calls == 0);
  Progress silent("x", 2, {}, {});
  silent.advance();
  silent.finish();
}

TEST_CASE("progress: results are printed where the line was", "[reports][terminal][exact]") {
  double now = 0;
  std::vector<std::string> lines;
  Progress progress(
      "check", 2, [&](std::string_view text) { lines.emplace_back(text); }, [&] { return now; });
  progress.aside([&] { lines.emplace_back("first"); });
  CHECK(lines == std::vector<std::string>{"first"});  // nothing was shown, nothing is taken away
  now = 2;
  progress.advance();
  progress.aside([&] { lines.emplace_back("second"); });
  progress.finish();
  REQUIRE(lines.size() == 4);
  CHECK(lines[1] == "\r\x1b[Kcheck: 1 of 2, 50 %, about 2 s left");
  CHECK(lines[2] == "\r\x1b[K");
  CHECK(lines[3] == "second");
}

TEST_CASE("progress: an unknown amount, and a narrow terminal", "[reports][terminal][exact]") {
  double now = 0;
  std::string last;
  Progress progress(
      "range", 0, [&](std::string_view text) { last = text; }, [&] { return now; }, {.width = 12});
  now = 65;
  progress.advance(7);
  CHECK(last == "\r\x1b[Krange: 7 don");
  progress.finish();
  now = 70;
  progress.advance();
  CHECK(last == "\r\x1b[K");
}

TEST_CASE("progress: many threads count every step", "[reports][terminal][exact]") {
  std::string last;
  std::atomic<int> ticks{0};
  Progress progress(
      "x", 8000, [&](std::string_view text) { last = text; }, [&] { return 2.0 * ticks++; });
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 999; ++i) progress.advance();
    });
  for (auto& thread : threads) thread.join();
  progress.advance(8);
  CHECK(last == "\r\x1b[Kx: 8000 of 8000, 100 %");
}

TEST_CASE("progress: an output that throws does not end the program", "[reports][terminal][negative]") {
  double now = 0;
  int calls = 0;
  {
    Progress progress(
        "x", 2,
        [&](std::string_view) {
          if (++calls > 1) throw std::runtime_error("closed");
        },
        [&] { return now; });
    now = 5;
    progress.advance();
  }
  CHECK(calls == 2);
}
