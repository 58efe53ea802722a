/* `__nv_bfloat16` and pairs of it, as far as kernels are read: the upper half of a `float`. Each operation is
   done in `float` and rounded once, to the nearest even. */
#ifndef WARPLOOM_KERNELS_BF16_H
#define WARPLOOM_KERNELS_BF16_H

__device__ inline unsigned short warploom_bfloat_bits(float value)
{
    unsigned int bits = __float_as_uint(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return 0x7fff;
    return (unsigned short)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
__device__ inline float warploom_bfloat_value(unsigned short bits) { return __uint_as_float((unsigned int)bits << 16); }

struct __attribute__((aligned(2))) __nv_bfloat16_raw { unsigned short x; };
struct __attribute__((aligned(2))) __nv_bfloat16 {
    unsigned short bits;
    __device__ __nv_bfloat16() {}
    __device__ __nv_bfloat16(float a) : bits(warploom_bfloat_bits(a)) {}
    __device__ __nv_bfloat16(double a) : bits(warploom_bfloat_bits((float)a)) {}
    __device__ __nv_bfloat16(int a) : bits(warploom_bfloat_bits((float)a)) {}
    __device__ __nv_bfloat16(unsigned int a) : bits(warploom_bfloat_bits((float)a)) {}
    __device__ __nv_bfloat16(long long a) : bits(warploom_bfloat_bits((float)a)) {}
    __device__ __nv_bfloat16(unsigned long long a) : bits(warploom_bfloat_bits((float)a)) {}
    __device__ operator float() const { return warploom_bfloat_value(bits); }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __device__ __nv_bfloat162() {}
    __device__ __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
};
typedef __nv_bfloat162 nv_bfloat162;

#define WARPLOOM_OPERATOR(OP)                                                                                         \
    __device__ inline __nv_bfloat16 operator OP(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16((float)a OP (float)b); }    \
    __device__ inline __nv_bfloat16 &operator OP##=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { a = __nv_bfloat16((float)a OP (float)b); return a; }
#define WARPLOOM_COMPARED(OP)                                                                                         \
    __device__ inline bool operator OP(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a OP (float)b; }
WARPLOOM_OPERATOR(+) WARPLOOM_OPERATOR(-) WARPLOOM_OPERATOR(*) WARPLOOM_OPERATOR(/)
WARPLOOM_COMPARED(==) WARPLOOM_COMPARED(!=) WARPLOOM_COMPARED(<) WARPLOOM_COMPARED(>) WARPLOOM_COMPARED(<=) WARPLOOM_COMPARED(>=)
#undef WARPLOOM_OPERATOR
#undef WARPLOOM_COMPARED
__device__ inline __nv_bfloat16 operator-(const __nv_bfloat16 &a) { return __nv_bfloat16(-(float)a); }

__device__ inline float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
__device__ inline __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }
__device__ inline __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }
__device__ inline __nv_bfloat16 __double2bfloat16(double a) { return __nv_bfloat16((float)a); }
__device__ inline __nv_bfloat16 __int2bfloat16_rn(int a) { return __nv_bfloat16((float)a); }
__device__ inline __nv_bfloat16 __uint2bfloat16_rn(unsigned int a) { return __nv_bfloat16((float)a); }
__device__ inline __nv_bfloat16 __short2bfloat16_rn(short a) { return __nv_bfloat16((float)a); }
__device__ inline __nv_bfloat16 __ushort2bfloat16_rn(unsigned short a) { return __nv_bfloat16((float)a); }
__device__ inline __nv_bfloat16 __ll2bfloat16_rn(long long a) { return __nv_bfloat16((float)a); }
__device__ inline int __bfloat162int_rn(__nv_bfloat16 a) { return __float2int_rn((float)a); }
__device__ inline int __bfloat162int_rz(__nv_bfloat16 a) { return (int)(float)a; }
__device__ inline unsigned int __bfloat162uint_rz(__nv_bfloat16 a) { return (unsigned int)(float)a; }
__device__ inline short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.bits; }
__device__ inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.bits; }
__device__ inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { __nv_bfloat16 a; a.bits = bits; return a; }
__device__ inline __nv_bfloat16 __short_as_bfloat16(short bits) { return __ushort_as_bfloat16((unsigned short)bits); }

#define WARPLOOM_TWO(NAME, VALUE)                                                                                     \
    __device__ inline __nv_bfloat16 NAME(__nv_bfloat16 one, __nv_bfloat16 two)                                        \
    {                                                                                                                 \
        float a = (float)one, b = (float)two;                                                                         \
        return __nv_bfloat16(VALUE);                                                                                  \
    }
#define WARPLOOM_ONE(NAME, VALUE)                                                                                     \
    __device__ inline __nv_bfloat16 NAME(__nv_bfloat16 one)                                                           \
    {                                                                                                                 \
        float a = (float)one;                                                                                         \
        return __nv_bfloat16(VALUE);                                                                                  \
    }
#define WARPLOOM_COMPARED(NAME, OP)                                                                                   \
    __device__ inline bool NAME(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a OP (float)b; }
WARPLOOM_TWO(__hadd, a + b) WARPLOOM_TWO(__hsub, a - b) WARPLOOM_TWO(__hmul, a * b) WARPLOOM_TWO(__hdiv, a / b)
WARPLOOM_TWO(__hmax, fmaxf(a, b)) WARPLOOM_TWO(__hmin, fminf(a, b))
WARPLOOM_ONE(__hneg, -a) WARPLOOM_ONE(__habs, fabsf(a)) WARPLOOM_ONE(hsqrt, sqrtf(a)) WARPLOOM_ONE(hrsqrt, rsqrtf(a))
WARPLOOM_ONE(hexp, expf(a)) WARPLOOM_ONE(hexp2, exp2f(a)) WARPLOOM_ONE(hlog, logf(a)) WARPLOOM_ONE(hlog2, log2f(a))
WARPLOOM_ONE(hrcp, 1.0f / a) WARPLOOM_ONE(hsin, sinf(a)) WARPLOOM_ONE(hcos, cosf(a)) WARPLOOM_ONE(htanh, tanhf(a))
WARPLOOM_ONE(hfloor, floorf(a)) WARPLOOM_ONE(hceil, ceilf(a)) WARPLOOM_ONE(hrint, rintf(a)) WARPLOOM_ONE(htrunc, truncf(a))
WARPLOOM_COMPARED(__heq, ==) WARPLOOM_COMPARED(__hne, !=) WARPLOOM_COMPARED(__hlt, <) WARPLOOM_COMPARED(__hgt, >)
WARPLOOM_COMPARED(__hle, <=) WARPLOOM_COMPARED(__hge, >=)
#undef WARPLOOM_TWO
#undef WARPLOOM_ONE
#undef WARPLOOM_COMPARED
/* The product is exact in `double`, and what the sum loses cannot be seen in 16 bits. */
__device__ inline __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __nv_bfloat16(fmaf((float)a, (float)b, (float)c)); }
__device__ inline bool __hisnan(__nv_bfloat16 a) { return (float)a != (float)a; }

__device__ inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__device__ inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__device__ inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
__device__ inline __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a)); }
__device__ inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b)); }
__device__ inline __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __nv_bfloat162(__nv_bfloat16(a.x), __nv_bfloat16(a.y)); }
__device__ inline float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2((float)a.x, (float)a.y); }
__device__ inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__device__ inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__device__ inline float __low2float(__nv_bfloat162 a) { return (float)a.x; }
__device__ inline float __high2float(__nv_bfloat162 a) { return (float)a.y; }
__device__ inline __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
__device__ inline __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
#define WARPLOOM_PAIR(NAME, OP)                                                                                       \
    __device__ inline __nv_bfloat162 NAME(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(OP(a.x, b.x), OP(a.y, b.y)); }
WARPLOOM_PAIR(__hadd2, __hadd) WARPLOOM_PAIR(__hsub2, __hsub) WARPLOOM_PAIR(__hmul2, __hmul) WARPLOOM_PAIR(__h2div, __hdiv)
WARPLOOM_PAIR(__hmax2, __hmax) WARPLOOM_PAIR(__hmin2, __hmin)
WARPLOOM_PAIR(operator+, __hadd) WARPLOOM_PAIR(operator-, __hsub) WARPLOOM_PAIR(operator*, __hmul) WARPLOOM_PAIR(operator/, __hdiv)
#undef WARPLOOM_PAIR
__device__ inline __nv_bfloat162 &operator+=(__nv_bfloat162 &a, __nv_bfloat162 b) { a = a + b; return a; }
__device__ inline __nv_bfloat162 &operator*=(__nv_bfloat162 &a, __nv_bfloat162 b) { a = a * b; return a; }
__device__ inline __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return __nv_bfloat162(-a.x, -a.y); }
__device__ inline __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }

/* Lanes exchange 16 bits in a word, and pairs as one. */
#define WARPLOOM_SHUFFLE(NAME, INDEX)                                                                                 \
    __device__ inline __nv_bfloat16 NAME(unsigned int mask, __nv_bfloat16 a, INDEX by, int width = 32)                \
    {                                                                                                                 \
        unsigned int bits = NAME(mask, (unsigned int)a.bits, by, width);                                              \
        return __ushort_as_bfloat16((unsigned short)bits);                                                            \
    }                                                                                                                 \
    __device__ inline __nv_bfloat162 NAME(unsigned int mask, __nv_bfloat162 a, INDEX by, int width = 32)              \
    {                                                                                                                 \
        unsigned int bits = NAME(mask, a.x.bits | (unsigned int)a.y.bits << 16, by, width);                           \
        __nv_bfloat162 pair;                                                                                          \
        pair.x.bits = (unsigned short)bits;                                                                           \
        pair.y.bits = (unsigned short)(bits >> 16);                                                                   \
        return pair;                                                                                                  \
    }
WARPLOOM_SHUFFLE(__shfl_sync, int) WARPLOOM_SHUFFLE(__shfl_up_sync, unsigned int)
WARPLOOM_SHUFFLE(__shfl_down_sync, unsigned int) WARPLOOM_SHUFFLE(__shfl_xor_sync, int)
#undef WARPLOOM_SHUFFLE

#endif
