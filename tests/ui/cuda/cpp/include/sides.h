// Included by macros-of-passes.cu.
#pragma once

#ifdef __CUDA_ARCH__
#define FROM_HEADER 40
#else
#define FROM_HEADER 50
#endif

__host__ __device__ inline int from_header() { return FROM_HEADER; }
