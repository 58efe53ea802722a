/* Numbers of 16 bits: `half` and `__nv_bfloat16`, in pairs too. Each operation is done in
   `float` and rounded to nearest, as the device does it. */
#ifndef WARPLOOM_HALF_H
#define WARPLOOM_HALF_H
#include "cuda_runtime.h"

namespace warploom {
inline unsigned short half_bits(float value)
{
    unsigned bits = __float_as_uint(value), sign = bits >> 16 & 0x8000, rest = bits & 0x7fffffff;
    if (rest > 0x7f800000)
        return 0x7fff;
    if (rest >= 0x477ff000)
        return sign | 0x7c00;
    if (rest < 0x38800000) { /* a subnormal, or zero */
        if (rest < 0x33000000)
            return sign;
        int shift = 126 - (int)(rest >> 23);
        unsigned fraction = (rest & 0x7fffff) | 0x800000, kept = fraction >> shift;
        unsigned lost = fraction & ((1u << shift) - 1), middle = 1u << (shift - 1);
        return sign | (kept + (lost > middle || (lost == middle && (kept & 1))));
    }
    return sign | ((rest - 0x38000000 + 0xfff + (rest >> 13 & 1)) >> 13);
}
inline float half_value(unsigned short bits)
{
    const unsigned sign = (unsigned)(bits & 0x8000) << 16, rest = bits & 0x7fff;
    if (rest < 0x400) { /* a subnormal, or zero: steps of 2^-24 */
        const float value = (float)rest * 5.9604644775390625e-8f;
        return sign ? -value : value;
    }
    return __uint_as_float(sign | (rest << 13) + (rest < 0x7c00 ? 0x38000000 : 0x70000000));
}
/* A `float` that is rounded again as the number itself would be: the last digit of what is between two is odd. */
inline float rounded_to_odd(double value)
{
    const float near = (float)value;
    if ((double)near == value || value != value)
        return near;
    const unsigned bits = __float_as_uint(near);
    return __uint_as_float((__builtin_fabs((double)near) > __builtin_fabs(value) ? bits - 1 : bits) | 1);
}
inline unsigned short bfloat_bits(float value)
{
    unsigned bits = __float_as_uint(value);
    return (bits & 0x7fffffff) > 0x7f800000 ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}
inline float bfloat_value(unsigned short bits) { return __uint_as_float((unsigned)bits << 16); }
}

#define WARPLOOM_SIXTEEN(NAME, RAW, BITS, VALUE)                                                            \
    struct RAW { unsigned short x; };                                                                       \
    struct NAME {                                                                                           \
        unsigned short bits;                                                                                \
        NAME() = default;                                                                                   \
        NAME(RAW raw) : bits(raw.x) {}                                                                      \
        template <class T, ::warploom::IfNumber<T> = 0> NAME(T value) : bits(::warploom::BITS((float)value)) {} \
        template <class T, typename std::enable_if<!std::is_arithmetic<T>::value && std::is_convertible<T, float>::value, int>::type = 0> \
        explicit NAME(T value) : bits(::warploom::BITS((float)value)) {}                                    \
        operator float() const { return ::warploom::VALUE(bits); }                                          \
        operator RAW() const { return RAW{bits}; }                                                          \
        NAME &operator=(RAW raw) { bits = raw.x; return *this; }                                            \
        NAME &operator++() { return *this = NAME((float)*this + 1); }                                       \
        NAME &operator--() { return *this = NAME((float)*this - 1); }                                       \
        NAME operator++(int) { NAME old = *this; ++*this; return old; }                                     \
        NAME operator--(int) { NAME old = *this; --*this; return old; }                                     \
        template <class T, ::warploom::IfNumber<T> = 0,                                                     \
                  typename std::enable_if<!std::is_same<T, float>::value, int>::type = 0>                   \
        explicit operator T() const { return (T)(float)*this; }                                             \
        NAME operator-() const { NAME r; r.bits = bits ^ 0x8000; return r; }                                \
        NAME operator+() const { return *this; }                                                            \
        NAME &operator+=(NAME b) { return *this = NAME((float)*this + (float)b); }                          \
        NAME &operator-=(NAME b) { return *this = NAME((float)*this - (float)b); }                          \
        NAME &operator*=(NAME b) { return *this = NAME((float)*this * (float)b); }                          \
        NAME &operator/=(NAME b) { return *this = NAME((float)*this / (float)b); }                          \
    };                                                                                                      \
    inline NAME operator+(NAME a, NAME b) { return a += b; }                                                \
    inline NAME operator-(NAME a, NAME b) { return a -= b; }                                                \
    inline NAME operator*(NAME a, NAME b) { return a *= b; }                                                \
    inline NAME operator/(NAME a, NAME b) { return a /= b; }                                                \
    inline bool operator==(NAME a, NAME b) { return (float)a == (float)b; }                                 \
    inline bool operator!=(NAME a, NAME b) { return (float)a != (float)b; }                                 \
    inline bool operator<(NAME a, NAME b) { return (float)a < (float)b; }                                   \
    inline bool operator>(NAME a, NAME b) { return (float)a > (float)b; }                                   \
    inline bool operator<=(NAME a, NAME b) { return (float)a <= (float)b; }                                 \
    inline bool operator>=(NAME a, NAME b) { return (float)a >= (float)b; }                                 \
    inline NAME __hadd(NAME a, NAME b) { return a + b; }                                                    \
    inline NAME __hsub(NAME a, NAME b) { return a - b; }                                                    \
    inline NAME __hmul(NAME a, NAME b) { return a * b; }                                                    \
    inline NAME __hdiv(NAME a, NAME b) { return a / b; }                                                    \
    /* The product is exact, and what the sum loses cannot be seen in 16 bits. */                           \
    inline NAME __hfma(NAME a, NAME b, NAME c) { return NAME(::warploom::rounded_to_odd((double)(float)a * (double)(float)b + (double)(float)c)); } \
    inline NAME __hneg(NAME a) { return -a; }                                                               \
    inline NAME __habs(NAME a) { a.bits &= 0x7fff; return a; }                                              \
    inline NAME __hmax(NAME a, NAME b) { return NAME(__builtin_fmaxf(a, b)); }                              \
    inline NAME __hmin(NAME a, NAME b) { return NAME(__builtin_fminf(a, b)); }                              \
    inline bool __heq(NAME a, NAME b) { return a == b; }                                                    \
    inline bool __hne(NAME a, NAME b) { return a != b; }                                                    \
    inline bool __hlt(NAME a, NAME b) { return a < b; }                                                     \
    inline bool __hgt(NAME a, NAME b) { return a > b; }                                                     \
    inline bool __hle(NAME a, NAME b) { return a <= b; }                                                    \
    inline bool __hge(NAME a, NAME b) { return a >= b; }                                                    \
    inline bool __hisnan(NAME a) { return (float)a != (float)a; }                                           \
    inline bool __hisinf(NAME a) { return __builtin_isinf((float)a); }                                      \
    inline bool __hequ(NAME a, NAME b) { return !(a != b); }                                                \
    inline bool __hltu(NAME a, NAME b) { return !(a >= b); }                                                \
    inline bool __hgtu(NAME a, NAME b) { return !(a <= b); }                                                \
    inline NAME __hadd_rn(NAME a, NAME b) { return a + b; }                                                 \
    inline NAME __hsub_rn(NAME a, NAME b) { return a - b; }                                                 \
    inline NAME __hmul_rn(NAME a, NAME b) { return a * b; }                                                 \
    inline NAME __hmax_nan(NAME a, NAME b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmax(a, b); }     \
    inline NAME __hmin_nan(NAME a, NAME b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmin(a, b); }     \
    inline NAME __hadd_sat(NAME a, NAME b) { return NAME(__saturatef((float)a + (float)b)); }               \
    inline NAME __hmul_sat(NAME a, NAME b) { return NAME(__saturatef((float)a * (float)b)); }               \
    inline NAME __hfma_relu(NAME a, NAME b, NAME c) { NAME r = __hfma(a, b, c); return r < NAME(0.0f) ? NAME(0.0f) : r; } \
    inline NAME htanh_approx(NAME a) { return NAME(__builtin_tanhf(a)); }                                   \
    inline NAME hexp10(NAME a) { return NAME(__builtin_powf(10.0f, a)); }                                   \
    inline NAME hlog10(NAME a) { return NAME(__builtin_log10f(a)); }                                        \
    inline NAME hrint(NAME a) { return NAME(__builtin_rintf(a)); }                                          \
    inline NAME htrunc(NAME a) { return NAME(__builtin_truncf(a)); }                                        \
    inline NAME atomicMax(NAME *address, NAME value)                                                        \
    {                                                                                                       \
        NAME old;                                                                                           \
        old.bits = ::warploom::update((volatile unsigned short *)&address->bits, [&](unsigned short was) {  \
            NAME now;                                                                                       \
            now.bits = was;                                                                                 \
            return now < value ? value.bits : was;                                                          \
        });                                                                                                 \
        return old;                                                                                         \
    }                                                                                                       \
    inline NAME hsqrt(NAME a) { return NAME(__builtin_sqrtf(a)); }                                          \
    inline NAME hrsqrt(NAME a) { return NAME(1.0f / __builtin_sqrtf(a)); }                                  \
    inline NAME hrcp(NAME a) { return NAME(1.0f / (float)a); }                                              \
    inline NAME hexp(NAME a) { return NAME(__builtin_expf(a)); }                                            \
    inline NAME hexp2(NAME a) { return NAME(__builtin_exp2f(a)); }                                          \
    inline NAME hlog(NAME a) { return NAME(__builtin_logf(a)); }                                            \
    inline NAME hlog2(NAME a) { return NAME(__builtin_log2f(a)); }                                          \
    inline NAME hsin(NAME a) { return NAME(__builtin_sinf(a)); }                                            \
    inline NAME hcos(NAME a) { return NAME(__builtin_cosf(a)); }                                            \
    inline NAME htanh(NAME a) { return NAME(__builtin_tanhf(a)); }                                          \
    inline NAME hfloor(NAME a) { return NAME(__builtin_floorf(a)); }                                        \
    inline NAME hceil(NAME a) { return NAME(__builtin_ceilf(a)); }                                          \
    inline NAME atomicAdd(NAME *address, NAME value)                                                        \
    {                                                                                                       \
        unsigned short old = ::warploom::update((volatile unsigned short *)&address->bits, [&](unsigned short was) { \
            NAME now;                                                                                       \
            now.bits = was;                                                                                 \
            return (now + value).bits;                                                                      \
        });                                                                                                 \
        NAME result;                                                                                        \
        result.bits = old;                                                                                  \
        return result;                                                                                      \
    }

/* Mixed with numbers of C, the number becomes one of 16 bits, as in CUDA. */
#define WARPLOOM_MIXED(NAME, OP)                                                                                    \
    template <class T, ::warploom::IfNumber<T> = 0> inline auto operator OP(NAME a, T b) { return a OP NAME(b); }   \
    template <class T, ::warploom::IfNumber<T> = 0> inline auto operator OP(T a, NAME b) { return NAME(a) OP b; }
#define WARPLOOM_ALL_MIXED(NAME)                                                                                  \
    WARPLOOM_MIXED(NAME, +) WARPLOOM_MIXED(NAME, -) WARPLOOM_MIXED(NAME, *) WARPLOOM_MIXED(NAME, /)               \
    WARPLOOM_MIXED(NAME, ==) WARPLOOM_MIXED(NAME, !=) WARPLOOM_MIXED(NAME, <) WARPLOOM_MIXED(NAME, >)             \
    WARPLOOM_MIXED(NAME, <=) WARPLOOM_MIXED(NAME, >=)

/* Comparing pairs: a pair of ones and zeros, whether both hold, or masks of bits. */
#define WARPLOOM_PAIRED(PAIR, NAME, WORD, OP)                                                               \
    inline PAIR __h##WORD##2(PAIR a, PAIR b) { return {NAME(a.x OP b.x), NAME(a.y OP b.y)}; }               \
    inline bool __hb##WORD##2(PAIR a, PAIR b) { return a.x OP b.x && a.y OP b.y; }                          \
    inline unsigned __h##WORD##2_mask(PAIR a, PAIR b) { return (a.x OP b.x ? 0xffffu : 0) | (a.y OP b.y ? 0xffff0000u : 0); }
#define WARPLOOM_EACH(PAIR, WORD) inline PAIR h2##WORD(PAIR a) { return {h##WORD(a.x), h##WORD(a.y)}; }
#define WARPLOOM_PAIR(PAIR, NAME)                                                                           \
    struct alignas(4) PAIR {                                                                                \
        NAME x, y;                                                                                          \
        PAIR() = default;                                                                                   \
        PAIR(NAME x, NAME y) : x(x), y(y) {}                                                                \
        PAIR &operator+=(PAIR b) { x += b.x, y += b.y; return *this; }                                      \
        PAIR &operator-=(PAIR b) { x -= b.x, y -= b.y; return *this; }                                      \
        PAIR &operator*=(PAIR b) { x *= b.x, y *= b.y; return *this; }                                      \
        PAIR &operator/=(PAIR b) { x /= b.x, y /= b.y; return *this; }                                      \
    };                                                                                                      \
    inline PAIR operator+(PAIR a, PAIR b) { return a += b; }                                                \
    inline PAIR operator-(PAIR a, PAIR b) { return a -= b; }                                                \
    inline PAIR operator*(PAIR a, PAIR b) { return a *= b; }                                                \
    inline PAIR operator/(PAIR a, PAIR b) { return a /= b; }                                                \
    inline PAIR operator-(PAIR a) { return {-a.x, -a.y}; }                                                  \
    inline bool operator==(PAIR a, PAIR b) { return a.x == b.x && a.y == b.y; }                             \
    inline PAIR __hadd2(PAIR a, PAIR b) { return a + b; }                                                   \
    inline PAIR __hsub2(PAIR a, PAIR b) { return a - b; }                                                   \
    inline PAIR __hmul2(PAIR a, PAIR b) { return a * b; }                                                   \
    inline PAIR __h2div(PAIR a, PAIR b) { return a / b; }                                                   \
    inline PAIR __hfma2(PAIR a, PAIR b, PAIR c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }  \
    inline PAIR __hneg2(PAIR a) { return -a; }                                                              \
    inline PAIR __habs2(PAIR a) { return {__habs(a.x), __habs(a.y)}; }                                      \
    inline PAIR __hmax2(PAIR a, PAIR b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }                    \
    inline PAIR __hmin2(PAIR a, PAIR b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }                    \
    inline PAIR __hfma2_relu(PAIR a, PAIR b, PAIR c) { return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)}; } \
    inline PAIR __hadd2_rn(PAIR a, PAIR b) { return a + b; }                                                \
    inline PAIR __hmul2_rn(PAIR a, PAIR b) { return a * b; }                                                \
    WARPLOOM_PAIRED(PAIR, NAME, eq, ==) WARPLOOM_PAIRED(PAIR, NAME, ne, !=) WARPLOOM_PAIRED(PAIR, NAME, lt, <) \
    WARPLOOM_PAIRED(PAIR, NAME, gt, >) WARPLOOM_PAIRED(PAIR, NAME, le, <=) WARPLOOM_PAIRED(PAIR, NAME, ge, >=) \
    WARPLOOM_EACH(PAIR, exp2) WARPLOOM_EACH(PAIR, exp10) WARPLOOM_EACH(PAIR, log) WARPLOOM_EACH(PAIR, log2) \
    WARPLOOM_EACH(PAIR, log10) WARPLOOM_EACH(PAIR, sin) WARPLOOM_EACH(PAIR, cos) WARPLOOM_EACH(PAIR, floor) \
    WARPLOOM_EACH(PAIR, ceil) WARPLOOM_EACH(PAIR, rint) WARPLOOM_EACH(PAIR, trunc) WARPLOOM_EACH(PAIR, tanh) \
    WARPLOOM_EACH(PAIR, tanh_approx)                                                                        \
    inline PAIR __hisnan2(PAIR a) { return {NAME(__hisnan(a.x)), NAME(__hisnan(a.y))}; }                    \
    inline PAIR h2exp(PAIR a) { return {hexp(a.x), hexp(a.y)}; }                                            \
    inline PAIR h2sqrt(PAIR a) { return {hsqrt(a.x), hsqrt(a.y)}; }                                         \
    inline PAIR h2rsqrt(PAIR a) { return {hrsqrt(a.x), hrsqrt(a.y)}; }                                      \
    inline PAIR h2rcp(PAIR a) { return {hrcp(a.x), hrcp(a.y)}; }                                            \
    inline PAIR atomicAdd(PAIR *address, PAIR value) { return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)}; }

WARPLOOM_SIXTEEN(__half, __half_raw, half_bits, half_value)
WARPLOOM_ALL_MIXED(__half)
WARPLOOM_PAIR(__half2, __half)
typedef __half half;
typedef __half2 half2;
WARPLOOM_SIXTEEN(__nv_bfloat16, __nv_bfloat16_raw, bfloat_bits, bfloat_value)
WARPLOOM_ALL_MIXED(__nv_bfloat16)
WARPLOOM_PAIR(__nv_bfloat162, __nv_bfloat16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

/* Conversions, with the direction of rounding behind the name. */
inline float __half2float(__half a) { return a; }
inline __half __float2half(float a) { return a; }
inline __half __float2half_rn(float a) { return a; }
inline __half __double2half(double a) { return a; }
inline __half __int2half_rn(int a) { return a; }
inline __half __uint2half_rn(unsigned a) { return a; }
inline __half __short2half_rn(short a) { return a; }
inline __half __ushort2half_rn(unsigned short a) { return a; }
inline int __half2int_rn(__half a) { return __float2int_rn(a); }
inline int __half2int_rz(__half a) { return (int)(float)a; }
inline unsigned __half2uint_rn(__half a) { return __float2uint_rn(a); }
inline unsigned __half2uint_rz(__half a) { return (unsigned)(float)a; }
inline short __half2short_rn(__half a) { return (short)__float2int_rn(a); }
inline __half __ushort_as_half(unsigned short bits) { return __half_raw{bits}; }
inline __half __short_as_half(short bits) { return __half_raw{(unsigned short)bits}; }
inline unsigned short __half_as_ushort(__half a) { return a.bits; }
inline short __half_as_short(__half a) { return (short)a.bits; }
inline long long __half2ll_rn(__half a) { return (long long)__builtin_rintf(a); }
inline long long __half2ll_rz(__half a) { return (long long)(float)a; }
inline unsigned long long __half2ull_rz(__half a) { return (unsigned long long)(float)a; }
inline __half __ll2half_rn(long long a) { return a; }
inline __half __ull2half_rn(unsigned long long a) { return a; }
inline signed char __half2char_rz(__half a) { return (signed char)__float2int_rz(a); }
inline unsigned char __half2uchar_rz(__half a) { return (unsigned char)__float2uint_rz(a); }
inline int __half2int_rd(__half a) { return __float2int_rd(a); }
inline int __half2int_ru(__half a) { return __float2int_ru(a); }
inline short __half2short_rz(__half a) { return (short)__float2int_rz(a); }
inline unsigned short __half2ushort_rz(__half a) { return (unsigned short)__float2uint_rz(a); }
inline __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
inline __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
inline __half2 __floats2half2_rn(float a, float b) { return {a, b}; }
inline __half2 __float2half2_rn(float a) { return {a, a}; }
inline __half2 __float22half2_rn(float2 a) { return {a.x, a.y}; }
inline float2 __half22float2(__half2 a) { return {a.x, a.y}; }
inline __half2 __half2half2(__half a) { return {a, a}; }
inline __half2 __halves2half2(__half a, __half b) { return {a, b}; }
inline __half2 make_half2(__half a, __half b) { return {a, b}; }
inline __half __low2half(__half2 a) { return a.x; }
inline __half __high2half(__half2 a) { return a.y; }
inline float __low2float(__half2 a) { return a.x; }
inline float __high2float(__half2 a) { return a.y; }
inline __half2 __low2half2(__half2 a) { return {a.x, a.x}; }
inline __half2 __high2half2(__half2 a) { return {a.y, a.y}; }
inline __half2 __lowhigh2highlow(__half2 a) { return {a.y, a.x}; }
inline float __bfloat162float(__nv_bfloat16 a) { return a; }
inline float __low2float(__nv_bfloat162 a) { return a.x; }
inline float __high2float(__nv_bfloat162 a) { return a.y; }
inline __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return {a.x, a.x}; }
inline __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return {a.y, a.y}; }
inline __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.x, b.x}; }
inline __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.y, b.y}; }
inline __nv_bfloat16 __uint2bfloat16_rn(unsigned a) { return a; }
inline __nv_bfloat16 __short2bfloat16_rn(short a) { return a; }
inline __nv_bfloat16 __ushort2bfloat16_rn(unsigned short a) { return a; }
inline __nv_bfloat16 __ll2bfloat16_rn(long long a) { return a; }
inline unsigned __bfloat162uint_rz(__nv_bfloat16 a) { return __float2uint_rz(a); }
inline short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.bits; }
inline __nv_bfloat16 __short_as_bfloat16(short bits) { return __nv_bfloat16_raw{(unsigned short)bits}; }
inline int __bfloat162int_rn(__nv_bfloat16 a) { return __float2int_rn(a); }
inline int __bfloat162int_rz(__nv_bfloat16 a) { return (int)(float)a; }
inline __nv_bfloat16 __float2bfloat16(float a) { return a; }
inline __nv_bfloat16 __float2bfloat16_rn(float a) { return a; }
inline __nv_bfloat16 __double2bfloat16(double a) { return a; }
inline __nv_bfloat16 __int2bfloat16_rn(int a) { return a; }
inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return {a, b}; }
inline __nv_bfloat162 __float2bfloat162_rn(float a) { return {a, a}; }
inline __nv_bfloat162 __float22bfloat162_rn(float2 a) { return {a.x, a.y}; }
inline float2 __bfloat1622float2(__nv_bfloat162 a) { return {a.x, a.y}; }
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return {a, a}; }
inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.bits; }
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return __nv_bfloat16_raw{bits}; }

#endif
