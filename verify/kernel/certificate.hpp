// Certificates as files: the claim as written and its proof, in JSON.
//
//   {"format": "lemmacheck certificate", "version": 1,
//    "claim": "...", "for": [...], "assume": [...], "define": [...], "convention": [...],
//    "proofs": [{"rule": "...", "parameters": {"name": "..."}, "children": [...], "cover": [...]}, ...]}
//
// "claim" is a list when the claim has several statements. A node of a cover is ["cut", variable, at] or
// [rule, number, ...], in preorder; numbers are written so that they are read back exactly, infinite ones as "inf" and
// "-inf". "parameters", "children" and "cover" may be left out when they are empty. Nothing else is allowed.
#pragma once

#include <string>
#include <string_view>

#include "numerics/error.hpp"
#include "verify/claim_reader.hpp"
#include "verify/kernel/proof.hpp"

namespace lemmacheck::verify::kernel {

/// LC5xx: a certificate that says nothing, or does not prove its claim.
class CertificateError : public numerics::Error {
 public:
  using Error::Error;
};

struct Certificate {
  ClaimTexts texts;
  ClaimProof proof;
};

/// The same bytes for the same certificate.
std::string write_certificate(const ClaimTexts& texts, const ClaimProof& proof);

/// Strict: CertificateError LC501 (not JSON, or not a certificate of this version), LC502 (an unknown, repeated or
/// missing member, or one of another type), each naming the place, such as $.proofs[0].cover[3].
Certificate read_certificate(std::string_view json, const std::string& file);

/// Reads the claim and checks its proof: "" or what is wrong. CertificateError LC503 when the claim cannot be read.
std::string check(const Certificate& certificate);

}  // namespace lemmacheck::verify::kernel
