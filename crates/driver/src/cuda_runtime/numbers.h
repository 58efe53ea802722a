/* Integers, mathematics and conversions of kernels, for C and for C++: CUDA's names
   behind `warploom_`, because the program's own headers may have them too. */
#ifndef WARPLOOM_NUMBERS_H
#define WARPLOOM_NUMBERS_H

#include <fenv.h>

/* Integers. */
static inline int warploom_mul24(int a, int b) { return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8)); }
static inline unsigned warploom_umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
static inline int warploom_mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
static inline unsigned warploom_umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
static inline long long warploom_mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
static inline unsigned long long warploom_umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
static inline unsigned warploom_sad(int a, int b, unsigned c) { return c + (a < b ? (unsigned)b - a : (unsigned)a - b); }
static inline unsigned warploom_usad(unsigned a, unsigned b, unsigned c) { return c + (a < b ? b - a : a - b); }
static inline int warploom_popc(unsigned x) { return __builtin_popcount(x); }
static inline int warploom_popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline int warploom_clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
static inline int warploom_clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
static inline int warploom_ffs(int x) { return __builtin_ffs(x); }
static inline int warploom_ffsll(long long x) { return __builtin_ffsll(x); }
static inline unsigned long long warploom_brevll(unsigned long long x)
{
    unsigned long long reversed = 0;
    for (int bit = 0; bit < 64; bit++)
        reversed |= (x >> bit & 1) << (63 - bit);
    return reversed;
}
static inline unsigned warploom_brev(unsigned x) { return (unsigned)(warploom_brevll(x) >> 32); }
static inline unsigned warploom_byte_perm(unsigned a, unsigned b, unsigned selector)
{
    unsigned long long both = (unsigned long long)b << 32 | a;
    unsigned chosen = 0;
    for (int byte = 0; byte < 4; byte++)
        chosen |= (unsigned)(both >> (selector >> 4 * byte & 7) * 8 & 255) << 8 * byte;
    return chosen;
}
static inline unsigned warploom_funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
static inline unsigned warploom_funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
static inline unsigned warploom_umin(unsigned a, unsigned b) { return a < b ? a : b; }
static inline unsigned warploom_umax(unsigned a, unsigned b) { return a > b ? a : b; }

/* Mathematics the C library does not have, and the fast forms. */
static inline float warploom_rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
static inline double warploom_rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
static inline float warploom_rcbrtf(float x) { return 1.0f / __builtin_cbrtf(x); }
static inline double warploom_rcbrt(double x) { return 1.0 / __builtin_cbrt(x); }
static inline double warploom_sinpi(double x) { return __builtin_sin(3.14159265358979323846 * __builtin_fmod(x, 2.0)); }
static inline float warploom_sinpif(float x) { return (float)warploom_sinpi(x); }
static inline double warploom_cospi(double x) { return __builtin_cos(3.14159265358979323846 * __builtin_fmod(x, 2.0)); }
static inline float warploom_cospif(float x) { return (float)warploom_cospi(x); }
static inline double warploom_exp10(double x) { return __builtin_pow(10.0, x); }
static inline float warploom_sinf(float x) { return __builtin_sinf(x); }
static inline float warploom_cosf(float x) { return __builtin_cosf(x); }
static inline float warploom_tanf(float x) { return __builtin_tanf(x); }
static inline float warploom_expf(float x) { return __builtin_expf(x); }
static inline float warploom_exp10f(float x) { return __builtin_powf(10.0f, x); }
static inline float warploom_logf(float x) { return __builtin_logf(x); }
static inline float warploom_log2f(float x) { return __builtin_log2f(x); }
static inline float warploom_log10f(float x) { return __builtin_log10f(x); }
static inline float warploom_powf(float a, float b) { return __builtin_powf(a, b); }
static inline float warploom_fdividef(float a, float b) { return a / b; }
static inline float warploom_saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
static inline void warploom_sincosf(float x, float *sine, float *cosine) { *sine = __builtin_sinf(x), *cosine = __builtin_cosf(x); }
static inline float warploom_fadd_rn(float a, float b) { return a + b; }
static inline float warploom_fsub_rn(float a, float b) { return a - b; }
static inline float warploom_fmul_rn(float a, float b) { return a * b; }
static inline float warploom_fdiv_rn(float a, float b) { return a / b; }
static inline float warploom_fmaf_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
static inline float warploom_frcp_rn(float x) { return 1.0f / x; }
static inline float warploom_fsqrt_rn(float x) { return __builtin_sqrtf(x); }
static inline float warploom_frsqrt_rn(float x) { return (float)(1.0 / __builtin_sqrt(x)); }
static inline double warploom_dadd_rn(double a, double b) { return a + b; }
static inline double warploom_dsub_rn(double a, double b) { return a - b; }
static inline double warploom_dmul_rn(double a, double b) { return a * b; }
static inline double warploom_ddiv_rn(double a, double b) { return a / b; }
static inline double warploom_dsqrt_rn(double x) { return __builtin_sqrt(x); }
static inline double warploom_drcp_rn(double x) { return 1.0 / x; }
static inline double warploom_fma_rn(double a, double b, double c) { return __builtin_fma(a, b, c); }

/* The other directions of rounding are the processor's own; `volatile` keeps the
   compiler from computing anything before it is told, `noinline` from computing
   anything else meanwhile. */
#define WARPLOOM_ROUNDED(TYPE, NAME, DIRECTION, PARAMS, COPIES, VALUE) \
    __attribute__((noinline, unused))                                  \
    static TYPE warploom_##NAME PARAMS                                 \
    {                                                                  \
        volatile COPIES;                                               \
        const int before = fegetround();                               \
        fesetround(DIRECTION);                                         \
        volatile TYPE result = VALUE;                                  \
        fesetround(before);                                            \
        return result;                                                 \
    }
#define WARPLOOM_ROUNDED_1(TYPE, NAME, DIRECTION, VALUE) \
    WARPLOOM_ROUNDED(TYPE, NAME, DIRECTION, (TYPE x), TYPE a = x, VALUE)
#define WARPLOOM_ROUNDED_2(TYPE, NAME, DIRECTION, VALUE) \
    WARPLOOM_ROUNDED(TYPE, NAME, DIRECTION, (TYPE x, TYPE y), TYPE a = x; volatile TYPE b = y, VALUE)
#define WARPLOOM_ROUNDED_3(TYPE, NAME, DIRECTION, VALUE)                        \
    WARPLOOM_ROUNDED(TYPE, NAME, DIRECTION, (TYPE x, TYPE y, TYPE z),           \
                     TYPE a = x; volatile TYPE b = y; volatile TYPE c = z, VALUE)
#define WARPLOOM_DIRECTED(TYPE, P, FMA, SQRT, SUFFIX, DIRECTION)                \
    WARPLOOM_ROUNDED_2(TYPE, P##add_##SUFFIX, DIRECTION, a + b)                 \
    WARPLOOM_ROUNDED_2(TYPE, P##sub_##SUFFIX, DIRECTION, a - b)                 \
    WARPLOOM_ROUNDED_2(TYPE, P##mul_##SUFFIX, DIRECTION, a *b)                  \
    WARPLOOM_ROUNDED_2(TYPE, P##div_##SUFFIX, DIRECTION, a / b)                 \
    WARPLOOM_ROUNDED_1(TYPE, P##rcp_##SUFFIX, DIRECTION, 1 / a)                 \
    WARPLOOM_ROUNDED_1(TYPE, P##sqrt_##SUFFIX, DIRECTION, __builtin_##SQRT(a))  \
    WARPLOOM_ROUNDED_3(TYPE, FMA##_##SUFFIX, DIRECTION, __builtin_##FMA(a, b, c))
#define WARPLOOM_CONVERTED(FROM, NAME, SUFFIX, DIRECTION) \
    WARPLOOM_ROUNDED(float, NAME##2float_##SUFFIX, DIRECTION, (FROM x), FROM a = x, (float)a)
#define WARPLOOM_ALL_CONVERTED(SUFFIX, DIRECTION)         \
    WARPLOOM_CONVERTED(double, double, SUFFIX, DIRECTION) \
    WARPLOOM_CONVERTED(int, int, SUFFIX, DIRECTION)       \
    WARPLOOM_CONVERTED(unsigned, uint, SUFFIX, DIRECTION) \
    WARPLOOM_CONVERTED(long long, ll, SUFFIX, DIRECTION)  \
    WARPLOOM_CONVERTED(unsigned long long, ull, SUFFIX, DIRECTION) \
    WARPLOOM_ROUNDED(double, ll2double_##SUFFIX, DIRECTION, (long long x), long long a = x, (double)a) \
    WARPLOOM_ROUNDED(double, ull2double_##SUFFIX, DIRECTION, (unsigned long long x), unsigned long long a = x, (double)a)
WARPLOOM_DIRECTED(float, f, fmaf, sqrtf, rz, FE_TOWARDZERO)
WARPLOOM_DIRECTED(float, f, fmaf, sqrtf, ru, FE_UPWARD)
WARPLOOM_DIRECTED(float, f, fmaf, sqrtf, rd, FE_DOWNWARD)
WARPLOOM_DIRECTED(double, d, fma, sqrt, rz, FE_TOWARDZERO)
WARPLOOM_DIRECTED(double, d, fma, sqrt, ru, FE_UPWARD)
WARPLOOM_DIRECTED(double, d, fma, sqrt, rd, FE_DOWNWARD)
WARPLOOM_ALL_CONVERTED(rz, FE_TOWARDZERO)
WARPLOOM_ALL_CONVERTED(ru, FE_UPWARD)
WARPLOOM_ALL_CONVERTED(rd, FE_DOWNWARD)


/* Conversions end at the limits of the type, and take NaN to zero. */
static inline int warploom_to_int(double x)
{
    return x != x ? 0 : x <= -2147483648.0 ? (-2147483647 - 1) : x >= 2147483647.0 ? 2147483647 : (int)x;
}
static inline unsigned warploom_to_unsigned(double x)
{
    return !(x > 0) ? 0 : x >= 4294967295.0 ? 4294967295u : (unsigned)x;
}
static inline int warploom_float2int_rn(float x) { return warploom_to_int(__builtin_rint(x)); }
static inline int warploom_float2int_rz(float x) { return warploom_to_int(x); }
static inline int warploom_float2int_ru(float x) { return warploom_to_int(__builtin_ceil(x)); }
static inline int warploom_float2int_rd(float x) { return warploom_to_int(__builtin_floor(x)); }
static inline unsigned warploom_float2uint_rn(float x) { return warploom_to_unsigned(__builtin_rint(x)); }
static inline unsigned warploom_float2uint_rz(float x) { return warploom_to_unsigned(x); }
static inline unsigned warploom_float2uint_ru(float x) { return warploom_to_unsigned(__builtin_ceil(x)); }
static inline unsigned warploom_float2uint_rd(float x) { return warploom_to_unsigned(__builtin_floor(x)); }
static inline float warploom_int2float_rn(int x) { return (float)x; }
static inline float warploom_uint2float_rn(unsigned x) { return (float)x; }
static inline int warploom_double2int_rn(double x) { return warploom_to_int(__builtin_rint(x)); }
static inline int warploom_double2int_rz(double x) { return warploom_to_int(x); }
static inline int warploom_double2int_ru(double x) { return warploom_to_int(__builtin_ceil(x)); }
static inline int warploom_double2int_rd(double x) { return warploom_to_int(__builtin_floor(x)); }
static inline float warploom_double2float_rn(double x) { return (float)x; }
static inline double warploom_int2double_rn(int x) { return x; }
#define WARPLOOM_BITS(to, from, x)             \
    {                                          \
        to result;                             \
        __builtin_memcpy(&result, &x, sizeof result);    \
        return result;                         \
    }
static inline int warploom_float_as_int(float x) WARPLOOM_BITS(int, float, x)
static inline unsigned warploom_float_as_uint(float x) WARPLOOM_BITS(unsigned, float, x)
static inline float warploom_int_as_float(int x) WARPLOOM_BITS(float, int, x)
static inline float warploom_uint_as_float(unsigned x) WARPLOOM_BITS(float, unsigned, x)
static inline long long warploom_double_as_longlong(double x) WARPLOOM_BITS(long long, double, x)
static inline double warploom_longlong_as_double(long long x) WARPLOOM_BITS(double, long long, x)
static inline int warploom_double2hiint(double x) { return (int)(warploom_double_as_longlong(x) >> 32); }
static inline int warploom_double2loint(double x) { return (int)warploom_double_as_longlong(x); }
static inline double warploom_hiloint2double(int high, int low)
{
    return warploom_longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}

static inline long long warploom_clock64(void)
{
    static __thread long long ticks;
    return ticks += 1000;
}
#ifdef WARPLOOM_ELSEWHERE
static inline void warploom_trap(void) { __builtin_abort(); }
#else
static inline void warploom_trap(void) { warploom_end_thread(cudaErrorLaunchFailure); }
#endif
static inline void warploom_nanosleep(unsigned nanoseconds) { (void)nanoseconds; }

#endif
