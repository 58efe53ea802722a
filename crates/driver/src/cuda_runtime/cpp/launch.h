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
#define __inline_hint__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
#define __nv_bool bool

#include "warploom/graphs.h"
#include <tuple>

extern "C" {
extern __thread const uint3 threadIdx __asm__("warploom_thread_index");
extern __thread const uint3 blockIdx __asm__("warploom_block_index");
extern __thread const dim3 blockDim __asm__("warploom_block_size");
extern __thread const dim3 gridDim __asm__("warploom_grid_size");
void warploom_configure(dim3 grid, dim3 block, size_t shared_bytes);
void warploom_take_configuration(dim3 *grid, dim3 *block, size_t *shared_bytes);
/* The blocks of the launch that was noted last may wait for each other. */
void warploom_cooperate(void);
int warploom_is_cooperative(void);
/* Does this thread of the processor run threads of a kernel? */
int warploom_is_in_kernel(void);
/* One thread of the processor at a time. */
void warploom_lock(void);
void warploom_unlock(void);
cudaError_t warploom_launch_named(unsigned unit, const char *kernel, unsigned count, const void *const *args, const size_t *sizes);
cudaError_t warploom_run_grid(void (*thread)(void *args), void *args);
cudaError_t warploom_launch_function(void (*kernel)(), void (*call)(void (*)(), void **), void **args);
}
static const int warpSize = 32;
#ifndef WARPLOOM_ELSEWHERE
/* In objects the runtime is weak, so that a program has one; that it needs OpenMP is said here. */
extern "C" void GOMP_parallel(void (*)(void *), void *, unsigned, unsigned);
__attribute__((used)) static void (*const warploom_parallel)(void (*)(void *), void *, unsigned, unsigned) = GOMP_parallel;
#endif

namespace warploom {

/* Notes the shape of the launch that is about to be made. */
inline void launching(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t = 0)
{
    warploom_configure(grid, block, shared_bytes);
}

/* The shape that was noted, for a launch that is made later. */
struct configuration {
    dim3 grid, block;
    size_t shared_bytes;
    void again() const { warploom_configure(grid, block, shared_bytes); }
};
inline configuration take_configuration()
{
    configuration noted;
    warploom_take_configuration(&noted.grid, &noted.block, &noted.shared_bytes);
    return noted;
}

/* What the threads of a grid have launched: kernels that begin when all of the grid have ended, in the
   order of the launches, and before the next of what their own grid's parent has launched. */
typedef std::vector<kept_call<void>> launches;
inline launches *&launched()
{
    static thread_local launches *of_grid = nullptr;
    return of_grid;
}
inline void launch_after(kept_call<void> child)
{
    warploom_lock();
    launched()->push_back(std::move(child));
    warploom_unlock();
}

template <class Body> struct running {
    const Body &body;
    launches children;
};

template <class Body> void run_thread(void *at)
{
    running<Body> *grid = static_cast<running<Body> *>(at);
    launched() = &grid->children;
    Body own = grid->body;
    own();
}

template <class Body> inline cudaError_t run_grid(const Body &body)
{
    running<Body> grid = {body, {}};
    const cudaError_t status = warploom_run_grid(&run_thread<Body>, &grid);
    for (size_t at = 0; at < grid.children.size() && status == cudaSuccess; at++)
        grid.children[at]();
    return status;
}

/* Which body of a function of both? Constants of the compiler cannot tell. */
constexpr bool in_kernel(bool is_asked = true) { return is_asked && warploom_is_in_kernel(); }

/* Each thread has parameters of its own: they are copied with the body. */
template <class Body> inline void kernel(const Body &body)
{
    if (captured() != nullptr) {
        const configuration shape = take_configuration();
        add(captured(), cudaGraphNodeTypeKernel, [=] {
            shape.again();
            return run_grid(body);
        });
        return;
    }
    if (warploom_is_in_kernel()) {
        const configuration shape = take_configuration();
        return launch_after([=] {
            shape.again();
            run_grid(body);
        });
    }
    run_grid(body);
}

/* The body of a kernel is on a device in another process, by the name that it has in its file. */
template <class... Args> inline void launch(unsigned unit, const char *kernel, const Args &...args)
{
    const auto run = [=] {
        const void *const at[] = {static_cast<const void *>(__builtin_addressof(args))..., nullptr};
        const size_t sizes[] = {sizeof(args)..., 0};
        return warploom_launch_named(unit, kernel, sizeof...(args), at, sizes);
    };
    if (captured() == nullptr)
        return (void)run();
    const configuration shape = take_configuration();
    add(captured(), cudaGraphNodeTypeKernel, [=] { shape.again(); return run(); });
}

/* `extern __shared__ T name[]` outside of functions. */
template <class T> struct dynamic_shared {
    operator T *() const { return static_cast<T *>(warploom_dynamic_shared()); }
};

/* A call of the runtime that is recorded while a stream is captured, and made otherwise. */
template <class Call> inline cudaError_t in_order(int kind, Call call)
{
    if (captured() == nullptr)
        return call();
    add(captured(), kind, call);
    return cudaSuccess;
}

/* A kernel with its arguments where `args` says: `cudaLaunchKernel`. */
template <class... Params, size_t... At>
void call_with(void (*kernel)(Params...), void **args, std::index_sequence<At...>)
{
    kernel(*static_cast<std::remove_const_t<std::remove_reference_t<Params>> *>(args[At])...);
}

/* Kernels whose address is taken as a `void *`: how they are called with what is at `args` now. */
typedef kept_call<void> (*binder)(const void *kernel, void **args);
inline std::vector<std::pair<const void *, binder>> &binders()
{
    static std::vector<std::pair<const void *, binder>> all;
    return all;
}
inline binder *binder_of(const void *kernel)
{
    for (auto &known : binders())
        if (known.first == kernel)
            return &known.second;
    return nullptr;
}
template <class... Params, size_t... At>
kept_call<void> with_arguments(void (*kernel)(Params...), void **args, std::index_sequence<At...>)
{
    (void)args;
    std::tuple<std::remove_const_t<std::remove_reference_t<Params>>...> kept(
        *static_cast<std::remove_const_t<std::remove_reference_t<Params>> *>(args[At])...);
    return [kernel, kept]() mutable { kernel(std::get<At>(kept)...); };
}
template <class... Params> void *address(void (*kernel)(Params...))
{
    const binder bound = [](const void *known, void **args) {
        return with_arguments((void (*)(Params...))known, args, std::index_sequence_for<Params...>{});
    };
    if (binder_of((const void *)kernel) == nullptr)
        binders().emplace_back((const void *)kernel, bound);
    return (void *)kernel;
}
inline void *address(const void *kernel) { return const_cast<void *>(kernel); }
inline cudaError_t bound(const void *kernel, void **args, kept_call<void> *call)
{
    const binder *known = binder_of(kernel);
    if (known == nullptr)
        return warploom_note(cudaErrorInvalidDeviceFunction);
    *call = (*known)(kernel, args);
    return cudaSuccess;
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
    warploom_cooperate();
    ::warploom::call_with(kernel, args, std::index_sequence_for<Params...>{});
    return cudaPeekAtLastError();
}
/* The same of a kernel whose type is lost. */
inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args, size_t shared_bytes = 0, cudaStream_t = 0)
{
    ::warploom::kept_call<void> call;
    if (::warploom::bound(kernel, args, &call) != cudaSuccess)
        return cudaErrorInvalidDeviceFunction;
    warploom_configure(grid, block, shared_bytes);
    call();
    return cudaPeekAtLastError();
}

/* Nodes of graphs that are kernels; arguments are copied when they are given. */
namespace warploom {
inline cudaError_t node_of(const cudaKernelNodeParams *parameters, kept_call<cudaError_t> *run)
{
    kept_call<void> call;
    if (bound(parameters->func, parameters->kernelParams, &call) != cudaSuccess)
        return cudaErrorInvalidDeviceFunction;
    const cudaKernelNodeParams shape = *parameters;
    *run = [shape, call] {
        warploom_configure(shape.gridDim, shape.blockDim, shape.sharedMemBytes);
        call();
        return cudaPeekAtLastError();
    };
    return cudaSuccess;
}
}
inline cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *, size_t, const cudaKernelNodeParams *parameters)
{
    ::warploom::kept_call<cudaError_t> run;
    const cudaError_t status = ::warploom::node_of(parameters, &run);
    if (status == cudaSuccess)
        *node = ::warploom::add(graph, cudaGraphNodeTypeKernel, run);
    return status;
}
inline cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *parameters)
{
    return ::warploom::node_of(parameters, &node->run);
}
/* Of the graph that is ready alone: the one it was made from keeps its node. */
inline cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaKernelNodeParams *parameters)
{
    for (auto &own : exec->nodes)
        if (own.get() == node || own->origin == node) {
            ::warploom::graph_node changed = {{}, own->kind, node};
            const cudaError_t status = ::warploom::node_of(parameters, &changed.run);
            if (status == cudaSuccess)
                own = std::make_shared<::warploom::graph_node>(changed);
            return status;
        }
    return warploom_note(cudaErrorInvalidValue);
}

/* Launches that are described by a struct. */
struct cudaLaunchAttributeValue {
    dim3 clusterDim;
    int cooperative, priority, programmaticStreamSerializationAllowed;
};
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeCooperative,
    cudaLaunchAttributeSynchronizationPolicy, cudaLaunchAttributeClusterDimension,
    cudaLaunchAttributeClusterSchedulingPolicyPreference, cudaLaunchAttributeProgrammaticStreamSerialization
};
struct cudaLaunchAttribute { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; };
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
};
template <class... Params, class... Args>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Params...), Args &&...args)
{
    warploom_configure(config->gridDim, config->blockDim, config->dynamicSmemBytes);
    for (unsigned at = 0; at < config->numAttrs; at++)
        if (config->attrs[at].id == cudaLaunchAttributeCooperative && config->attrs[at].val.cooperative)
            warploom_cooperate();
    kernel(std::forward<Args>(args)...);
    return cudaPeekAtLastError();
}

#endif
