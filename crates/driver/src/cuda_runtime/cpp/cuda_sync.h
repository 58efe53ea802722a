/* Barriers and copies that are waited for, by the names of CUDA's own library (`cuda::barrier`,
   `cuda::pipeline`): a copy is made at once, so only threads are waited for. */
#ifndef WARPLOOM_CUDA_SYNC_H
#define WARPLOOM_CUDA_SYNC_H
#include "cooperative_groups.h"
#include <atomic>

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

template <size_t Alignment> struct aligned_size_t {
    size_t value;
    explicit constexpr aligned_size_t(size_t value) : value(value) {}
    constexpr operator size_t() const { return value; }
};

/* Threads of a block take turns on one processor. */
template <thread_scope Scope = thread_scope_system> class barrier {
public:
    typedef unsigned arrival_token;
    barrier() {}
    barrier(ptrdiff_t count) : expected(count), missing(count), phase(0) {}
    friend void init(barrier *to, ptrdiff_t count) { to->expected = to->missing = count, to->phase = 0; }
    arrival_token arrive(ptrdiff_t count = 1)
    {
        const arrival_token token = phase;
        if ((missing -= count) == 0)
            missing = expected, phase = token + 1;
        return token;
    }
    void wait(arrival_token token) const
    {
        while (phase == token)
            warploom_pause();
    }
    void arrive_and_wait() { wait(arrive()); }
    void arrive_and_drop() { expected--, arrive(); }

private:
    ptrdiff_t expected, missing;
    volatile unsigned phase;
};

template <thread_scope Scope, int Stages = 1> struct pipeline_shared_state {};
template <thread_scope Scope> class pipeline {
public:
    void producer_acquire() {}
    void producer_commit() {}
    /* What others copied is there when they have come, too. */
    void consumer_wait() { if (Scope == thread_scope_block) __syncthreads(); }
    void consumer_release() { if (Scope == thread_scope_block) __syncthreads(); }
    void quit() {}
};
inline pipeline<thread_scope_thread> make_pipeline() { return {}; }
template <class Group, thread_scope Scope, int Stages> pipeline<Scope> make_pipeline(const Group &, pipeline_shared_state<Scope, Stages> *) { return {}; }
template <unsigned Prior, thread_scope Scope> void pipeline_consumer_wait_prior(pipeline<Scope> &) {}
template <class To, class From, class Size, class Sync> void memcpy_async(To *to, const From *from, Size bytes, Sync &) { __builtin_memcpy((void *)to, (const void *)from, (size_t)bytes); }
template <class Group, class To, class From, class Size, class Sync> void memcpy_async(const Group &group, To *to, const From *from, Size bytes, Sync &)
{
    cooperative_groups::memcpy_async(group, to, from, (size_t)bytes);
}

/* Atomic objects, in the strictest order. */
using std::memory_order; using std::memory_order_relaxed; using std::memory_order_acquire; using std::memory_order_release;
using std::memory_order_acq_rel; using std::memory_order_seq_cst;
template <class T> class warploom_atomic {
public:
    T load(memory_order = memory_order_seq_cst) const { ::warploom::spin(); T value; __atomic_load(at(), &value, __ATOMIC_SEQ_CST); return value; }
    void store(T value, memory_order = memory_order_seq_cst) { __atomic_store(at(), &value, __ATOMIC_SEQ_CST); }
    T exchange(T value, memory_order = memory_order_seq_cst) { return atomicExch(at(), value); }
    T fetch_add(T value, memory_order = memory_order_seq_cst) { return atomicAdd(at(), value); }
    T fetch_sub(T value, memory_order = memory_order_seq_cst) { return atomicSub(at(), value); }
    T fetch_min(T value, memory_order = memory_order_seq_cst) { return atomicMin(at(), value); }
    T fetch_max(T value, memory_order = memory_order_seq_cst) { return atomicMax(at(), value); }
    T fetch_and(T value, memory_order = memory_order_seq_cst) { return atomicAnd(at(), value); }
    T fetch_or(T value, memory_order = memory_order_seq_cst) { return atomicOr(at(), value); }
    bool compare_exchange_strong(T &expected, T value, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst)
    {
        const T old = atomicCAS(at(), expected, value);
        const bool changed = old == expected;
        expected = old;
        return changed;
    }
    bool compare_exchange_weak(T &expected, T value, memory_order a = memory_order_seq_cst, memory_order b = memory_order_seq_cst) { return compare_exchange_strong(expected, value, a, b); }
    T operator++() { return fetch_add(1) + 1; }
    T operator++(int) { return fetch_add(1); }
    T operator+=(T value) { return fetch_add(value) + value; }
    T operator=(T value) { store(value); return value; }
    operator T() const { return load(); }

protected:
    explicit warploom_atomic(T *place) : place(place) {}

private:
    T *place;
    T *at() const { return place; }
};
template <class T, thread_scope Scope = thread_scope_system> class atomic_ref : public warploom_atomic<T> {
public:
    explicit atomic_ref(T &object) : warploom_atomic<T>(&object) {}
    using warploom_atomic<T>::operator=;
};
template <class T, thread_scope Scope = thread_scope_system> class atomic {
public:
    atomic() {}
    atomic(T value) : value(value) {}
    T load(memory_order = memory_order_seq_cst) const { return ref().load(); }
    void store(T v, memory_order = memory_order_seq_cst) { ref().store(v); }
    T exchange(T v, memory_order = memory_order_seq_cst) { return ref().exchange(v); }
    T fetch_add(T v, memory_order = memory_order_seq_cst) { return ref().fetch_add(v); }
    T fetch_sub(T v, memory_order = memory_order_seq_cst) { return ref().fetch_sub(v); }
    T fetch_min(T v, memory_order = memory_order_seq_cst) { return ref().fetch_min(v); }
    T fetch_max(T v, memory_order = memory_order_seq_cst) { return ref().fetch_max(v); }
    bool compare_exchange_strong(T &expected, T v, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst) { return ref().compare_exchange_strong(expected, v); }
    bool compare_exchange_weak(T &expected, T v, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst) { return ref().compare_exchange_strong(expected, v); }
    T operator++() { return fetch_add(1) + 1; }
    T operator++(int) { return fetch_add(1); }
    T operator+=(T v) { return fetch_add(v) + v; }
    T operator=(T v) { store(v); return v; }
    operator T() const { return load(); }

private:
    T value;
    atomic_ref<T, Scope> ref() const { return atomic_ref<T, Scope>(const_cast<T &>(value)); }
};
inline void atomic_thread_fence(memory_order, thread_scope = thread_scope_system) { __threadfence(); }

}

#endif
