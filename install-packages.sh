#!/usr/bin/env bash
# Installs the Debian packages that lemmacheck needs and that are missing; does nothing when all are there.
#
#   ./install-packages.sh program    what building and running the program needs
#   ./install-packages.sh tests      that, and what the tests need
#
# The one list of packages of this repository. Every message goes to stderr.
set -euo pipefail

program=(
  g++ cmake ninja-build
  libgmp-dev libmpfr-dev libmpfi-dev libboost-dev
  libflint-dev
  libeigen3-dev libtbb-dev librandom123-dev
  libtomlplusplus-dev nlohmann-json3-dev libcli11-dev libfmt-dev
)
flint2=(libflint-arb-dev libantic-dev libcalcium-dev) # parts of FLINT itself from version 3 on: no packages of their own there
tests=(catch2 libbenchmark-dev python3 coq libcoq-interval)
optional=(coq libcoq-interval) # a test says so when these do not exist here

say() { echo "lemmacheck: $*" >&2; }

case "${1:-}" in
  program) wanted=("${program[@]}") ;;
  tests) wanted=("${program[@]}" "${tests[@]}") ;;
  *)
    say "usage: install-packages.sh program|tests"
    exit 2
    ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  say "no apt here, so nothing is installed; the packages needed are, by their Debian names: ${wanted[*]} ${flint2[*]}"
  exit 0
fi

installed() { [[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]; }
candidate() { LC_ALL=C apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: //p'; } # a version, "(none)" or ""
available() { [[ "$(candidate "$1")" == [0-9]* ]]; }
flint_is_3() { [[ "$(candidate libflint-dev)" =~ ^([0-9]+:)?([3-9]|[1-9][0-9])\. ]]; }

missing=()
for package in "${wanted[@]}"; do
  installed "$package" || missing+=("$package")
done
if [[ ! -e /usr/include/flint/arb.h ]]; then
  for package in "${flint2[@]}"; do
    installed "$package" || missing+=("$package")
  done
fi
if [[ ${#missing[@]} -eq 0 ]]; then
  exit 0
fi

root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    say "these packages are missing and there is no sudo; as root run: apt-get install ${missing[*]}"
    exit 1
  fi
  root=(sudo)
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq "$@" >"$log" 2>&1
}
failed() {
  cat "$log" >&2
  say "apt-get $1 failed (its output is above)"
  exit 1
}

updated=no
for package in "${missing[@]}"; do
  if [[ " ${optional[*]} " != *" $package "* ]] && ! available "$package"; then
    say "updating the package lists: ${root[*]:+sudo }apt-get update"
    apt update || failed update
    updated=yes
    break
  fi
done
selected=()
for package in "${missing[@]}"; do
  # With FLINT 3 the packages of FLINT 2 may not exist; then they are not needed either.
  if [[ " ${flint2[*]} " == *" $package "* ]] && flint_is_3 && ! available "$package"; then
    continue
  fi
  if [[ " ${optional[*]} " == *" $package "* ]] && ! available "$package"; then
    continue
  fi
  selected+=("$package")
done

if [[ ${#selected[@]} -eq 0 ]]; then
  exit 0
fi
say "installing packages: ${root[*]:+sudo }apt-get install ${selected[*]}"
install() { apt install --yes --no-install-recommends "${selected[@]}"; }
# Old package lists name files that the mirror no longer has: then once more with new lists.
if ! install; then
  [[ $updated == no ]] || failed install
  apt update || failed update
  install || failed install
fi
