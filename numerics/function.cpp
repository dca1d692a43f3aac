#include "numerics/function.hpp"

#include <algorithm>

#include "numerics/error.hpp"

namespace lemmacheck::numerics {

const Function& FunctionTable::add(Function function) {
  if (find(function.name) != nullptr) throw InternalError("LC902", "function '" + function.name + "' is defined twice");
  std::string name = function.name;
  return *(functions_[std::move(name)] = std::make_unique<Function>(std::move(function)));
}

const FunctionTable& FunctionTable::with_all_names() const {
  const FunctionTable* all = this;
  for (const FunctionTable* table = this; table != nullptr; table = table->parent_)
    if (!table->hidden_.empty()) all = table->parent_;
  return *all;
}

const Function* FunctionTable::find(std::string_view name) const {
  const auto it = functions_.find(name);
  if (it != functions_.end()) return it->second.get();
  return parent_ != nullptr && !hidden_.contains(name) ? parent_->find(name) : nullptr;
}

const Function& FunctionTable::get(std::string_view name) const {
  const Function* function = find(name);
  LEMMACHECK_ASSERT(function != nullptr);
  return *function;
}

std::vector<std::string> FunctionTable::names() const {
  std::vector<std::string> all = parent_ != nullptr ? parent_->names() : std::vector<std::string>();
  std::erase_if(all, [&](const std::string& name) { return hidden_.contains(name); });
  for (const auto& [name, function] : functions_) all.push_back(name);
  std::ranges::sort(all);
  return all;
}

}  // namespace lemmacheck::numerics
