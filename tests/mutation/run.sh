#!/usr/bin/env bash
# Plants the faults of faults.toml, one at a time, in a scratch copy of the tree: each has to turn the suite red.
#
#   tests/mutation/run.sh              every fault (a rebuild of the affected room for each: tens of minutes)
#   tests/mutation/run.sh ID...        only these
#   tests/mutation/run.sh --check      only whether each fault still applies to the sources (seconds)
exec python3 -B "$(dirname "${BASH_SOURCE[0]}")/mutate.py" "$@"
