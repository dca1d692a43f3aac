#include "verify/box_split.hpp"

#include <algorithm>

namespace lemmacheck::verify {

using numerics::BigInterval;
using numerics::Precision;
using numerics::Rational;

namespace {

/// About -log2 of the relative width: the bits that a number needs to tell the ends apart.
long bits_between(const Rational& lower, const Rational& upper) {
  const Rational size = std::max(abs(lower), abs(upper));
  const Rational width = lower == upper ? Rational(1) : upper - lower;
  const Rational ratio = size / width;
  return static_cast<long>(mpz_sizeinbase(mpq_numref(ratio.data()), 2)) -
         static_cast<long>(mpz_sizeinbase(mpq_denref(ratio.data()), 2)) + 1;
}

/// A short decimal near `near`, strictly inside (lower, upper).
Rational short_decimal(const Rational& near, const Rational& lower, const Rational& upper) {
  Rational unit = 1;
  const Rational ten = 10, room = (upper - lower) / Rational(8);
  while (unit * ten <= room) unit *= ten;
  while (unit > room) unit /= ten;
  return floor(near / unit) * unit;
}

/// A cut strictly inside (lower, upper), near the geometric mean when both have a sign and differ much.
Rational cut_between(const Rational& lower, const Rational& upper) {
  Rational near = (lower + upper) / Rational(2);
  if (lower.sign() > 0 && upper >= Rational(4) * lower) {
    const Precision precision(64);
    const BigInterval mean = sqrt(BigInterval(lower, precision) * BigInterval(upper, precision)).approx_midpoint();
    const Rational geometric = mean.lower_rational();
    if (lower < geometric && geometric < upper) near = geometric;
  }
  const Rational cut = short_decimal(near, lower, upper);
  return lower < cut && cut < upper ? cut : near;
}

}  // namespace

Box whole_range(const std::vector<FreeVariable>& range) {
  Box all;
  for (const FreeVariable& v : range) {
    all.lower.push_back(v.lower);
    all.upper.push_back(v.upper);
  }
  return all;
}

std::vector<BigInterval> enclosure(const Box& box, Precision precision) {
  std::vector<BigInterval> made;
  for (std::size_t i = 0; i < box.lower.size(); ++i) made.emplace_back(box.lower[i], box.upper[i], precision);
  return made;
}

Precision precision_for(const Box& box, Precision least) {
  long bits = least.bits;
  for (std::size_t i = 0; i < box.lower.size(); ++i)
    bits = std::max(bits, least.bits + bits_between(box.lower[i], box.upper[i]) - 16);
  return Precision(bits);
}

Rational cut_of(const Box& box, std::size_t axis, const FreeVariable& variable) {
  const Rational cut = cut_between(box.lower[axis], box.upper[axis]);
  return variable.integer ? floor(cut) : cut;
}

void split(const Box& box, std::size_t axis, const std::vector<FreeVariable>& range, std::vector<Box>& into) {
  const Rational cut = cut_of(box, axis, range[axis]);
  Box left = box, right = box;
  left.upper[axis] = cut;
  right.lower[axis] = range[axis].integer ? cut + Rational(1) : cut;
  into.push_back(std::move(left));
  into.push_back(std::move(right));
}

Rational measure(const Box& box, const std::vector<FreeVariable>& range) {
  Rational product = 1;
  for (std::size_t i = 0; i < box.lower.size(); ++i) {
    const Rational length = box.upper[i] - box.lower[i];
    product *= range[i].integer ? length + Rational(1) : length;
  }
  return product;
}

}  // namespace lemmacheck::verify
