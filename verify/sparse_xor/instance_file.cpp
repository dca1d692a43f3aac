#include "verify/sparse_xor/instance_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>

#include "numerics/error.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::verify::sparse_xor {

using nlohmann::json;
using numerics::Decimal;
using numerics::DomainError;
using numerics::ParseError;
using numerics::Rational;

namespace {

std::string shortened(std::string_view text) {
  return text.size() <= 40 ? std::string(text) : std::string(text.substr(0, 37)) + "...";
}

[[noreturn]] void refuse_member(std::string_view name, std::string_view wanted) {
  throw ParseError("LC152", fmt::format("instance file: member \"{}\" is missing or is not {}", name, wanted));
}

const json& member(const json& record, const char* name, std::string_view wanted) {
  const auto found = record.find(name);
  if (found == record.end()) refuse_member(name, wanted);
  return *found;
}

std::size_t read_size(const json& value, std::string_view name) {
  if (!value.is_number_unsigned()) refuse_member(name, "an integer >= 0");
  return value.get<std::size_t>();
}

/// 10^n as an exact rational.
Rational power_of_ten(std::int64_t n) { return numerics::pow(Rational(10), static_cast<long>(n)); }

/// The double that a text names, by the rule in the header.
double read_double(const json& value, const std::string& place) {
  if (value.is_number()) {
    throw ParseError("LC153",
                     fmt::format("instance file: {} is a bare number; write it as a string, like \"0.25\"", place));
  }
  if (!value.is_string()) refuse_member(place, "a decimal number in a string");
  const auto& text = value.get_ref<const std::string&>();
  Decimal decimal;
  try {
    decimal = Decimal::parse(text);
  } catch (const ParseError&) {
    refuse_member(place, fmt::format("a decimal number: \"{}\"", shortened(text)));
  }
  const auto refuse = [&] {
    throw DomainError("LC236",
                      fmt::format("instance file: {} = \"{}\" is not a binary64 number; write the number exactly "
                                  "or as printed with at most 17 digits",
                                  place, shortened(text)));
  };
  const auto digits = static_cast<std::int64_t>(decimal.digits.size());
  if (digits > 1100 || decimal.exponent > 400 || decimal.exponent + digits < -400) refuse();
  double nearest = 0.0;
  const std::string plain = fmt::format("{}{}e{}", decimal.negative ? "-" : "", decimal.digits, decimal.exponent);
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), nearest);
  if (error != std::errc{} || end != plain.data() + plain.size()) refuse();
  const Rational exact = decimal.to_rational();
  const Rational distance = abs(exact - Rational::from_double(nearest));
  const bool is_exact = distance.sign() == 0;
  const bool is_printed = digits <= 17 && distance * Rational(2) <= power_of_ten(decimal.exponent);
  if (!is_exact && !is_printed) refuse();
  return nearest;
}

std::vector<double> read_vector(const json& value, const std::string& name, std::size_t length) {
  if (!value.is_array() || value.size() != length) {
    refuse_member(name, fmt::format("an array of {} numbers in strings", length));
  }
  std::vector<double> result;
  result.reserve(length);
  for (std::size_t k = 0; k < length; ++k) result.push_back(read_double(value[k], fmt::format("{}[{}]", name, k)));
  return result;
}

AttentionKind read_kind(const json& value) {
  for (const auto kind : {AttentionKind::softmax, AttentionKind::linear, AttentionKind::erf}) {
    if (value == name_of(kind)) return kind;
  }
  refuse_member("attention", "\"softmax\", \"linear\" or \"erf\"");
}

AttentionScale read_scale(const json& value) {
  if (value == "1" || (value.is_number_integer() && value.get<long>() == 1)) return AttentionScale::one;
  if (value == "1/d") return AttentionScale::one_over_d;
  refuse_member("scale", "1 or \"1/d\"");
}

Rational read_step_size(const json& value) {
  if (value.is_number_float()) {
    throw ParseError("LC153",
                     "instance file: eta is a bare floating-point number; write it as a string, like \"0.25\"");
  }
  if (value.is_number_integer()) return Rational::parse(value.dump());
  if (!value.is_string()) refuse_member("eta", "an integer, or a decimal or fraction in a string");
  return Rational::parse(value.get<std::string>());
}

json parse(std::string_view text) {
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    std::string what = error.what();
    std::replace(what.begin(), what.end(), '\n', ' ');
    throw ParseError("LC151", "instance file: not JSON: " + what);
  }
}

const json& select(const json& document, std::size_t index) {
  if (!document.is_object()) refuse_member("instances", "an array");
  const auto list = document.find("instances");
  const bool is_list = list != document.end();
  if (is_list && !list->is_array()) refuse_member("instances", "an array");
  const std::size_t count = is_list ? list->size() : 1;
  if (index >= count) {
    throw DomainError("LC240", fmt::format("instance file: index {}; the file holds {} instance{}, counted from 0",
                                           index, count, count == 1 ? "" : "s"));
  }
  const json& record = is_list ? (*list)[index] : document;
  if (!record.is_object()) refuse_member(fmt::format("instances[{}]", index), "an object");
  return record;
}

}  // namespace

Instance read_instance(std::string_view text, std::size_t index) {
  const json document = parse(text);
  const json& record = select(document, index);
  Instance instance;
  instance.positions = read_size(member(record, "d", "an integer >= 3"), "d");
  instance.dimension = read_size(member(record, "m", "an integer >= 2"), "m");
  if (const auto kind = record.find("attention"); kind != record.end()) instance.kind = read_kind(*kind);
  if (const auto scale = record.find("scale"); scale != record.end()) instance.scale = read_scale(*scale);

  const json& support = member(record, "support", "an array of two positions");
  if (!support.is_array() || support.size() != 2) refuse_member("support", "an array of two positions");
  instance.support = {read_size(support[0], "support[0]"), read_size(support[1], "support[1]")};
  if (const auto eta = record.find("eta"); eta != record.end()) instance.step_size = read_step_size(*eta);

  const json& rows = member(record, "V", "an array of d rows");
  if (!rows.is_array() || rows.size() != instance.positions) {
    refuse_member("V", fmt::format("an array of d = {} rows", instance.positions));
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto row = read_vector(rows[k], fmt::format("V[{}]", k), instance.dimension);
    instance.embeddings.insert(instance.embeddings.end(), row.begin(), row.end());
  }
  instance.theta = read_vector(member(record, "theta", "an array of m numbers"), "theta", instance.dimension);
  if (const auto tilde = record.find("theta_tilde"); tilde != record.end()) {
    instance.theta_tilde = read_vector(*tilde, "theta_tilde", instance.dimension);
  } else {
    instance.theta_tilde = instance.theta;
    for (double& x : instance.theta_tilde) x = -x;
  }
  validate(instance);
  return instance;
}

}  // namespace lemmacheck::verify::sparse_xor
