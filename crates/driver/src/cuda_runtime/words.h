/* What kernels may call, on the processor: CUDA's names behind `warploom_`,
   because the program's own headers may have them too, and no headers here for
   the same reason. Functions that C++ overloads are macros; each evaluates its
   arguments once. */
#ifndef WARPLOOM_WORDS_H
#define WARPLOOM_WORDS_H

#include <fenv.h>
#include "textures.h"
#include "threads.h"

#ifndef WARPLOOM_ELSEWHERE
static const int warpSize = 32;
#endif

/* Waiting for each other. */
static inline void warploom_syncthreads(void) { warploom_barrier(0); }
static inline int warploom_syncthreads_count(int predicate) { return warploom_barrier(predicate); }
static inline int warploom_syncthreads_or(int predicate) { return warploom_barrier(predicate) != 0; }
static inline int warploom_syncthreads_and(int predicate) { return warploom_barrier(!predicate) == 0; }
static inline void warploom_syncwarp(unsigned mask) { warploom_vote(mask, 0); }
static inline void warploom_threadfence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void warploom_threadfence_block(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void warploom_threadfence_system(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

/* Copies that are waited for later may as well be made at once. */
static inline void warploom_pipeline_memcpy_async(void *to, const void *from, unsigned long size)
{
    __builtin_memcpy(to, from, size);
}
static inline void warploom_pipeline_commit(void) {}
static inline void warploom_pipeline_wait_prior(unsigned long groups) { (void)groups; }

static inline unsigned warploom_activemask(void) { return warploom_lanes(); }
static inline unsigned warploom_ballot_sync(unsigned mask, int predicate) { return warploom_vote(mask, predicate); }
static inline int warploom_any_sync(unsigned mask, int predicate) { return warploom_vote(mask, predicate) != 0; }
static inline int warploom_all_sync(unsigned mask, int predicate) { return warploom_vote(mask, !predicate) == 0; }
static inline unsigned warploom_ballot(int predicate) { return warploom_vote(warploom_lanes(), predicate); }
static inline int warploom_any(int predicate) { return warploom_any_sync(warploom_lanes(), predicate); }
static inline int warploom_all(int predicate) { return warploom_all_sync(warploom_lanes(), predicate); }

/* Lanes exchange values within groups of `width`; what lies outside is one's own. */
static inline int warploom_within(int lane, int wanted, int width)
{
    int first = lane & ~(width - 1);
    return wanted >= first && wanted < first + width ? wanted : lane;
}
#define WARPLOOM_TAKE(mask, value, from)                                   \
    ({                                                                     \
        __typeof__(value) taken_ = (value);                                \
        int lane_ = warploom_lane();                                       \
        warploom_take(mask, &taken_, sizeof taken_, (from));               \
        taken_;                                                            \
    })
#define warploom_shfl_sync(mask, value, source, width) \
    WARPLOOM_TAKE(mask, value, (lane_ & ~((width) - 1)) + ((source) & ((width) - 1)))
#define warploom_shfl_up_sync(mask, value, delta, width) \
    WARPLOOM_TAKE(mask, value, warploom_within(lane_, lane_ - (int)(delta), width))
#define warploom_shfl_down_sync(mask, value, delta, width) \
    WARPLOOM_TAKE(mask, value, warploom_within(lane_, lane_ + (int)(delta), width))
#define warploom_shfl_xor_sync(mask, value, bits, width) \
    WARPLOOM_TAKE(mask, value, (lane_ ^ (bits)) < (lane_ | ((width) - 1)) + 1 ? lane_ ^ (bits) : lane_)
#define warploom_shfl(value, source, width) warploom_shfl_sync(warploom_lanes(), value, source, width)
#define warploom_shfl_up(value, delta, width) warploom_shfl_up_sync(warploom_lanes(), value, delta, width)
#define warploom_shfl_down(value, delta, width) warploom_shfl_down_sync(warploom_lanes(), value, delta, width)
#define warploom_shfl_xor(value, bits, width) warploom_shfl_xor_sync(warploom_lanes(), value, bits, width)

#define warploom_match_any_sync(mask, value)                      \
    ({                                                     \
        __typeof__(value) value_ = (value);                \
        warploom_match(mask, &value_, sizeof value_);      \
    })
#define warploom_match_all_sync(mask, value, predicate)                               \
    ({                                                                         \
        unsigned mask_ = (mask), same_ = warploom_match_any_sync(mask_, value);       \
        *(predicate) = same_ == mask_;                                         \
        same_ == mask_ ? mask_ : 0;                                            \
    })
#define WARPLOOM_REDUCE(mask, value, combine)                                     \
    ({                                                                            \
        unsigned mask_ = (mask);                                                  \
        __typeof__(value) own_ = (value), all_ = own_, next_;                     \
        for (int from_ = 0, first_ = 1; from_ < 32; from_++)                      \
            if (mask_ >> from_ & 1) {                                             \
                next_ = WARPLOOM_TAKE(mask_, own_, from_);                        \
                all_ = first_ ? next_ : (combine);                                \
                first_ = 0;                                                       \
            }                                                                     \
        all_;                                                                     \
    })
#define warploom_reduce_add_sync(mask, value) WARPLOOM_REDUCE(mask, value, all_ + next_)
#define warploom_reduce_min_sync(mask, value) WARPLOOM_REDUCE(mask, value, next_ < all_ ? next_ : all_)
#define warploom_reduce_max_sync(mask, value) WARPLOOM_REDUCE(mask, value, next_ > all_ ? next_ : all_)
#define warploom_reduce_and_sync(mask, value) WARPLOOM_REDUCE(mask, value, all_ & next_)
#define warploom_reduce_or_sync(mask, value) WARPLOOM_REDUCE(mask, value, all_ | next_)
#define warploom_reduce_xor_sync(mask, value) WARPLOOM_REDUCE(mask, value, all_ ^ next_)

/* The type of a value without `volatile`; arithmetic would make an `int` of 16 bits. */
#define WARPLOOM_PLAIN(value) \
    __typeof__(_Generic((value), unsigned short: (unsigned short)0, short: (short)0, default: (value) + 0))
/* Updates that blocks on other processors see as one. */
#define WARPLOOM_UPDATE(address, operand, updated)                                                        \
    ({                                                                                                    \
        WARPLOOM_PLAIN(*(address)) *address_ = (WARPLOOM_PLAIN(*(address)) *)(address);                   \
        WARPLOOM_PLAIN(*(address)) operand_ = (operand), old_, new_;                                      \
        __atomic_load(address_, &old_, __ATOMIC_RELAXED);                                                 \
        do                                                                                                \
            new_ = (updated);                                                                             \
        while (!__atomic_compare_exchange(address_, &old_, &new_, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)); \
        old_;                                                                                             \
    })
#define warploom_atomicAdd(address, value) WARPLOOM_UPDATE(address, value, old_ + operand_)
#define warploom_atomicSub(address, value) WARPLOOM_UPDATE(address, value, old_ - operand_)
#define warploom_atomicExch(address, value) WARPLOOM_UPDATE(address, value, operand_)
#define warploom_atomicMin(address, value) WARPLOOM_UPDATE(address, value, operand_ < old_ ? operand_ : old_)
#define warploom_atomicMax(address, value) WARPLOOM_UPDATE(address, value, operand_ > old_ ? operand_ : old_)
#define warploom_atomicInc(address, value) WARPLOOM_UPDATE(address, value, old_ >= operand_ ? 0 : old_ + 1)
#define warploom_atomicDec(address, value) \
    WARPLOOM_UPDATE(address, value, old_ == 0 || old_ > operand_ ? operand_ : old_ - 1)
#define warploom_atomicAnd(address, value) WARPLOOM_UPDATE(address, value, old_ & operand_)
#define warploom_atomicOr(address, value) WARPLOOM_UPDATE(address, value, old_ | operand_)
#define warploom_atomicXor(address, value) WARPLOOM_UPDATE(address, value, old_ ^ operand_)
#define warploom_atomicCAS(address, compare, value)                                        \
    ({                                                                            \
        WARPLOOM_PLAIN(*(address)) compare_ = (compare);                          \
        WARPLOOM_UPDATE(address, value, old_ == compare_ ? operand_ : old_);      \
    })
#define warploom_atomicAdd_block warploom_atomicAdd
#define warploom_atomicMin_block warploom_atomicMin
#define warploom_atomicMax_block warploom_atomicMax
#define warploom_atomicCAS_block warploom_atomicCAS
#define warploom_atomicAdd_system warploom_atomicAdd

#define warploom_ldg(address) (*(address))

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
    WARPLOOM_CONVERTED(unsigned, uint, SUFFIX, DIRECTION)
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
    static _Thread_local long long ticks;
    return ticks += 1000;
}
static inline void warploom_trap(void) { __builtin_abort(); }
static inline void warploom_nanosleep(unsigned nanoseconds) { (void)nanoseconds; }

#endif
