/* What CUDA's runtime overloads in C++, and what needs no runtime of its own. */
#ifndef WARPLOOM_CPP_RUNTIME_H
#define WARPLOOM_CPP_RUNTIME_H

template <class T> cudaError_t cudaMalloc(T **pointer, size_t size) { return cudaMalloc((void **)(void *)pointer, size); }
template <class T> cudaError_t cudaMallocHost(T **pointer, size_t size, unsigned flags = 0)
{
    return cudaMallocHost((void **)(void *)pointer, size, flags);
}
template <class T> cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned flags)
{
    return cudaHostAlloc((void **)(void *)pointer, size, flags);
}
template <class T> cudaError_t cudaMallocManaged(T **pointer, size_t size, unsigned flags = 1)
{
    return cudaMallocManaged((void **)(void *)pointer, size, flags);
}
template <class T> cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch((void **)(void *)pointer, pitch, width, height);
}
template <class T> cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags)
{
    return cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
template <class T> cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t)
{
    return cudaMalloc((void **)(void *)pointer, size);
}
inline cudaError_t cudaFreeAsync(void *pointer, cudaStream_t) { return cudaFree(pointer); }

/* What is called asynchronous is part of a graph, while one is captured. */
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, cudaMemcpyKind kind, cudaStream_t = 0)
{
    return ::warploom::in_order(cudaGraphNodeTypeMemcpy, [=] { return cudaMemcpy(to, from, count, kind); });
}
inline cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t = 0)
{
    return ::warploom::in_order(cudaGraphNodeTypeMemcpy, [=] { return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind); });
}
inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parameters, cudaStream_t = 0)
{
    const cudaMemcpy3DParms kept = *parameters;
    return ::warploom::in_order(cudaGraphNodeTypeMemcpy, [=] { return cudaMemcpy3D(&kept); });
}
inline cudaError_t cudaMemsetAsync(void *pointer, int byte, size_t count, cudaStream_t = 0)
{
    return ::warploom::in_order(cudaGraphNodeTypeMemset, [=] { return cudaMemset(pointer, byte, count); });
}

/* A variable of the device is passed by its name. */
namespace warploom {
template <class T> char *address_of(const T &symbol)
{
    void *found = nullptr;
    const void *host = const_cast<const char *>(&reinterpret_cast<const volatile char &>(symbol));
#ifdef WARPLOOM_ELSEWHERE
    const cudaError_t status = warploom_symbol_address(&found, host);
#else
    const cudaError_t status = warploom_note(warploom_find(host, 0, sizeof(T), &found));
#endif
    return status == cudaSuccess ? (char *)found : nullptr;
}
}
template <class T>
cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t count, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    char *to = ::warploom::address_of(symbol);
    if (to == nullptr || offset > sizeof(T) || count > sizeof(T) - offset)
        return warploom_note(cudaErrorInvalidValue);
    return cudaMemcpy(to + offset, from, count, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t count, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    char *from = ::warploom::address_of(symbol);
    if (from == nullptr || offset > sizeof(T) || count > sizeof(T) - offset)
        return warploom_note(cudaErrorInvalidValue);
    return cudaMemcpy(to, from + offset, count, kind);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t count, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t = 0)
{
    return cudaMemcpyToSymbol(symbol, from, count, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t count, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t = 0)
{
    return cudaMemcpyFromSymbol(to, symbol, count, offset, kind);
}
template <class P, class T> cudaError_t cudaGetSymbolAddress(P **pointer, const T &symbol)
{
    *pointer = (P *)::warploom::address_of(symbol);
    return *pointer == nullptr ? cudaErrorInvalidSymbol : cudaSuccess;
}
template <class T> cudaError_t cudaGetSymbolSize(size_t *size, const T &)
{
    *size = sizeof(T);
    return cudaSuccess;
}

/* A kernel is passed by its name, too. */
template <class R, class... P> cudaError_t cudaFuncSetAttribute(R (*)(P...), cudaFuncAttribute, int) { return cudaSuccess; }
template <class R, class... P> cudaError_t cudaFuncSetSharedMemConfig(R (*)(P...), cudaSharedMemConfig) { return cudaSuccess; }
template <class R, class... P> cudaError_t cudaFuncSetCacheConfig(R (*)(P...), cudaFuncCache) { return cudaSuccess; }
template <class R, class... P> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, R (*kernel)(P...))
{
    return cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class R, class... P>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, R (*kernel)(P...), int threads, size_t bytes, unsigned)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, threads, bytes);
}
template <class R, class... P>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, R (*kernel)(P...), int threads, size_t bytes)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, threads, bytes);
}
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *blocks, int *threads, F *, size_t = 0, int limit = 0)
{
    *threads = limit > 0 && limit < 1024 ? limit : 1024;
    *blocks = 132 * (2048 / *threads);
    return cudaSuccess;
}
template <class F, class Bytes>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *blocks, int *threads, F *kernel, Bytes, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSize(blocks, threads, kernel, 0, limit);
}

/* Each call is over when it returns: priorities, hints and peers change nothing. */
enum { cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2, cudaHostRegisterReadOnly = 8 };
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation,
    cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy
};
enum cudaLimit {
    cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth,
    cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize
};
enum cudaMemoryType { cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged };
struct cudaPointerAttributes { cudaMemoryType type; int device; void *devicePointer, *hostPointer; };
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaOccupancyDefault 0
#define cudaDeviceBlockingSync cudaDeviceScheduleBlockingSync
#define cudaErrorPriorLaunchFailure ((cudaError_t)53)
#define cudaInvalidDeviceId -2
enum cudaMemLocationType { cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost };
struct cudaMemLocation { cudaMemLocationType type; int id; };
inline cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned, cudaStream_t = 0) { return cudaSuccess; }
inline cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation) { return cudaSuccess; }
inline cudaError_t cudaHostRegister(void *, size_t, unsigned) { return cudaSuccess; }
inline cudaError_t cudaHostUnregister(void *) { return cudaSuccess; }
inline cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int) { return cudaSuccess; }
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void *, size_t = 0, unsigned = 4) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit) { *value = 8 << 20; return cudaSuccess; }
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int)
{
    return cudaStreamCreateWithFlags(stream, flags);
}
inline cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    *least = 0, *greatest = -5;
    return cudaSuccess;
}
inline cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) { *can = 0; return cudaSuccess; }
inline cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return cudaSuccess; }
inline cudaError_t cudaDeviceDisablePeerAccess(int) { return cudaSuccess; }
inline cudaError_t cudaMemcpyPeer(void *to, int, const void *from, int, size_t count)
{
    return cudaMemcpy(to, from, count, cudaMemcpyDeviceToDevice);
}
inline cudaError_t cudaMemcpyPeerAsync(void *to, int, const void *from, int, size_t count, cudaStream_t = 0)
{
    return cudaMemcpy(to, from, count, cudaMemcpyDeviceToDevice);
}
inline cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int byte, size_t width, size_t height, cudaStream_t = 0)
{
    return cudaMemset2D(pointer, pitch, byte, width, height);
}
inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer)
{
    const bool on_device = warploom_is_device(pointer);
    *attributes = {on_device ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered, 0,
                   on_device ? (void *)pointer : nullptr, on_device ? nullptr : (void *)pointer};
    return cudaSuccess;
}
template <class Call> cudaError_t cudaLaunchHostFunc(cudaStream_t, Call call, void *data)
{
    return ::warploom::in_order(cudaGraphNodeTypeHost, [=] { call(data); return cudaSuccess; });
}
template <class Call> cudaError_t cudaStreamAddCallback(cudaStream_t stream, Call call, void *data, unsigned)
{
    call(stream, cudaSuccess, data);
    return cudaSuccess;
}
/* Pools of memory are the heap, and windows of the cache are hints. */
typedef struct warploom_pool *cudaMemPool_t;
enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic, cudaMemPoolReuseAllowInternalDependencies,
    cudaMemPoolAttrReleaseThreshold, cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh,
    cudaMemPoolAttrUsedMemCurrent, cudaMemPoolAttrUsedMemHigh
};
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone };
enum cudaMemAccessFlags { cudaMemAccessFlagsProtNone, cudaMemAccessFlagsProtRead, cudaMemAccessFlagsProtReadWrite = 3 };
struct cudaMemPoolProps { cudaMemAllocationType allocType; cudaMemAllocationHandleType handleTypes; cudaMemLocation location; };
struct cudaMemAccessDesc { cudaMemLocation location; cudaMemAccessFlags flags; };
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int) { *pool = nullptr; return cudaSuccess; }
inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int) { *pool = nullptr; return cudaSuccess; }
inline cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }
inline cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *) { *pool = nullptr; return cudaSuccess; }
inline cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return cudaSuccess; }
inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *) { return cudaSuccess; }
inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *value) { __builtin_memset(value, 0, 8); return cudaSuccess; }
inline cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc *, size_t) { return cudaSuccess; }
template <class T> cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t size, cudaMemPool_t, cudaStream_t)
{
    return cudaMalloc((void **)(void *)pointer, size);
}
enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow { void *base_ptr; size_t num_bytes; float hitRatio; cudaAccessProperty hitProp, missProp; };
union cudaStreamAttrValue { cudaAccessPolicyWindow accessPolicyWindow; int syncPolicy, priority; };
enum cudaStreamAttrID { cudaStreamAttributeAccessPolicyWindow = 1, cudaStreamAttributeSynchronizationPolicy = 3, cudaStreamAttributePriority = 8 };
inline cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue *) { return cudaSuccess; }
inline cudaError_t cudaStreamGetAttribute(cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue *) { return cudaSuccess; }
inline cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
inline cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned *flags) { *flags = 0; return cudaSuccess; }
inline cudaError_t cudaStreamGetPriority(cudaStream_t, int *priority) { *priority = 0; return cudaSuccess; }
inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0, unsigned = 0) { return cudaEventRecord(event, stream); }
inline cudaError_t cudaInitDevice(int, unsigned, unsigned) { return cudaSuccess; }
inline cudaError_t cudaGetDeviceFlags(unsigned *flags) { *flags = 0; return cudaSuccess; }
inline cudaError_t cudaHostGetFlags(unsigned *flags, void *) { *flags = 0; return cudaSuccess; }
enum cudaDeviceP2PAttr { cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported, cudaDevP2PAttrNativeAtomicSupported, cudaDevP2PAttrCudaArrayAccessSupported };
inline cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr, int, int) { *value = 0; return warploom_note(cudaErrorInvalidDevice); }
/* No memory is shared with other processes. */
struct cudaIpcMemHandle_t { char reserved[64]; };
struct cudaIpcEventHandle_t { char reserved[64]; };
enum { cudaIpcMemLazyEnablePeerAccess = 1 };
inline cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *, void *) { return warploom_note(cudaErrorNotSupported); }
inline cudaError_t cudaIpcOpenMemHandle(void **, cudaIpcMemHandle_t, unsigned) { return warploom_note(cudaErrorNotSupported); }
inline cudaError_t cudaIpcCloseMemHandle(void *) { return warploom_note(cudaErrorNotSupported); }
inline cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *, cudaEvent_t) { return warploom_note(cudaErrorNotSupported); }
inline cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *, cudaIpcEventHandle_t) { return warploom_note(cudaErrorNotSupported); }
enum { cudaMemAttachSingle = 4 };
inline cudaError_t cudaMemset3D(cudaPitchedPtr to, int byte, cudaExtent extent)
{
    for (size_t slice = 0; slice < extent.depth; slice++) {
        const cudaError_t status = cudaMemset2D((char *)to.ptr + slice * to.pitch * to.ysize, to.pitch, byte, extent.width, extent.height);
        if (status != cudaSuccess)
            return status;
    }
    return cudaSuccess;
}

inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }
#define CUDART_CB
#define CUDARTAPI

template <class T> cudaChannelFormatDesc cudaCreateChannelDesc()
{
    using Lane = ::warploom::lane_of<T>;
    const int bits = 8 * (int)sizeof(typename Lane::type), lanes = Lane::count;
    const cudaChannelFormatKind kind = std::is_floating_point<typename Lane::type>::value ? cudaChannelFormatKindFloat
        : std::is_signed<typename Lane::type>::value ? cudaChannelFormatKindSigned : cudaChannelFormatKindUnsigned;
    return {bits, lanes > 1 ? bits : 0, lanes > 2 ? bits : 0, lanes > 3 ? bits : 0, kind};
}

#endif
