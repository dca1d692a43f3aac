#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "numerics/decimal_text.hpp"
#include "verify/sparse_xor/instance.hpp"

namespace lemmacheck::verify::sparse_xor {

using nlohmann::ordered_json;
using numerics::BigInterval;

namespace {

class Writer {
 public:
  explicit Writer(const JsonOptions& options) : options_(options), style_{.digits = options.digits} {}

  ordered_json enclosure(const BigInterval& x) const {
    auto ends = to_decimal(x, style_);
    return {{"lo", std::move(ends.lo)}, {"hi", std::move(ends.hi)}};
  }

  ordered_json vector(const EnclosureVector& x) const {
    auto list = ordered_json::array();
    for (std::size_t k = 0; k < x.size(); ++k) list.push_back(enclosure(x.at(k)));
    return list;
  }

  ordered_json margins(const HeadMargins& margins) const {
    return {{"versus_support", enclosure(margins.versus_support)},
            {"versus_best_ambient", enclosure(margins.versus_best_ambient)},
            {"versus_worst_ambient", enclosure(margins.versus_worst_ambient)}};
  }

  ordered_json losses(const ModelState& state) const {
    return {{"population_loss", enclosure(state.population_loss)},
            {"sup_error", enclosure(state.sup_error)},
            {"sup_loss", enclosure(state.sup_loss)}};
  }

  ordered_json both_margins(const InstanceCertificate& c) const {
    ordered_json result;
    for (std::size_t h = 0; h < 2; ++h) {
      result[fmt::format("head_{}", h + 1)] = {{"before", margins(c.before.margins[h])},
                                               {"after", margins(c.after.margins[h])}};
    }
    return result;
  }

  /// Per head: the own position, the attention on both support positions, what the own position misses.
  ordered_json on_support(const InstanceCertificate& c) const {
    ordered_json result;
    for (std::size_t h = 0; h < 2; ++h) {
      ordered_json head = {{"own_position", c.own[h]}};
      for (const auto& [name, state] : {std::pair("before", &c.before), std::pair("after", &c.after)}) {
        head[name] = {{"on_own", enclosure(state->attention[h].at(c.own[h]))},
                      {"on_other", enclosure(state->attention[h].at(c.own[1 - h]))},
                      {"missed_by_own", enclosure(state->missed[h])}};
      }
      result[fmt::format("head_{}", h + 1)] = std::move(head);
    }
    return result;
  }

  /// -(v_a - v_b) . gradient of head 1 = 2 (h_a - h_b), a the first support position.
  ordered_json sample_means(const InstanceCertificate& c) const {
    ordered_json result;
    const std::size_t a = c.support[0];
    std::vector<std::size_t> others = {c.support[1]};
    for (std::size_t k = 0; others.size() < 3 && k < c.positions; ++k) {
      if (k != a && k != c.support[1]) others.push_back(k);
    }
    for (const std::size_t b : others) {
      const BigInterval difference = c.alignment[0].at(a) - c.alignment[0].at(b);
      result[fmt::format("{},{}", a, b)] = enclosure(difference * BigInterval(2L, difference.precision()));
    }
    return result;
  }

  static ordered_json plain(const double* values, std::size_t n) {
    auto list = ordered_json::array();
    for (std::size_t k = 0; k < n; ++k) list.push_back(fmt::format("{}", values[k]));
    return list;
  }

  static void add_data(ordered_json& out, const Instance& instance) {
    auto rows = ordered_json::array();
    for (std::size_t k = 0; k < instance.positions; ++k) {
      rows.push_back(plain(instance.embedding(k), instance.dimension));
    }
    out["V"] = std::move(rows);
    out["theta"] = plain(instance.theta.data(), instance.dimension);
    out["theta_tilde"] = plain(instance.theta_tilde.data(), instance.dimension);
  }

 private:
  JsonOptions options_;
  numerics::DecimalStyle style_;
};

}  // namespace

std::string to_json(const InstanceCertificate& c, const JsonOptions& options) {
  const Writer writer(options);
  ordered_json out = {{"verdict", name_of(c.verdict)}, {"reason", c.reason}, {"bits", c.bits}};
  auto attempts = ordered_json::array();
  for (const StepAttempt& attempt : c.attempts) {
    attempts.push_back({{"bits", attempt.bits}, {"verdict", name_of(attempt.verdict)}});
  }
  out["attempts"] = std::move(attempts);
  out["d"] = c.positions;
  out["m"] = c.dimension;
  out["attention"] = name_of(c.kind);
  out["scale"] = name_of(c.scale);
  out["support"] = c.support;
  if (c.seed) out["seed"] = std::to_string(*c.seed);
  out["eta"] = c.step_size.to_string();
  out["epsilon"] = c.epsilon.to_string();
  out["own_positions"] = c.own;
  out["specialised_on"] = c.specialised_on ? ordered_json(*c.specialised_on) : ordered_json(nullptr);
  out["margins"] = writer.both_margins(c);
  out["attention_on_support"] = writer.on_support(c);
  out["sample_mean"] = writer.sample_means(c);
  ordered_json before = writer.losses(c.before), after = writer.losses(c.after);
  if (options.vectors) {
    for (std::size_t h = 0; h < 2; ++h) {
      const auto numbered = [h](const char* name) { return fmt::format("{}_{}", name, h + 1); };
      before[numbered("attention")] = writer.vector(c.before.attention[h]);
      before[numbered("gradient")] = writer.vector(c.gradient[h]);
      after[h == 0 ? "theta" : "theta_tilde"] = writer.vector(c.after.query[h]);
      after[numbered("attention")] = writer.vector(c.after.attention[h]);
    }
  }
  out["before_step"] = std::move(before);
  out["after_step"] = std::move(after);
  if (options.data != nullptr) Writer::add_data(out, *options.data);
  return out.dump(1) + "\n";
}

}  // namespace lemmacheck::verify::sparse_xor
