#include "verify/capacity/sparse_functions.hpp"

#include <bit>

#include "tests/support/catch.hpp"
#include "tests/support/enclosure_checks.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify::capacity;
using lemmacheck::test_support::code_of;

namespace {

SparseTask task(SparseFunction function, Construction construction, std::size_t s, std::size_t tokens) {
  SparseTask t;
  t.function = function;
  t.construction = construction;
  t.relevant = s;
  t.tokens = tokens;
  return t;
}

constexpr Precision bits(128);

BigInterval number(const Rational& x) { return BigInterval(x, bits); }

/// Orthonormal keys: every input, one after the other.
BigInterval worst_by_enumeration(const SparseTask& t, const Rational& beta) {
  const std::size_t s = t.relevant;
  const BigInterval peak = exp(number(beta));
  const std::vector<int> table = truth_table(t);
  BigInterval worst(0, bits);
  for (std::uint64_t x = 0; x < (std::uint64_t{1} << t.tokens); ++x) {
    const auto bit = [&](std::size_t k) { return Rational((x >> k & 1) != 0 ? 1 : -1); };
    const std::uint64_t pattern = x & ((std::uint64_t{1} << s) - 1);
    Rational relevant(0), others(0);
    for (std::size_t k = 0; k < t.tokens; ++k) (k < s ? relevant : others) += bit(k);
    BigInterval output(0, bits);
    if (t.construction == Construction::symmetric) {
      const auto rest = static_cast<long>(t.tokens - s);
      const BigInterval head = (peak * number(relevant) + number(others)) / (peak * number(Rational(s)) + number(rest));
      // Interpolation between the levels (2k - s)/s, by tent functions.
      for (std::size_t k = 0; k <= s; ++k) {
        const Rational level(2 * static_cast<long>(k) - static_cast<long>(s), static_cast<long>(s));
        const BigInterval tent =
            BigInterval(1, bits) - abs(head - number(level)) * number(Rational(static_cast<long>(s), 2));
        output = output + number(table[(std::size_t{1} << k) - 1]) * max(tent, BigInterval(0, bits));
      }
    } else {
      for (std::uint64_t p = 0; p < table.size(); ++p) {
        BigInterval inner = number(Rational(1 - static_cast<long>(s)));
        for (std::size_t i = 0; i < s; ++i) {
          const Rational rest = relevant + others - bit(i);
          const BigInterval head = (peak * number(bit(i)) + number(rest)) / (peak + number(Rational(t.tokens - 1)));
          inner = inner + head * number((p >> i & 1) != 0 ? 1 : -1);
        }
        output = output + number(table[p]) * max(inner, BigInterval(0, bits));
      }
    }
    worst = max(worst, abs(output - number(table[pattern])));
  }
  return worst;
}

}  // namespace

TEST_CASE("certify_sparse: all inputs of short contexts, one after the other", "[verify][capacity][exact]") {
  for (const SparseFunction f : {SparseFunction::conjunction, SparseFunction::disjunction, SparseFunction::majority,
                                 SparseFunction::parity, SparseFunction::lookup}) {
    for (const Construction c : {Construction::symmetric, Construction::general}) {
      if (f == SparseFunction::lookup && c == Construction::symmetric) continue;
      for (const Rational& beta : {Rational(2), Rational(5)}) {
        SparseTask t = task(f, c, 3, 8);
        t.scale = beta;
        CAPTURE(name_of(f), name_of(c), beta.to_string());
        const BigInterval error = certify_sparse(t).error, truth = worst_by_enumeration(t, beta);
        CHECK(less_equal(error.lower(), truth.upper()) == Truth::yes);
        CHECK(less_equal(truth.lower(), error.upper()) == Truth::yes);
        // One head: the extreme inputs are inputs, so both ends meet.
        if (c == Construction::symmetric && beta == Rational(5)) CHECK(error.relative_width_upper() < 1e-11);
      }
    }
  }
}

TEST_CASE("certify_sparse: the promised error covers the certified one", "[verify][capacity][containment]") {
  for (const std::size_t m : {std::size_t{0}, std::size_t{6000}}) {
    for (const SparseFunction f : {SparseFunction::conjunction, SparseFunction::majority, SparseFunction::parity}) {
      for (const Construction c : {Construction::symmetric, Construction::general}) {
        SparseTask t = task(f, c, 4, 40);
        t.dimension = m;
        CAPTURE(m, name_of(f), name_of(c));
        const SparseReport report = certify_sparse(t);
        CHECK(report.patterns == 16);
        CHECK(less_equal(report.error.lower(), report.bound.upper()) == Truth::yes);
        if (m == 0) {
          CHECK(less_equal(report.error, BigInterval(Rational(1, 10), bits)) == Truth::yes);
          CHECK(less_equal(report.error, report.bound) != Truth::no);
          CHECK(report.coherence.contains(Rational(0)));
        }
      }
    }
  }
}

TEST_CASE("certify_sparse: sizes beyond enumeration, and polynomial norms", "[verify][capacity][exact]") {
  // 2^4096 inputs. |W_QK| = beta sqrt(s) <= beta s with orthonormal keys, Lipschitz constant s.
  const SparseReport report = certify_sparse(task(SparseFunction::parity, Construction::symmetric, 12, 4096));
  CHECK(less(report.error, BigInterval(Rational(1, 10), bits)) == Truth::yes);
  CHECK(report.map_norm.contains(Rational(12)));
  CHECK(!intersection(report.query_norm, number(report.scale) * sqrt(number(Rational(12)))).is_empty());
  CHECK(report.patterns == 4096);
}

TEST_CASE("certify_sparse: a query that is too short is found out", "[verify][capacity][negative]") {
  // beta = 0: uniform attention over 64 positions reads next to nothing, parity is wrong for some input.
  SparseTask t = task(SparseFunction::parity, Construction::symmetric, 4, 64);
  t.scale = Rational(0);
  CHECK(less_equal(BigInterval(1, bits), certify_sparse(t).error) == Truth::yes);
  t.construction = Construction::general;
  CHECK(less_equal(BigInterval(1, bits), certify_sparse(t).error) == Truth::yes);
  // Random keys in few dimensions are too coherent.
  t = task(SparseFunction::parity, Construction::symmetric, 8, 256);
  t.dimension = 16;
  CHECK(less_equal(BigInterval(1, bits), certify_sparse(t).error) == Truth::yes);
}

TEST_CASE("certify_sparse: bad input", "[verify][capacity][domain]") {
  const auto code = [](const SparseTask& t) { return code_of([&] { certify_sparse(t); }); };
  CHECK(code(task(SparseFunction::parity, Construction::symmetric, 13, 64)) == "LC243");
  CHECK(code(task(SparseFunction::parity, Construction::general, 11, 64)) == "LC243");
  CHECK(code(task(SparseFunction::lookup, Construction::symmetric, 3, 64)) == "LC243");
  CHECK(code(task(SparseFunction::parity, Construction::symmetric, 5, 4)) == "LC243");
  SparseTask t = task(SparseFunction::parity, Construction::symmetric, 3, 8);
  t.scale = Rational(-1);
  CHECK(code(t) == "LC243");
  t.scale.reset();
  t.dimension = 1;
  CHECK(code(t) == "LC243");
  CHECK(!parse_sparse_function("xor"));
  CHECK(parse_sparse_function("parity") == SparseFunction::parity);
}
