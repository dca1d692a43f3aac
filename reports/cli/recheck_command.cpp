// recheck: certificates, without any part of the search.
#include <nlohmann/json.hpp>

#include "reports/claim_report.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/theorem_words.hpp"
#include "verify/kernel/certificate.hpp"
#include "verify/range_certificate.hpp"

namespace lemmacheck::cli {
namespace {

/// What a certificate says, and what is wrong with it, or "".
struct Judged {
  std::string claim, wrong;
};

template <class Certificate>
std::string objection(const Certificate& certificate) {
  try {
    return check(certificate);
  } catch (const numerics::InternalError&) {
    throw;
  } catch (const numerics::Error& error) {
    return error.what();
  }
}

Judged judge(const std::string& text, const std::string& file) {
  Judged made;
  try {
    if (verify::is_range_certificate(text)) {
      const verify::RangeCertificate certificate = verify::read_range_certificate(text, file);
      made.claim = about(certificate);
      made.wrong = objection(certificate);
    } else {
      const verify::kernel::Certificate certificate = verify::kernel::read_certificate(text, file);
      made.claim = reports::about(certificate.texts);
      made.wrong = objection(certificate);
    }
  } catch (const verify::kernel::CertificateError& error) {
    if (error.code() == "LC501") throw;  // no certificate at all: bad input
    made.wrong = error.what();
    if (made.wrong.starts_with(file + ": ")) made.wrong.erase(0, file.size() + 2);
  }
  return made;
}

}  // namespace

ExitCode run_recheck(const RecheckArguments& arguments, const Console& console) {
  ExitCode code = all_as_claimed;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const std::string& file : arguments.files) {
    const auto [claim, wrong] = judge(read_file(file), file);
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
