#!/bin/sh
# Compiles and runs everything in this folder on a machine with a GPU and
# prints one table. Needs nvcc, a C compiler and python3.
#
#   ./run.sh [--sanitize] [--no-timing] [--jobs N] [--arch sm_90]
exec python3 "$(dirname "$0")/table.py" "$@"
