#include "verify/smtlib_formula.hpp"

namespace lemmacheck::verify {

SmtlibFormula negation(const SmtlibFormula& f) {
  using Kind = SmtlibFormula::Kind;
  SmtlibFormula made = f;
  if (f.kind != Kind::comparison) {
    made.kind = f.kind == Kind::all ? Kind::any : Kind::all;
    for (SmtlibFormula& part : made.parts) part = negation(part);
    return made;
  }
  if (f.relation == "=") {
    SmtlibFormula below = f, above = f;
    below.relation = "<";
    above.relation = ">";
    return {Kind::any, "", "", "", {below, above}, f.place};
  }
  made.relation = f.relation == "<" ? ">=" : f.relation == "<=" ? ">" : f.relation == ">" ? "<=" : "<";
  return made;
}

std::vector<SmtlibFormula> conjuncts(const SmtlibFormula& f) {
  using Kind = SmtlibFormula::Kind;
  if (f.kind == Kind::any && f.parts.size() == 1) return conjuncts(f.parts[0]);
  if (f.kind != Kind::all) return {f};
  std::vector<SmtlibFormula> all;
  for (const SmtlibFormula& part : f.parts)
    for (SmtlibFormula& c : conjuncts(part)) all.push_back(std::move(c));
  return all;
}

}  // namespace lemmacheck::verify
