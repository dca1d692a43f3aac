#!/usr/bin/env bash
# Builds the program and runs it:
#
#   ./run.sh                         the main job: Theorem 2 and Corollary 3, tables into ./lemmacheck-report
#   ./run.sh -- COMMAND OPTION...    any other command, for example: ./run.sh -- evaluate theorem-2 --set d=1e6
#
# Installs missing Debian packages first (apt, with sudo unless root). Works from every current directory.
# The exit code is that of the command; 4 when the program could not be built.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$root/build/run

if [[ "${1:-}" == -h || "${1:-}" == --help ]]; then
  sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"
  exit 0
fi
[[ "${1:-}" != -- ]] || shift

configure() {
  # A build tree that came along with a moved or copied source tree belongs to the old place.
  if ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
    rm -rf "$build"
  fi
  if [[ ! -e $build/build.ninja ]]; then
    echo "lemmacheck: configuring and building in $build (some minutes, the first time only)"
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLEMMACHECK_TESTS=OFF
  fi
}
build_program() {
  if [[ ! -x $build/lemmacheck ]]; then
    cmake --build "$build" --target lemmacheck
  else # silent when there is little or nothing to do
    local log
    log=$(cmake --build "$build" --target lemmacheck 2>&1) || { echo "$log" && return 1; }
  fi
}

# Only the program itself writes to stdout.
{ "$root/install-packages.sh" program && configure && build_program; } >&2 || exit 4

exec "$build/lemmacheck" "$@"
