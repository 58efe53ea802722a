/* Complex numbers as pairs. */
#ifndef WARPLOOM_COMPLEX_H
#define WARPLOOM_COMPLEX_H
#include "cuda_runtime.h"

#define WARPLOOM_COMPLEX(PAIR, REAL, NAME, F)                                                                      \
    typedef PAIR NAME;                                                                                             \
    __host__ __device__ inline REAL cuCreal##F(NAME a) { return a.x; }                                                                 \
    __host__ __device__ inline REAL cuCimag##F(NAME a) { return a.y; }                                                                 \
    __host__ __device__ inline NAME cuConj##F(NAME a) { return {a.x, -a.y}; }                                                          \
    __host__ __device__ inline NAME cuCadd##F(NAME a, NAME b) { return {a.x + b.x, a.y + b.y}; }                                       \
    __host__ __device__ inline NAME cuCsub##F(NAME a, NAME b) { return {a.x - b.x, a.y - b.y}; }                                       \
    __host__ __device__ inline NAME cuCmul##F(NAME a, NAME b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }               \
    __host__ __device__ inline NAME cuCfma##F(NAME a, NAME b, NAME c) { return cuCadd##F(cuCmul##F(a, b), c); }                        \
    __host__ __device__ inline REAL cuCabs##F(NAME a) { return (REAL)__builtin_hypot##F(a.x, a.y); }                                   \
    /* Scaled, so that squares do not overflow. */                                                                 \
    __host__ __device__ inline NAME cuCdiv##F(NAME a, NAME b)                                                                          \
    {                                                                                                              \
        const REAL scale = 1 / (__builtin_fabs##F(b.x) + __builtin_fabs##F(b.y));                                  \
        const REAL ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale, down = 1 / (bx * bx + by * by); \
        return {(ax * bx + ay * by) * down, (ay * bx - ax * by) * down};                                           \
    }
WARPLOOM_COMPLEX(float2, float, cuFloatComplex, f)
WARPLOOM_COMPLEX(double2, double, cuDoubleComplex, )
typedef cuFloatComplex cuComplex;
__host__ __device__ inline cuFloatComplex make_cuFloatComplex(float x, float y) { return {x, y}; }
__host__ __device__ inline cuDoubleComplex make_cuDoubleComplex(double x, double y) { return {x, y}; }
__host__ __device__ inline cuComplex make_cuComplex(float x, float y) { return {x, y}; }
__host__ __device__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return {a.x, a.y}; }
__host__ __device__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return {(float)a.x, (float)a.y}; }

#endif
