/* `half` and pairs of it, as far as kernels are read: a number of 16 bits is C's own `_Float16`, so that arithmetic,
   comparisons and conversions are the language's. What runs on the host, and on the CPU, has `warploom/half.h`. */
#ifndef WARPLOOM_KERNELS_FP16_H
#define WARPLOOM_KERNELS_FP16_H

typedef _Float16 __half;
typedef __half half;
struct __attribute__((aligned(4))) __half2 {
    __half x, y;
    __device__ __half2() {}
    __device__ __half2(__half a, __half b) : x(a), y(b) {}
};
typedef __half2 half2;

__device__ inline float __half2float(half a) { return a; }
__device__ inline half __float2half(float a) { return (half)a; }
__device__ inline half __float2half_rn(float a) { return (half)a; }
__device__ inline half __double2half(double a) { return (half)a; }
__device__ inline half __int2half_rn(int a) { return (half)a; }
__device__ inline half __uint2half_rn(unsigned int a) { return (half)a; }
__device__ inline half __short2half_rn(short a) { return (half)a; }
__device__ inline half __ushort2half_rn(unsigned short a) { return (half)a; }
__device__ inline half __ll2half_rn(long long a) { return (half)a; }
__device__ inline half __ull2half_rn(unsigned long long a) { return (half)a; }
__device__ inline int __half2int_rn(half a) { return __float2int_rn(a); }
__device__ inline int __half2int_rz(half a) { return (int)a; }
__device__ inline int __half2int_rd(half a) { return __float2int_rd(a); }
__device__ inline int __half2int_ru(half a) { return __float2int_ru(a); }
__device__ inline unsigned int __half2uint_rn(half a) { return __float2uint_rn(a); }
__device__ inline unsigned int __half2uint_rz(half a) { return (unsigned int)a; }
__device__ inline short __half2short_rn(half a) { return (short)__float2int_rn(a); }
__device__ inline short __half2short_rz(half a) { return (short)(int)a; }
__device__ inline unsigned short __half2ushort_rz(half a) { return (unsigned short)(unsigned int)a; }
__device__ inline long long __half2ll_rz(half a) { return (long long)a; }
__device__ inline unsigned long long __half2ull_rz(half a) { return (unsigned long long)a; }
__device__ inline half __ushort_as_half(unsigned short bits) { return *(half *)&bits; }
__device__ inline half __short_as_half(short bits) { return *(half *)&bits; }
__device__ inline unsigned short __half_as_ushort(half a) { return *(unsigned short *)&a; }
__device__ inline short __half_as_short(half a) { return *(short *)&a; }

__device__ inline half __hadd(half a, half b) { return a + b; }
__device__ inline half __hsub(half a, half b) { return a - b; }
__device__ inline half __hmul(half a, half b) { return a * b; }
__device__ inline half __hdiv(half a, half b) { return a / b; }
__device__ inline half __hadd_rn(half a, half b) { return a + b; }
__device__ inline half __hsub_rn(half a, half b) { return a - b; }
__device__ inline half __hmul_rn(half a, half b) { return a * b; }
/* The product is exact in `double`, and what the sum loses cannot be seen in 16 bits. */
__device__ inline half __hfma(half a, half b, half c) { return (half)((double)a * (double)b + (double)c); }
__device__ inline half __hneg(half a) { return -a; }
__device__ inline half __habs(half a) { return (half)fabsf(a); }
__device__ inline half __hmax(half a, half b) { return (half)fmaxf(a, b); }
__device__ inline half __hmin(half a, half b) { return (half)fminf(a, b); }
__device__ inline half __hadd_sat(half a, half b) { return (half)__saturatef((float)a + (float)b); }
__device__ inline half __hmul_sat(half a, half b) { return (half)__saturatef((float)a * (float)b); }
__device__ inline half __hfma_relu(half a, half b, half c) { return __hmax(__hfma(a, b, c), (half)0.0f); }
__device__ inline bool __heq(half a, half b) { return a == b; }
__device__ inline bool __hne(half a, half b) { return a != b; }
__device__ inline bool __hlt(half a, half b) { return a < b; }
__device__ inline bool __hgt(half a, half b) { return a > b; }
__device__ inline bool __hle(half a, half b) { return a <= b; }
__device__ inline bool __hge(half a, half b) { return a >= b; }
__device__ inline bool __hisnan(half a) { return a != a; }
__device__ inline bool __hisinf(half a) { return fabsf(a) > 65504.0f; }
__device__ inline half hsqrt(half a) { return (half)sqrtf(a); }
__device__ inline half hrsqrt(half a) { return (half)rsqrtf(a); }
__device__ inline half hrcp(half a) { return (half)(1.0f / (float)a); }
__device__ inline half hexp(half a) { return (half)expf(a); }
__device__ inline half hexp2(half a) { return (half)exp2f(a); }
__device__ inline half hexp10(half a) { return (half)exp10f(a); }
__device__ inline half hlog(half a) { return (half)logf(a); }
__device__ inline half hlog2(half a) { return (half)log2f(a); }
__device__ inline half hlog10(half a) { return (half)log10f(a); }
__device__ inline half hsin(half a) { return (half)sinf(a); }
__device__ inline half hcos(half a) { return (half)cosf(a); }
__device__ inline half htanh(half a) { return (half)tanhf(a); }
__device__ inline half hfloor(half a) { return (half)floorf(a); }
__device__ inline half hceil(half a) { return (half)ceilf(a); }
__device__ inline half hrint(half a) { return (half)rintf(a); }
__device__ inline half htrunc(half a) { return (half)truncf(a); }

__device__ inline half2 __halves2half2(half a, half b) { return half2(a, b); }
__device__ inline half2 make_half2(half a, half b) { return half2(a, b); }
__device__ inline half2 __half2half2(half a) { return half2(a, a); }
__device__ inline half2 __float2half2_rn(float a) { return half2((half)a, (half)a); }
__device__ inline half2 __floats2half2_rn(float a, float b) { return half2((half)a, (half)b); }
__device__ inline half2 __float22half2_rn(float2 a) { return half2((half)a.x, (half)a.y); }
__device__ inline float2 __half22float2(half2 a) { return make_float2(a.x, a.y); }
__device__ inline half __low2half(half2 a) { return a.x; }
__device__ inline half __high2half(half2 a) { return a.y; }
__device__ inline float __low2float(half2 a) { return a.x; }
__device__ inline float __high2float(half2 a) { return a.y; }
__device__ inline half2 __low2half2(half2 a) { return half2(a.x, a.x); }
__device__ inline half2 __high2half2(half2 a) { return half2(a.y, a.y); }
__device__ inline half2 __lows2half2(half2 a, half2 b) { return half2(a.x, b.x); }
__device__ inline half2 __highs2half2(half2 a, half2 b) { return half2(a.y, b.y); }
__device__ inline half2 __lowhigh2highlow(half2 a) { return half2(a.y, a.x); }

__device__ inline half2 operator+(half2 a, half2 b) { return half2(a.x + b.x, a.y + b.y); }
__device__ inline half2 operator-(half2 a, half2 b) { return half2(a.x - b.x, a.y - b.y); }
__device__ inline half2 operator*(half2 a, half2 b) { return half2(a.x * b.x, a.y * b.y); }
__device__ inline half2 operator/(half2 a, half2 b) { return half2(a.x / b.x, a.y / b.y); }
__device__ inline half2 operator-(half2 a) { return half2(-a.x, -a.y); }
__device__ inline half2 &operator+=(half2 &a, half2 b) { a = a + b; return a; }
__device__ inline half2 &operator-=(half2 &a, half2 b) { a = a - b; return a; }
__device__ inline half2 &operator*=(half2 &a, half2 b) { a = a * b; return a; }
__device__ inline half2 &operator/=(half2 &a, half2 b) { a = a / b; return a; }
__device__ inline half2 __hadd2(half2 a, half2 b) { return a + b; }
__device__ inline half2 __hsub2(half2 a, half2 b) { return a - b; }
__device__ inline half2 __hmul2(half2 a, half2 b) { return a * b; }
__device__ inline half2 __h2div(half2 a, half2 b) { return a / b; }
__device__ inline half2 __hadd2_rn(half2 a, half2 b) { return a + b; }
__device__ inline half2 __hmul2_rn(half2 a, half2 b) { return a * b; }
__device__ inline half2 __hneg2(half2 a) { return -a; }
__device__ inline half2 __hfma2(half2 a, half2 b, half2 c) { return half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
#define WARPLOOM_ONE(PAIR, SINGLE)                                                                                    \
    __device__ inline half2 PAIR(half2 a) { return half2(SINGLE(a.x), SINGLE(a.y)); }
#define WARPLOOM_TWO(PAIR, SINGLE)                                                                                    \
    __device__ inline half2 PAIR(half2 a, half2 b) { return half2(SINGLE(a.x, b.x), SINGLE(a.y, b.y)); }
#define WARPLOOM_COMPARED(WORD, OP)                                                                                   \
    __device__ inline half2 __h##WORD##2(half2 a, half2 b) { return half2((half)(a.x OP b.x), (half)(a.y OP b.y)); }  \
    __device__ inline bool __hb##WORD##2(half2 a, half2 b) { return a.x OP b.x && a.y OP b.y; }
WARPLOOM_ONE(__habs2, __habs) WARPLOOM_ONE(h2exp, hexp) WARPLOOM_ONE(h2exp2, hexp2) WARPLOOM_ONE(h2log, hlog)
WARPLOOM_ONE(h2log2, hlog2) WARPLOOM_ONE(h2sqrt, hsqrt) WARPLOOM_ONE(h2rsqrt, hrsqrt) WARPLOOM_ONE(h2rcp, hrcp)
WARPLOOM_ONE(h2sin, hsin) WARPLOOM_ONE(h2cos, hcos) WARPLOOM_ONE(h2tanh, htanh) WARPLOOM_ONE(h2floor, hfloor)
WARPLOOM_ONE(h2ceil, hceil) WARPLOOM_ONE(h2rint, hrint) WARPLOOM_ONE(h2trunc, htrunc)
WARPLOOM_TWO(__hmax2, __hmax) WARPLOOM_TWO(__hmin2, __hmin)
WARPLOOM_COMPARED(eq, ==) WARPLOOM_COMPARED(ne, !=) WARPLOOM_COMPARED(lt, <) WARPLOOM_COMPARED(gt, >)
WARPLOOM_COMPARED(le, <=) WARPLOOM_COMPARED(ge, >=)
#undef WARPLOOM_ONE
#undef WARPLOOM_TWO
#undef WARPLOOM_COMPARED

/* Lanes exchange pairs as one word. */
#define WARPLOOM_SHUFFLE(NAME, INDEX)                                                                                 \
    __device__ inline half2 NAME(unsigned int mask, half2 a, INDEX by, int width = 32)                                \
    {                                                                                                                 \
        unsigned int low = __half_as_ushort(a.x), high = __half_as_ushort(a.y);                                       \
        unsigned int bits = NAME(mask, low | high << 16, by, width);                                                  \
        return half2(__ushort_as_half((unsigned short)bits), __ushort_as_half((unsigned short)(bits >> 16)));         \
    }
WARPLOOM_SHUFFLE(__shfl_sync, int) WARPLOOM_SHUFFLE(__shfl_up_sync, unsigned int)
WARPLOOM_SHUFFLE(__shfl_down_sync, unsigned int) WARPLOOM_SHUFFLE(__shfl_xor_sync, int)
#undef WARPLOOM_SHUFFLE

#endif
