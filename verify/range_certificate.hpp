// Certificates of what a theorem does over a range: boxes that cover the range, each with its verdict.
//
//   {"format": "lemmacheck certificate", "version": 1, "kind": "range",
//    "theorem": {"id": "...", "file": "...", "text": "..."}, "theorems": [the ones it uses, in the same form],
//    "set": ["m = 256", ...], "for": ["d in [1e5, 1e12]"], "verdict": "holds",
//    "boxes": [{"box": [["100000", "2000000"]], "verdict": "holds", "bits": 64}, ...]}
//
// Texts are those of the theorem files and of the command line. A box has the exact ends of each free variable; one
// that fails names what certainly fails, {"fails": ["tail"]}. Nothing else is allowed.
//
// The check understands the theorem anew, verifies with exact numbers that the boxes are in the range, do not overlap
// and leave nothing out, and evaluates the theorem once on each box. Nothing of the search takes part.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verify/range.hpp"

namespace lemmacheck::verify {

/// A theorem file as it is.
struct TheoremText {
  std::string id;
  std::string file;  // for messages
  std::string text;
};

struct RangeCertificate {
  TheoremText theorem;
  std::vector<TheoremText> used;  // theorems that are events
  std::vector<std::string> settings, ranges;
  TheoremVerdict verdict = TheoremVerdict::undecided;
  std::vector<Segment> boxes;
};

/// The certificate of a result that decide_range found with keep_evaluated. `text` is the file's; the theorems that it
/// uses are embedded ones.
RangeCertificate make_certificate(const std::string& text, const std::string& file, const std::vector<Text>& settings,
                                  const std::vector<Text>& ranges, const RangeResult& result);

/// The same bytes for the same certificate.
std::string write_certificate(const RangeCertificate& certificate);

/// Strict: CertificateError LC501 (not JSON, or not a certificate of this kind and version), LC502 (an unknown,
/// repeated or missing member, or one of another type), each naming the place, such as $.boxes[3].bits.
RangeCertificate read_range_certificate(std::string_view json, const std::string& file);

/// Whether the text is JSON with the member "kind": "range".
bool is_range_certificate(std::string_view json);

/// "" or what is wrong, with the box: a range that is not covered, a verdict that is not confirmed. Undecided boxes
/// claim nothing. CertificateError LC503 when the theorem or the range cannot be read.
std::string check(const RangeCertificate& certificate);

/// What it says, in one line: theorem, range, settings, verdict, boxes.
std::string about(const RangeCertificate& certificate);

}  // namespace lemmacheck::verify
