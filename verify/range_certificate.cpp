#include "verify/range_certificate.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>

#include "numerics/error.hpp"
#include "verify/box_tiling.hpp"
#include "verify/embedded.hpp"
#include "verify/kernel/certificate.hpp"
#include "verify/library.hpp"

namespace lemmacheck::verify {
namespace {

using kernel::CertificateError;
using numerics::BigInterval;

constexpr std::size_t most_stretches = 6;  // that a line tells one by one

const EmbeddedFile* find_embedded(const std::string& id) {
  const auto files = embedded_theorems();
  const auto it = std::ranges::find(files, id + ".toml", &EmbeddedFile::name);
  return it == files.end() ? nullptr : &*it;
}

/// The theorem of the certificate, from the texts in it and nothing else.
Theorem understood(const RangeCertificate& certificate) {
  const auto source = [&](const Text& id) {
    const auto it = std::ranges::find(certificate.used, id.text, &TheoremText::id);
    if (it == certificate.used.end())
      throw CertificateError("LC503", id.place.to_string() + ": the certificate has no theorem '" + id.text + "'");
    return read_theorem_file(it->text, it->file);
  };
  return understand(read_theorem_file(certificate.theorem.text, certificate.theorem.file), source);
}

std::vector<Text> as_texts(const std::vector<std::string>& all, const std::string& member) {
  std::vector<Text> made;
  for (const std::string& t : all) made.push_back({t, {.source = member}});
  return made;
}

std::string joined(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& t : all) text += (text.empty() ? "" : ", ") + t;
  return text;
}

/// "" or what the evaluation of one box does not confirm.
std::string unconfirmed(const Segment& claimed, Evaluator& evaluator) {
  std::vector<BigInterval> box;
  for (std::size_t i = 0; i < claimed.box.lower.size(); ++i)
    box.emplace_back(claimed.box.lower[i], claimed.box.upper[i], claimed.precision);
  const Evaluation found = evaluator.on_box(box, claimed.precision);
  if (found.verdict != claimed.verdict)
    return std::string(to_string(claimed.verdict)) + " is not confirmed: " + std::string(to_string(found.verdict)) +
           (found.reason.empty() ? "" : ", " + found.reason);
  for (const std::string& name : claimed.failing)
    if (std::ranges::find(found.failing, name) == found.failing.end()) return "'" + name + "' does not certainly fail";
  return "";
}

TheoremVerdict verdict_of(const std::vector<Segment>& boxes) {
  for (const TheoremVerdict v : {TheoremVerdict::fails, TheoremVerdict::undefined, TheoremVerdict::undecided})
    if (std::ranges::find(boxes, v, &Segment::verdict) != boxes.end()) return v;
  return TheoremVerdict::holds;
}

/// "holds on 12 boxes, fails on 3".
std::string counts(const std::vector<Segment>& boxes) {
  std::string text;
  for (const TheoremVerdict v :
       {TheoremVerdict::holds, TheoremVerdict::fails, TheoremVerdict::undefined, TheoremVerdict::undecided}) {
    const auto n = std::ranges::count(boxes, v, &Segment::verdict);
    if (n > 0) text += (text.empty() ? "" : ", ") + std::string(to_string(v)) + " on " + std::to_string(n);
  }
  return text;
}

/// "holds", or of one variable "fails in [3, 86], holds in [87, 4096]"; "" when there are many stretches.
std::string stretches(const std::vector<Segment>& boxes) {
  if (std::ranges::count(boxes, verdict_of(boxes), &Segment::verdict) == std::ssize(boxes))
    return std::string(to_string(verdict_of(boxes)));
  std::vector<const Segment*> sorted;
  for (const Segment& s : boxes) {
    if (s.box.lower.size() != 1 || s.box.upper.size() != 1) return "";
    sorted.push_back(&s);
  }
  std::ranges::sort(sorted, [](const Segment* a, const Segment* b) { return a->box.lower[0] < b->box.lower[0]; });
  std::string text;
  std::size_t parts = 0;
  for (std::size_t i = 0, end = 0; i < sorted.size(); i = end, ++parts) {
    while (end < sorted.size() && sorted[end]->verdict == sorted[i]->verdict) ++end;
    text += (i > 0 ? ", " : "") + std::string(to_string(sorted[i]->verdict)) + " in [" +
            sorted[i]->box.lower[0].to_string() + ", " + sorted[end - 1]->box.upper[0].to_string() + ']';
  }
  return parts <= most_stretches ? text : "";
}

std::string check_boxes(const RangeCertificate& certificate, const Theorem& theorem, const Binding& binding) {
  const std::vector<Segment>& boxes = certificate.boxes;
  if (boxes.empty()) return "it has no box";
  if (const std::string wrong = tiling_objection(binding.free(), boxes); !wrong.empty()) return wrong;
  tbb::enumerable_thread_specific<Evaluator> evaluators([&] { return Evaluator(theorem, binding); });
  std::vector<std::string> wrong(boxes.size());
  tbb::parallel_for(std::size_t{0}, boxes.size(), [&](std::size_t i) {
    if (boxes[i].verdict != TheoremVerdict::undecided) wrong[i] = unconfirmed(boxes[i], evaluators.local());
  });
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (!wrong[i].empty())
      return "box " + std::to_string(i) + " (" + box_text(binding.free(), boxes[i].box) + "): " + wrong[i];
  if (verdict_of(boxes) != certificate.verdict)
    return "the boxes say " + std::string(to_string(verdict_of(boxes))) + ", not " +
           std::string(to_string(certificate.verdict));
  return "";
}

}  // namespace

RangeCertificate make_certificate(const std::string& text, const std::string& file, const std::vector<Text>& settings,
                                  const std::vector<Text>& ranges, const RangeResult& result) {
  RangeCertificate made;
  std::map<std::string, TheoremText> used;
  const auto source = [&](const Text& id) {
    TheoremFile found = embedded_theorem(id);
    used[id.text] = {id.text, found.file, std::string(find_embedded(id.text)->text)};
    return found;
  };
  made.theorem = {understand(read_theorem_file(text, file), source).id, file, text};
  for (auto& [id, theorem] : used) made.used.push_back(std::move(theorem));
  for (const Text& t : settings) made.settings.push_back(t.text);
  for (const Text& t : ranges) made.ranges.push_back(t.text);
  made.verdict = result.verdict;
  made.boxes = result.evaluated;
  return made;
}

std::string check(const RangeCertificate& certificate) {
  std::optional<Theorem> theorem;
  std::optional<Binding> binding;
  try {
    theorem = understood(certificate);
    binding.emplace(*theorem, as_texts(certificate.settings, "$.set"), as_texts(certificate.ranges, "$.for"));
  } catch (const numerics::InternalError&) {
    throw;
  } catch (const CertificateError&) {
    throw;
  } catch (const numerics::Error& error) {
    throw CertificateError("LC503", std::string("the theorem and its range cannot be read: ") + error.what());
  }
  if (theorem->id != certificate.theorem.id)
    return "the theorem is " + numerics::quoted(theorem->id) + ", not " + numerics::quoted(certificate.theorem.id);
  return check_boxes(certificate, *theorem, *binding);
}

std::string about(const RangeCertificate& certificate) {
  std::string text = certificate.theorem.id + " for " + joined(certificate.ranges);
  if (!certificate.settings.empty()) text += ", " + joined(certificate.settings);
  const std::string parts = stretches(certificate.boxes);
  text += ": " + (parts.empty() ? counts(certificate.boxes) : parts) + " (" + std::to_string(certificate.boxes.size()) +
          " boxes)";
  std::vector<TheoremText> all = certificate.used;
  all.push_back(certificate.theorem);
  for (const TheoremText& t : all)
    if (const EmbeddedFile* embedded = find_embedded(t.id); embedded != nullptr && embedded->text != t.text)
      text += "; its " + t.id + " is not the one that is part of lemmacheck";
  return text;
}

}  // namespace lemmacheck::verify
