// The options of `capacity` and its parts.
#pragma once

#include <functional>

#include "reports/cli/console.hpp"

namespace CLI {
class App;
}

namespace lemmacheck::cli {

/// Adds the command; when it is used, `chosen` becomes what to run. `console` is to outlive the call of `chosen`.
void add_capacity(CLI::App& app, Console& console, std::function<ExitCode()>& chosen);

}  // namespace lemmacheck::cli
