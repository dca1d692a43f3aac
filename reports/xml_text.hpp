// Words inside XML (internal to the room).
#pragma once

#include <string>
#include <string_view>

namespace lemmacheck::reports {

/// The words with & < > " made safe, in an element and in an attribute; other control characters become "?".
std::string escape_xml(std::string_view text);

}  // namespace lemmacheck::reports
