#!/bin/bash
# Times variants from all over each kernel's space on this machine's GPU: what the model of `warploom tune` is
# calibrated with. Needs nvcc, a C compiler and `warploom` (or WARPLOOM=path).
#
#   kit/model/survey.sh FOLDER [NAME…]      logs go to FOLDER; about a minute for each program
#   warploom tune --rank FOLDER/mv.json kit/model/mv.c -I benchmarks/loops
set -u
to=$(realpath "${1:?where to}")
shift
cd "$(dirname "$0")" || exit 1
declare -A size=([matmul]=2048 [jacobi]=4096 [row-scale]=8192 [mv]=8192 [mv-transposed]=8192 [nbody]=32768
    [black-scholes]=8388608 [heat-3d]= [covariance]=)
[ $# -gt 0 ] || set -- "${!size[@]}"
for name in "$@"; do
    ${WARPLOOM:-warploom} tune -q --survey --target cuda --time 60s -DLARGE -I../../benchmarks/loops \
        -I../../benchmarks/polybench --log "$to/$name.json" --diff "$name.c" -- ${size[$name]} > /dev/null ||
        echo "$name: not surveyed"
done
