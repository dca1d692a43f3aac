// recheck: certificates, without any part of the search.
#include <nlohmann/json.hpp>

#include "reports/claim_report.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/theorem_words.hpp"
#include "verify/kernel/certificate.hpp"

namespace lemmacheck::cli {
namespace {

using verify::kernel::Certificate;

/// What is wrong with the certificate, or "".
std::string objection(const Certificate& certificate) {
  try {
    return verify::kernel::check(certificate);
  } catch (const numerics::InternalError&) {
    throw;
  } catch (const numerics::Error& error) {
    return error.what();
  }
}

}  // namespace

ExitCode run_recheck(const RecheckArguments& arguments, const Console& console) {
  ExitCode code = all_as_claimed;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const std::string& file : arguments.files) {
    const std::string text = read_file(file);
    std::string claim, wrong;
    try {
      const Certificate certificate = verify::kernel::read_certificate(text, file);
      claim = reports::about(certificate.texts);
      wrong = objection(certificate);
    } catch (const verify::kernel::CertificateError& error) {
      if (error.code() == "LC501") throw;  // no certificate at all: bad input
      wrong = error.what();
      if (wrong.starts_with(file + ": ")) wrong.erase(0, file.size() + 2);
    }
    if (!wrong.empty()) code = certificate_rejected;
    if (console.json) {
      all.push_back({{"file", file}, {"accepted", wrong.empty()}, {"claim", claim}, {"message", wrong}});
      continue;
    }
    const auto tone = wrong.empty() ? reports::Tone::good : reports::Tone::bad;
    if (wrong.empty() && console.quiet) continue;
    console.print(reports::painted(wrong.empty() ? "accepted" : "rejected", tone, console.text().colour) + ": " + file +
                  ": " + (wrong.empty() ? claim : wrong) + '\n');
  }
  if (console.json) console.print(all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
  return code;
}

}  // namespace lemmacheck::cli
