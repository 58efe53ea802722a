/* Atomic operations by CUDA's newer names, as kernels are read: each is one of the older functions, whose order is
   the strictest that there is. */
#ifndef WARPLOOM_KERNELS_NV_ATOMICS_H
#define WARPLOOM_KERNELS_NV_ATOMICS_H

enum {
    __NV_ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST
};
enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};

/* Numbers of four and of eight bytes, whatever they mean. */
template <typename T> __device__ T __nv_atomic_load_n(const T *at, int order, int scope = 0)
{
    if (sizeof(T) == 8) {
        unsigned long long wide = atomicAdd((unsigned long long *)at, 0ull);
        return *(T *)&wide;
    }
    unsigned int narrow = atomicAdd((unsigned int *)at, 0u);
    return *(T *)&narrow;
}
template <typename T> __device__ void __nv_atomic_store_n(T *at, T value, int order, int scope = 0)
{
    if (sizeof(T) == 8)
        atomicExch((unsigned long long *)at, *(unsigned long long *)&value);
    else
        atomicExch((unsigned int *)at, *(unsigned int *)&value);
}
template <typename T> __device__ T __nv_atomic_exchange_n(T *at, T value, int order, int scope = 0)
{
    return atomicExch(at, value);
}
template <typename T> __device__ T __nv_atomic_fetch_add(T *at, T value, int order, int scope = 0)
{
    return atomicAdd(at, value);
}
template <typename T> __device__ T __nv_atomic_fetch_min(T *at, T value, int order, int scope = 0)
{
    return atomicMin(at, value);
}
template <typename T> __device__ T __nv_atomic_fetch_max(T *at, T value, int order, int scope = 0)
{
    return atomicMax(at, value);
}
__device__ inline void __nv_atomic_thread_fence(int order, int scope = 0)
{
    __threadfence();
}

#endif
