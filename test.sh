#!/usr/bin/env bash
# Builds everything and runs every test; arguments go to ctest (./test.sh -R numerics).
# Installs missing Debian packages first (apt, with sudo unless root). Works from every current directory.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$root/build/test

"$root/install-packages.sh" tests
# A build tree that came along with a moved or copied source tree belongs to the old place.
if ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
  rm -rf "$build"
fi
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLEMMACHECK_TESTS=ON -DLEMMACHECK_WARNINGS_AS_ERRORS=ON
cmake --build "$build"
exec ctest --test-dir "$build" --output-on-failure --parallel 2 "$@"
