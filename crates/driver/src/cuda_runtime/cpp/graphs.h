/* Graphs: what is launched while a stream is captured, kept to be launched again. Each call of
   the runtime is over when it returns, so a graph is a list in the order of the calls. */
#ifndef WARPLOOM_GRAPHS_H
#define WARPLOOM_GRAPHS_H
#include <memory>
#include <vector>

namespace warploom {

/* A call with all that it needs, for later. It is what `std::function` is, but for that one's header a compiler takes
   a quarter of its time for a file. */
template <class Result> class kept_call {
    struct any {
        virtual ~any() {}
        virtual Result run() = 0;
        virtual any *copy() const = 0;
    };
    template <class Body> struct of : any {
        Body body;
        explicit of(const Body &given) : body(given) {}
        Result run() override { return body(); }
        any *copy() const override { return new of(body); }
    };
    any *call = nullptr;

public:
    kept_call() {}
    template <class Body> kept_call(const Body &body) : call(new of<Body>(body)) {}
    kept_call(const kept_call &other) : call(other.call == nullptr ? nullptr : other.call->copy()) {}
    kept_call(kept_call &&other) noexcept : call(other.call) { other.call = nullptr; }
    kept_call &operator=(kept_call other) noexcept { std::swap(call, other.call); return *this; }
    ~kept_call() { delete call; }
    Result operator()() const { return call->run(); }
};

struct graph_node {
    kept_call<cudaError_t> run;
    int kind;
    /* The node that it replaces in a graph that is ready. */
    const graph_node *origin = nullptr;
};
struct graph {
    std::vector<std::shared_ptr<graph_node>> nodes;
};

/* The graph that launches go to, while a stream is captured. */
inline graph *&captured()
{
    static thread_local graph *now = nullptr;
    return now;
}
template <class Run> inline graph_node *add(graph *to, int kind, Run run)
{
    to->nodes.push_back(std::make_shared<graph_node>(graph_node{run, kind, nullptr}));
    return to->nodes.back().get();
}

}

typedef ::warploom::graph *cudaGraph_t;
typedef ::warploom::graph *cudaGraphExec_t;
typedef ::warploom::graph_node *cudaGraphNode_t;
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive, cudaStreamCaptureStatusInvalidated };
enum cudaGraphNodeType { cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset, cudaGraphNodeTypeHost, cudaGraphNodeTypeGraph, cudaGraphNodeTypeEmpty };
enum cudaGraphExecUpdateResult { cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError, cudaGraphExecUpdateErrorTopologyChanged };
struct cudaGraphExecUpdateResultInfo { cudaGraphExecUpdateResult result; cudaGraphNode_t errorNode, errorFromNode; };
struct cudaMemsetParams { void *dst; size_t pitch; unsigned value, elementSize; size_t width, height; };
struct cudaKernelNodeParams { void *func; dim3 gridDim, blockDim; unsigned sharedMemBytes; void **kernelParams, **extra; };
typedef void (*cudaHostFn_t)(void *);
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };

inline cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode = cudaStreamCaptureModeGlobal)
{
    if (::warploom::captured() != nullptr)
        return warploom_note(cudaErrorStreamCaptureUnsupported);
    ::warploom::captured() = new ::warploom::graph;
    return cudaSuccess;
}
inline cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *graph)
{
    *graph = ::warploom::captured();
    ::warploom::captured() = nullptr;
    return warploom_note(*graph == nullptr ? cudaErrorStreamCaptureInvalidated : cudaSuccess);
}
inline cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus *status)
{
    *status = ::warploom::captured() == nullptr ? cudaStreamCaptureStatusNone : cudaStreamCaptureStatusActive;
    return cudaSuccess;
}
inline cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned)
{
    *graph = new ::warploom::graph;
    return cudaSuccess;
}
inline cudaError_t cudaGraphDestroy(cudaGraph_t graph) { delete graph; return cudaSuccess; }
inline cudaError_t cudaGraphClone(cudaGraph_t *copy, cudaGraph_t graph) { *copy = new ::warploom::graph(*graph); return cudaSuccess; }
template <class... Rest> inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, Rest...)
{
    return cudaGraphClone(exec, graph);
}
inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long)
{
    return cudaGraphClone(exec, graph);
}
inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) { delete exec; return cudaSuccess; }
inline cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t)
{
    for (const auto &node : exec->nodes) {
        const cudaError_t status = node->run();
        if (status != cudaSuccess)
            return status;
    }
    return cudaSuccess;
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info = nullptr)
{
    const bool same = exec->nodes.size() == graph->nodes.size();
    if (info != nullptr)
        *info = {same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
    if (!same)
        return warploom_note(cudaErrorGraphExecUpdateFailure);
    *exec = *graph;
    return cudaSuccess;
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *node, cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info;
    const cudaError_t status = cudaGraphExecUpdate(exec, graph, &info);
    if (node != nullptr)
        *node = info.errorNode;
    if (result != nullptr)
        *result = info.result;
    return status;
}
inline cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    if (nodes != nullptr)
        for (size_t at = 0; at < *count && at < graph->nodes.size(); at++)
            nodes[at] = graph->nodes[at].get();
    *count = graph->nodes.size();
    return cudaSuccess;
}
inline cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type)
{
    *type = (cudaGraphNodeType)node->kind;
    return cudaSuccess;
}

/* Nodes that a program adds itself; it adds them behind those they depend on. */
inline cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *, size_t)
{
    *node = ::warploom::add(graph, cudaGraphNodeTypeEmpty, [] { return cudaSuccess; });
    return cudaSuccess;
}
inline cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *, size_t, const cudaMemcpy3DParms *parameters)
{
    const cudaMemcpy3DParms kept = *parameters;
    *node = ::warploom::add(graph, cudaGraphNodeTypeMemcpy, [kept] { return cudaMemcpy3D(&kept); });
    return cudaSuccess;
}
inline cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *, size_t, void *to, const void *from, size_t count, cudaMemcpyKind kind)
{
    *node = ::warploom::add(graph, cudaGraphNodeTypeMemcpy, [=] { return cudaMemcpy(to, from, count, kind); });
    return cudaSuccess;
}
inline cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *, size_t, const cudaMemsetParams *parameters)
{
    const cudaMemsetParams kept = *parameters;
    *node = ::warploom::add(graph, cudaGraphNodeTypeMemset, [kept]() -> cudaError_t {
        std::vector<char> row(kept.width * kept.elementSize);
        for (size_t at = 0; at < row.size(); at++)
            row[at] = (char)(kept.value >> 8 * (at % kept.elementSize));
        for (size_t y = 0; y < kept.height; y++) {
            const cudaError_t status = cudaMemcpy((char *)kept.dst + y * kept.pitch, row.data(), row.size(), cudaMemcpyHostToDevice);
            if (status != cudaSuccess)
                return status;
        }
        return cudaSuccess;
    });
    return cudaSuccess;
}
inline cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *, size_t, const cudaHostNodeParams *parameters)
{
    const cudaHostNodeParams kept = *parameters;
    *node = ::warploom::add(graph, cudaGraphNodeTypeHost, [kept] { kept.fn(kept.userData); return cudaSuccess; });
    return cudaSuccess;
}
inline cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *, size_t, cudaGraph_t child)
{
    const ::warploom::graph kept = *child;
    *node = ::warploom::add(graph, cudaGraphNodeTypeGraph, [kept] { return cudaGraphLaunch(const_cast<cudaGraphExec_t>(&kept), 0); });
    return cudaSuccess;
}
template <class... Rest> inline cudaError_t cudaGraphAddDependencies(cudaGraph_t, Rest...) { return cudaSuccess; }

#endif
