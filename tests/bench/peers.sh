#!/usr/bin/env bash
# Other tools and lemmacheck on the same inequalities over boxes, side by side: decided or not, and CPU seconds.
#
#   tests/bench/peers.sh build/lemmacheck [--limit SECONDS] [--only NAME,NAME] [--tools z3,cvc5] [--problems FILE]
#
# The statements are those of ../shared/problems/boxes.txt, seen from the root of this repository. Tools are Debian's
# packages z3, cvc5, coq with libcoq-interval, gappa, sollya; one that is missing is named and left out.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec python3 "$here/peers.py" --problems "$here/../../../shared/problems/boxes.txt" "$@"
