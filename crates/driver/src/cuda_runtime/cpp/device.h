/* What kernels may call, in C++: templates where CUDA has overloads. */
#ifndef WARPLOOM_DEVICE_H
#define WARPLOOM_DEVICE_H

extern "C" __thread unsigned warploom_spins;

namespace warploom {

template <class T> struct just { typedef T type; };
template <class T> using Same = typename just<T>::type;
template <class T> using IfNumber = typename std::enable_if<std::is_arithmetic<T>::value, int>::type;

/* The numbers in a vector type. */
template <class T, class = void> struct lane_of { typedef T type; enum { count = 1 }; };
template <class T> struct lane_of<T, decltype((void)std::declval<T>().x)> {
    typedef typename std::remove_reference<decltype(std::declval<T>().x)>::type type;
    enum { count = sizeof(T) / sizeof(type) };
};

/* Inline PTX that has no equal here. */
__attribute__((error("this PTX runs on NVIDIA GPUs alone: write it in C++, or keep it behind `#ifdef __CUDA_ARCH__`, with an `#else`")))
void ptx_of_gpus_alone();

/* What a thread does that waits for a value; after many of them, the others have their turn. */
inline void spin()
{
    if (++warploom_spins > 4096)
        warploom_pause();
}

/* An update that blocks on other processors see as one. */
template <class T, class Next> inline T update(volatile T *address, Next next)
{
    T *at = const_cast<T *>(address), old, fresh;
    spin();
    __atomic_load(at, &old, __ATOMIC_RELAXED);
    do
        fresh = next(old);
    while (!__atomic_compare_exchange(at, &old, &fresh, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    return old;
}

/* Lanes exchange values of any size, four words at a time. */
template <class T> inline T take(unsigned mask, T value, int lane)
{
    char bytes[sizeof(T)];
    __builtin_memcpy(bytes, &value, sizeof(T));
    for (size_t at = 0; at < sizeof(T); at += 16)
        warploom_take(mask, bytes + at, sizeof(T) - at < 16 ? sizeof(T) - at : 16, lane);
    __builtin_memcpy(&value, bytes, sizeof(T));
    return value;
}
inline int within(int lane, int wanted, int width)
{
    int first = lane & ~(width - 1);
    return wanted >= first && wanted < first + width ? wanted : lane;
}
template <class T, class Combine> inline T reduce(unsigned mask, T own, Combine combine)
{
    T all = own;
    bool first = true;
    for (int from = 0; from < 32; from++)
        if (mask >> from & 1) {
            T next = take(mask, own, from);
            all = first ? next : combine(all, next);
            first = false;
        }
    return all;
}

}

/* Waiting for each other. */
inline void __syncthreads() { warploom_barrier(0); }
inline int __syncthreads_count(int predicate) { return warploom_barrier(predicate); }
inline int __syncthreads_or(int predicate) { return warploom_barrier(predicate) != 0; }
inline int __syncthreads_and(int predicate) { return warploom_barrier(!predicate) == 0; }
inline void __syncwarp(unsigned mask = 0xffffffffu) { warploom_vote(mask, 0); }
inline void __threadfence() { ::warploom::spin(), __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() { ::warploom::spin(), __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zeros = 0)
{
    __builtin_memcpy(to, from, size - zeros);
    __builtin_memset((char *)to + size - zeros, 0, zeros);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(size_t) {}

/* Votes and shuffles. */
inline __attribute__((always_inline)) unsigned __activemask() { return warploom_active(); }
inline unsigned __ballot_sync(unsigned mask, int predicate) { return warploom_vote(mask, predicate); }
inline int __any_sync(unsigned mask, int predicate) { return warploom_vote(mask, predicate) != 0; }
inline int __all_sync(unsigned mask, int predicate) { return warploom_vote(mask, !predicate) == 0; }
inline int __uni_sync(unsigned mask, int predicate)
{
    unsigned set = warploom_vote(mask, predicate);
    return set == 0 || set == mask;
}
inline unsigned __ballot(int predicate) { return warploom_vote(warploom_active(), predicate); }
inline int __any(int predicate) { return __any_sync(warploom_active(), predicate); }
inline int __all(int predicate) { return __all_sync(warploom_active(), predicate); }
template <class T> inline T __shfl_sync(unsigned mask, T value, int source, int width = 32)
{
    return ::warploom::take(mask, value, (warploom_lane() & ~(width - 1)) + (source & (width - 1)));
}
template <class T> inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32)
{
    int lane = warploom_lane();
    return ::warploom::take(mask, value, ::warploom::within(lane, lane - (int)delta, width));
}
template <class T> inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32)
{
    int lane = warploom_lane();
    return ::warploom::take(mask, value, ::warploom::within(lane, lane + (int)delta, width));
}
template <class T> inline T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32)
{
    int lane = warploom_lane();
    return ::warploom::take(mask, value, (lane ^ bits) < (lane | (width - 1)) + 1 ? lane ^ bits : lane);
}
template <class T> inline T __shfl(T value, int source, int width = 32) { return __shfl_sync(warploom_active(), value, source, width); }
template <class T> inline T __shfl_up(T value, unsigned delta, int width = 32) { return __shfl_up_sync(warploom_active(), value, delta, width); }
template <class T> inline T __shfl_down(T value, unsigned delta, int width = 32) { return __shfl_down_sync(warploom_active(), value, delta, width); }
template <class T> inline T __shfl_xor(T value, int bits, int width = 32) { return __shfl_xor_sync(warploom_active(), value, bits, width); }
template <class T> inline unsigned __match_any_sync(unsigned mask, T value) { return warploom_match(mask, &value, sizeof value); }
template <class T> inline unsigned __match_all_sync(unsigned mask, T value, int *predicate)
{
    unsigned same = warploom_match(mask, &value, sizeof value);
    *predicate = same == mask;
    return same == mask ? mask : 0;
}
template <class T> inline T __reduce_add_sync(unsigned mask, T value) { return ::warploom::reduce(mask, value, [](T a, T b) { return a + b; }); }
template <class T> inline T __reduce_min_sync(unsigned mask, T value) { return ::warploom::reduce(mask, value, [](T a, T b) { return b < a ? b : a; }); }
template <class T> inline T __reduce_max_sync(unsigned mask, T value) { return ::warploom::reduce(mask, value, [](T a, T b) { return b > a ? b : a; }); }
inline unsigned __reduce_and_sync(unsigned mask, unsigned value) { return ::warploom::reduce(mask, value, [](unsigned a, unsigned b) { return a & b; }); }
inline unsigned __reduce_or_sync(unsigned mask, unsigned value) { return ::warploom::reduce(mask, value, [](unsigned a, unsigned b) { return a | b; }); }
inline unsigned __reduce_xor_sync(unsigned mask, unsigned value) { return ::warploom::reduce(mask, value, [](unsigned a, unsigned b) { return a ^ b; }); }

/* Atomic updates, with what CUDA calls their scope behind the name. */
#define WARPLOOM_ATOMIC(NAME, NEW)                                                                     \
    template <class T> inline T NAME(T *address, ::warploom::Same<T> value)                            \
    {                                                                                                  \
        return ::warploom::update((volatile T *)address, [&](T old) -> T { return NEW; });             \
    }                                                                                                  \
    template <class T> inline T NAME(volatile T *address, ::warploom::Same<T> value)                   \
    {                                                                                                  \
        return ::warploom::update(address, [&](T old) -> T { return NEW; });                           \
    }
#define WARPLOOM_ATOMICS(NAME, NEW) \
    WARPLOOM_ATOMIC(NAME, NEW) WARPLOOM_ATOMIC(NAME##_block, NEW) WARPLOOM_ATOMIC(NAME##_system, NEW)
WARPLOOM_ATOMICS(atomicAdd, (T)(old + value))
WARPLOOM_ATOMICS(atomicSub, (T)(old - value))
WARPLOOM_ATOMICS(atomicExch, ((void)old, value))
WARPLOOM_ATOMICS(atomicMin, value < old ? value : old)
WARPLOOM_ATOMICS(atomicMax, value > old ? value : old)
WARPLOOM_ATOMICS(atomicInc, old >= value ? 0 : old + 1)
WARPLOOM_ATOMICS(atomicDec, old == 0 || old > value ? value : old - 1)
WARPLOOM_ATOMICS(atomicAnd, old & value)
WARPLOOM_ATOMICS(atomicOr, old | value)
WARPLOOM_ATOMICS(atomicXor, old ^ value)
#define WARPLOOM_CAS(NAME)                                                                                          \
    template <class T> inline T NAME(T *address, ::warploom::Same<T> compare, ::warploom::Same<T> value)            \
    {                                                                                                               \
        return ::warploom::update((volatile T *)address, [&](T old) -> T { return old == compare ? value : old; }); \
    }                                                                                                               \
    template <class T> inline T NAME(volatile T *address, ::warploom::Same<T> compare, ::warploom::Same<T> value)   \
    {                                                                                                               \
        return ::warploom::update(address, [&](T old) -> T { return old == compare ? value : old; });               \
    }
WARPLOOM_CAS(atomicCAS) WARPLOOM_CAS(atomicCAS_block) WARPLOOM_CAS(atomicCAS_system)
/* Vectors are updated a number at a time. */
inline float2 atomicAdd(float2 *address, float2 value) { return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)}; }
inline float4 atomicAdd(float4 *address, float4 value)
{
    return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y), atomicAdd(&address->z, value.z),
            atomicAdd(&address->w, value.w)};
}

/* The same with an order and a scope, as GCC spells it; the order is the strictest. */
enum { __NV_ATOMIC_RELAXED, __NV_ATOMIC_CONSUME, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELEASE, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_SEQ_CST };
enum { __NV_THREAD_SCOPE_THREAD, __NV_THREAD_SCOPE_BLOCK, __NV_THREAD_SCOPE_CLUSTER, __NV_THREAD_SCOPE_DEVICE, __NV_THREAD_SCOPE_SYSTEM };
template <class T> inline T __nv_atomic_load_n(const T *at, int, int = 0) { T value; __atomic_load((T *)at, &value, __ATOMIC_SEQ_CST); return value; }
template <class T> inline void __nv_atomic_store_n(T *at, ::warploom::Same<T> value, int, int = 0) { __atomic_store(at, &value, __ATOMIC_SEQ_CST); }
template <class T> inline T __nv_atomic_fetch_add(T *at, ::warploom::Same<T> value, int, int = 0) { return atomicAdd(at, value); }
template <class T> inline T __nv_atomic_fetch_max(T *at, ::warploom::Same<T> value, int, int = 0) { return atomicMax(at, value); }
template <class T> inline T __nv_atomic_fetch_min(T *at, ::warploom::Same<T> value, int, int = 0) { return atomicMin(at, value); }
template <class T> inline T __nv_atomic_exchange_n(T *at, ::warploom::Same<T> value, int, int = 0) { return atomicExch(at, value); }
inline void __nv_atomic_thread_fence(int, int = 0) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

/* Loads and stores with hints to caches. */
#define WARPLOOM_LOAD(NAME) template <class T> inline T NAME(const T *address) { return *address; }
WARPLOOM_LOAD(__ldg) WARPLOOM_LOAD(__ldcg) WARPLOOM_LOAD(__ldca) WARPLOOM_LOAD(__ldcs) WARPLOOM_LOAD(__ldlu) WARPLOOM_LOAD(__ldcv)
#define WARPLOOM_STORE(NAME) template <class T> inline void NAME(T *address, ::warploom::Same<T> value) { *address = value; }
WARPLOOM_STORE(__stwb) WARPLOOM_STORE(__stcg) WARPLOOM_STORE(__stcs) WARPLOOM_STORE(__stwt)
inline size_t __cvta_generic_to_shared(const void *pointer) { return (size_t)pointer; }
inline size_t __cvta_generic_to_global(const void *pointer) { return (size_t)pointer; }

/* Numbers. */
#define WARPLOOM_SMALLER(NAME, OP)                                                                               \
    template <class A, class B, ::warploom::IfNumber<A> = 0, ::warploom::IfNumber<B> = 0>                        \
    constexpr typename std::common_type<A, B>::type NAME(A a, B b)                                               \
    {                                                                                                            \
        typedef typename std::common_type<A, B>::type Both;                                                      \
        return (Both)b OP (Both)a ? (Both)b : (Both)a;                                                           \
    }
WARPLOOM_SMALLER(min, <)
WARPLOOM_SMALLER(max, >)
inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
inline long long llmin(long long a, long long b) { return a < b ? a : b; }
inline long long llmax(long long a, long long b) { return a > b ? a : b; }
inline float rsqrtf(float x) { return warploom_rsqrtf(x); }
inline double rsqrt(double x) { return warploom_rsqrt(x); }
inline float rsqrt(float x) { return warploom_rsqrtf(x); }
inline float rcbrtf(float x) { return warploom_rcbrtf(x); }
inline double rcbrt(double x) { return warploom_rcbrt(x); }
inline float sinpif(float x) { return warploom_sinpif(x); }
inline double sinpi(double x) { return warploom_sinpi(x); }
inline float sinpi(float x) { return warploom_sinpif(x); }
inline float cospif(float x) { return warploom_cospif(x); }
inline double cospi(double x) { return warploom_cospi(x); }
inline float cospi(float x) { return warploom_cospif(x); }
inline float fdividef(float a, float b) { return a / b; }
inline void sincos(float x, float *sine, float *cosine) { *sine = __builtin_sinf(x), *cosine = __builtin_cosf(x); }

#define __mul24 warploom_mul24
#define __umul24 warploom_umul24
#define __mulhi warploom_mulhi
#define __umulhi warploom_umulhi
#define __mul64hi warploom_mul64hi
#define __umul64hi warploom_umul64hi
#define __sad warploom_sad
#define __usad warploom_usad
#define __popc warploom_popc
#define __popcll warploom_popcll
#define __clz warploom_clz
#define __clzll warploom_clzll
#define __ffs warploom_ffs
#define __ffsll warploom_ffsll
#define __brev warploom_brev
#define __brevll warploom_brevll
#define __byte_perm warploom_byte_perm
#define __funnelshift_l warploom_funnelshift_l
#define __funnelshift_r warploom_funnelshift_r
#define __sinf warploom_sinf
#define __cosf warploom_cosf
#define __tanf warploom_tanf
#define __expf warploom_expf
#define __exp10f warploom_exp10f
#define __logf warploom_logf
#define __log2f warploom_log2f
#define __log10f warploom_log10f
#define __powf warploom_powf
#define __fdividef warploom_fdividef
#define __saturatef warploom_saturatef
#define __sincosf warploom_sincosf
#define __float2int_rn warploom_float2int_rn
#define __float2int_rz warploom_float2int_rz
#define __float2int_ru warploom_float2int_ru
#define __float2int_rd warploom_float2int_rd
#define __float2uint_rn warploom_float2uint_rn
#define __float2uint_rz warploom_float2uint_rz
#define __float2uint_ru warploom_float2uint_ru
#define __float2uint_rd warploom_float2uint_rd
#define __double2int_rn warploom_double2int_rn
#define __double2int_rz warploom_double2int_rz
#define __double2int_ru warploom_double2int_ru
#define __double2int_rd warploom_double2int_rd
#define __double2float_rn warploom_double2float_rn
#define __double2float_rz warploom_double2float_rz
#define __double2float_ru warploom_double2float_ru
#define __double2float_rd warploom_double2float_rd
#define __int2float_rn warploom_int2float_rn
#define __int2float_rz warploom_int2float_rz
#define __int2float_ru warploom_int2float_ru
#define __int2float_rd warploom_int2float_rd
#define __uint2float_rn warploom_uint2float_rn
#define __uint2float_rz warploom_uint2float_rz
#define __uint2float_ru warploom_uint2float_ru
#define __uint2float_rd warploom_uint2float_rd
#define __ll2float_rz warploom_ll2float_rz
#define __ll2float_ru warploom_ll2float_ru
#define __ll2float_rd warploom_ll2float_rd
#define __ull2float_rz warploom_ull2float_rz
#define __ull2float_ru warploom_ull2float_ru
#define __ull2float_rd warploom_ull2float_rd
#define __ll2double_rz warploom_ll2double_rz
#define __ll2double_ru warploom_ll2double_ru
#define __ll2double_rd warploom_ll2double_rd
#define __ull2double_rz warploom_ull2double_rz
#define __ull2double_ru warploom_ull2double_ru
#define __ull2double_rd warploom_ull2double_rd
#define __int2double_rn warploom_int2double_rn
#define __float_as_int warploom_float_as_int
#define __float_as_uint warploom_float_as_uint
#define __int_as_float warploom_int_as_float
#define __uint_as_float warploom_uint_as_float
#define __double_as_longlong warploom_double_as_longlong
#define __longlong_as_double warploom_longlong_as_double
#define __double2hiint warploom_double2hiint
#define __double2loint warploom_double2loint
#define __hiloint2double warploom_hiloint2double
#define __frsqrt_rn warploom_frsqrt_rn
#define WARPLOOM_DIRECTIONS(X) X(rn) X(rz) X(ru) X(rd)
#define WARPLOOM_ARITHMETIC(D)                                                                     \
    inline float __fadd_##D(float a, float b) { return warploom_fadd_##D(a, b); }                  \
    inline float __fsub_##D(float a, float b) { return warploom_fsub_##D(a, b); }                  \
    inline float __fmul_##D(float a, float b) { return warploom_fmul_##D(a, b); }                  \
    inline float __fdiv_##D(float a, float b) { return warploom_fdiv_##D(a, b); }                  \
    inline float __frcp_##D(float a) { return warploom_frcp_##D(a); }                              \
    inline float __fsqrt_##D(float a) { return warploom_fsqrt_##D(a); }                            \
    inline float __fmaf_##D(float a, float b, float c) { return warploom_fmaf_##D(a, b, c); }      \
    inline double __dadd_##D(double a, double b) { return warploom_dadd_##D(a, b); }               \
    inline double __dsub_##D(double a, double b) { return warploom_dsub_##D(a, b); }               \
    inline double __dmul_##D(double a, double b) { return warploom_dmul_##D(a, b); }               \
    inline double __ddiv_##D(double a, double b) { return warploom_ddiv_##D(a, b); }               \
    inline double __drcp_##D(double a) { return warploom_drcp_##D(a); }                            \
    inline double __dsqrt_##D(double a) { return warploom_dsqrt_##D(a); }                          \
    inline double __fma_##D(double a, double b, double c) { return warploom_fma_##D(a, b, c); }
WARPLOOM_DIRECTIONS(WARPLOOM_ARITHMETIC)
#define __device__
#include "library.h"

inline long long clock64() { return warploom_clock64(); }
/* Of `<time.h>` is the host's. */
namespace warploom { inline clock_t clock() { return (clock_t)warploom_clock64(); } }
inline void __trap() { warploom_trap(); }
inline void __brkpt() { __builtin_trap(); }
inline void __nanosleep(unsigned) { warploom_pause(); }
inline void __prof_trigger(int) {}

#endif
