/* CUDA C++ as the machine's C++ compiler sees it: what marks functions and
   variables, what a thread knows of itself, and how a kernel is started.

       k<<<grid, block>>>(a, n);     (::warploom::launching(grid, block), k(a, n));
       __global__ void k(…) { … }    void k(…) { ::warploom::kernel([=]() mutable -> void { … }); }

   A launch is a call, so overloads, templates and conversions are the compiler's
   own; the called kernel finds the shape that was noted before. */
#ifndef WARPLOOM_LAUNCH_H
#define WARPLOOM_LAUNCH_H

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __shared__ static thread_local
#define __grid_constant__
#define __noinline__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
#define __nv_bool bool

extern "C" {
extern __thread const uint3 threadIdx __asm__("warploom_thread_index");
extern __thread const uint3 blockIdx __asm__("warploom_block_index");
extern __thread const dim3 blockDim __asm__("warploom_block_size");
extern __thread const dim3 gridDim __asm__("warploom_grid_size");
void warploom_configure(dim3 grid, dim3 block, size_t shared_bytes);
cudaError_t warploom_launch_named(const char *kernel, unsigned count, const void *const *args, const size_t *sizes);
cudaError_t warploom_run_grid(void (*thread)(void *args), void *args);
cudaError_t warploom_launch_function(void (*kernel)(), void (*call)(void (*)(), void **), void **args);
}
static const int warpSize = 32;

namespace warploom {

/* Notes the shape of the launch that is about to be made. */
inline void launching(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t = 0)
{
    warploom_configure(grid, block, shared_bytes);
}

template <class Body> void run_thread(void *body)
{
    Body own = *static_cast<const Body *>(body);
    own();
}

/* Each thread has parameters of its own: they are copied with the body. */
template <class Body> inline void kernel(const Body &body)
{
    warploom_run_grid(&run_thread<Body>, const_cast<Body *>(&body));
}

/* The body of a kernel is on a device in another process, by the name that it has here. */
template <class... Args> inline void launch(const char *kernel, const Args &...args)
{
    const void *const at[] = {static_cast<const void *>(__builtin_addressof(args))..., nullptr};
    const size_t sizes[] = {sizeof(args)..., 0};
    warploom_launch_named(kernel, sizeof...(args), at, sizes);
}

/* `extern __shared__ T name[]` outside of functions. */
template <class T> struct dynamic_shared {
    operator T *() const { return static_cast<T *>(warploom_dynamic_shared()); }
};

/* A kernel with its arguments where `args` says: `cudaLaunchKernel`. */
template <class... Params, size_t... At>
void call_with(void (*kernel)(Params...), void **args, std::index_sequence<At...>)
{
    kernel(*static_cast<std::remove_const_t<std::remove_reference_t<Params>> *>(args[At])...);
}

}

template <class... Params>
cudaError_t cudaLaunchKernel(void (*kernel)(Params...), dim3 grid, dim3 block, void **args,
                             size_t shared_bytes = 0, cudaStream_t = 0)
{
    warploom_configure(grid, block, shared_bytes);
    ::warploom::call_with(kernel, args, std::index_sequence_for<Params...>{});
    return cudaPeekAtLastError();
}
template <class... Params>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Params...), dim3 grid, dim3 block, void **args,
                                        size_t shared_bytes = 0, cudaStream_t = 0)
{
    warploom_configure(grid, block, shared_bytes);
    ::warploom::call_with(kernel, args, std::index_sequence_for<Params...>{});
    return cudaPeekAtLastError();
}

#endif
