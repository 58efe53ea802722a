/* What kernels may call, on the processor: CUDA's names behind `warploom_`,
   because the program's own headers may have them too, and no headers here for
   the same reason. Functions that C++ overloads are macros; each evaluates its
   arguments once. */
#ifndef WARPLOOM_WORDS_H
#define WARPLOOM_WORDS_H

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

#define warploom_activemask() warploom_active()
static inline unsigned warploom_ballot_sync(unsigned mask, int predicate) { return warploom_vote(mask, predicate); }
static inline int warploom_any_sync(unsigned mask, int predicate) { return warploom_vote(mask, predicate) != 0; }
static inline int warploom_all_sync(unsigned mask, int predicate) { return warploom_vote(mask, !predicate) == 0; }
static inline unsigned warploom_ballot(int predicate) { return warploom_vote(warploom_active(), predicate); }
static inline int warploom_any(int predicate) { return warploom_any_sync(warploom_active(), predicate); }
static inline int warploom_all(int predicate) { return warploom_all_sync(warploom_active(), predicate); }

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
#define warploom_shfl(value, source, width) warploom_shfl_sync(warploom_active(), value, source, width)
#define warploom_shfl_up(value, delta, width) warploom_shfl_up_sync(warploom_active(), value, delta, width)
#define warploom_shfl_down(value, delta, width) warploom_shfl_down_sync(warploom_active(), value, delta, width)
#define warploom_shfl_xor(value, bits, width) warploom_shfl_xor_sync(warploom_active(), value, bits, width)

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
#define warploom_atomicExch_block warploom_atomicExch
#define warploom_atomicAdd_system warploom_atomicAdd
#define warploom_atomicSub_system warploom_atomicSub
#define warploom_atomicExch_system warploom_atomicExch
#define warploom_atomicMin_system warploom_atomicMin
#define warploom_atomicMax_system warploom_atomicMax
#define warploom_atomicInc_system warploom_atomicInc
#define warploom_atomicDec_system warploom_atomicDec
#define warploom_atomicAnd_system warploom_atomicAnd
#define warploom_atomicOr_system warploom_atomicOr
#define warploom_atomicXor_system warploom_atomicXor
#define warploom_atomicCAS_system warploom_atomicCAS

#define warploom_ldg(address) (*(address))

#include "numbers.h"

#endif
