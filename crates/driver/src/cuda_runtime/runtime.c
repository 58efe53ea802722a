/* CUDA's runtime, in C, on top of a device that is a few functions: see
   `runtime.h`. Each is over when it returns, so streams and events are in
   order by themselves. */
#include "cuda_runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

/* A kernel that ended itself ends the device for this process: every call says so, also after a reset. */
static cudaError_t last_error = cudaSuccess, ended = cudaSuccess;

cudaError_t warploom_note(cudaError_t status)
{
    if (status == cudaErrorAssert || status == cudaErrorLaunchFailure)
        ended = status;
    if (ended != cudaSuccess)
        status = ended;
    if (status != cudaSuccess)
        last_error = status;
    return status;
}

/* Memory. */

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    if (size == 0) {
        /* No memory has no address. */
        *pointer = NULL;
        return cudaSuccess;
    }
    return warploom_note(warploom_alloc(pointer, size));
}

cudaError_t cudaFree(void *pointer)
{
    if (pointer == NULL)
        return cudaSuccess;
    return warploom_note(warploom_release(pointer));
}

cudaError_t cudaMallocHost(void **pointer, size_t size, unsigned int flags)
{
    (void)flags;
    *pointer = malloc(size);
    return warploom_note(*pointer == NULL ? cudaErrorMemoryAllocation : cudaSuccess);
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    /* What kernels see lies where managed memory does. */
    return flags & cudaHostAllocMapped ? cudaMallocManaged(pointer, size, 1) : cudaMallocHost(pointer, size, flags);
}

cudaError_t cudaFreeHost(void *pointer)
{
    if (pointer != NULL && warploom_is_device(pointer))
        return cudaFree(pointer);
    free(pointer);
    return cudaSuccess;
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags)
{
    (void)flags;
    return warploom_note(warploom_managed(pointer, size));
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, int device, cudaStream_t stream)
{
    (void)pointer, (void)count, (void)device, (void)stream;
    return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
    (void)flags;
    return warploom_note(warploom_mapped(device, host));
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    *pitch = (width + 511) / 512 * 512;
    return cudaMalloc(pointer, *pitch * height);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *pointer, cudaExtent extent)
{
    pointer->xsize = extent.width;
    pointer->ysize = extent.height;
    return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    warploom_room(free_bytes, total_bytes);
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t count, cudaMemcpyKind kind)
{
    if (count == 0)
        return cudaSuccess;
    if (kind == cudaMemcpyDefault)
        kind = (cudaMemcpyKind)(warploom_is_device(to) + 2 * warploom_is_device(from));
    switch (kind) {
    case cudaMemcpyHostToHost:
        memmove(to, from, count);
        return cudaSuccess;
    case cudaMemcpyHostToDevice:
        return warploom_note(warploom_write(to, from, count));
    case cudaMemcpyDeviceToHost:
        return warploom_note(warploom_read(to, from, count));
    case cudaMemcpyDeviceToDevice:
        return warploom_note(warploom_copy(to, from, count));
    default:
        return warploom_note(cudaErrorInvalidMemcpyDirection);
    }
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy(to, from, count, kind);
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream)
{
    (void)stream;
    return cudaMalloc(pointer, size);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    (void)stream;
    return cudaFree(pointer);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    (void)device;
    *pool = NULL;
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, int attribute, void *value)
{
    (void)pool, (void)attribute, (void)value;
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *host, size_t size, unsigned int flags)
{
    (void)host, (void)size, (void)flags;
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *host)
{
    (void)host;
    return cudaSuccess;
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, cudaMemcpyKind kind)
{
    if (width > to_pitch || width > from_pitch)
        return warploom_note(cudaErrorInvalidPitchValue);
    for (size_t row = 0; row < height; row++) {
        cudaError_t status =
            cudaMemcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width, kind);
        if (status != cudaSuccess)
            return status;
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaMemset(void *pointer, int byte, size_t count)
{
    return warploom_note(warploom_set(pointer, byte, count));
}

cudaError_t cudaMemsetAsync(void *pointer, int byte, size_t count, cudaStream_t stream)
{
    (void)stream;
    return cudaMemset(pointer, byte, count);
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int byte, size_t width, size_t height)
{
    for (size_t row = 0; row < height; row++) {
        cudaError_t status = cudaMemset((char *)pointer + row * pitch, byte, width);
        if (status != cudaSuccess)
            return status;
    }
    return cudaSuccess;
}

cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    return (cudaExtent){width, height, depth};
}

cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    return (cudaPos){x, y, z};
}

cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t xsize, size_t ysize)
{
    return (cudaPitchedPtr){pointer, pitch, xsize, ysize};
}

/* Variables of the device. */

struct symbol {
    const void *host;
    unsigned number;
    size_t size;
};
static struct symbol symbols[1024];
static unsigned symbol_count;

void warploom_symbol(const void *host, unsigned number, size_t size)
{
    if (symbol_count < sizeof symbols / sizeof symbols[0])
        symbols[symbol_count++] = (struct symbol){host, number, size};
}

static cudaError_t find(const void *host, void **pointer, size_t *size)
{
    for (unsigned i = 0; i < symbol_count; i++)
        if (symbols[i].host == host) {
            *size = symbols[i].size;
            return warploom_find(host, symbols[i].number, *size, pointer);
        }
    return cudaErrorInvalidSymbol;
}

cudaError_t warploom_symbol_address(void **pointer, const void *symbol)
{
    size_t size;
    return warploom_note(find(symbol, pointer, &size));
}

cudaError_t warploom_symbol_size(size_t *size, const void *symbol)
{
    void *pointer;
    return warploom_note(find(symbol, &pointer, size));
}

/* Where a part of a variable lies; NULL if it has no such part. */
static char *part_of(const void *symbol, size_t offset, size_t count)
{
    void *pointer;
    size_t size;
    int found = find(symbol, &pointer, &size) == cudaSuccess && offset <= size && count <= size - offset;
    return found ? (char *)pointer + offset : NULL;
}

cudaError_t warploom_copy_to_symbol(const void *symbol, const void *from, size_t count, size_t offset,
                                    cudaMemcpyKind kind)
{
    char *to = part_of(symbol, offset, count);
    return to == NULL ? warploom_note(cudaErrorInvalidValue) : cudaMemcpy(to, from, count, kind);
}

cudaError_t warploom_copy_from_symbol(void *to, const void *symbol, size_t count, size_t offset,
                                      cudaMemcpyKind kind)
{
    const char *from = part_of(symbol, offset, count);
    return from == NULL ? warploom_note(cudaErrorInvalidValue) : cudaMemcpy(to, from, count, kind);
}

cudaError_t warploom_fill(unsigned symbol, const void *from, size_t count)
{
    void *pointer;
    cudaError_t status = warploom_note(warploom_find(NULL, symbol, count, &pointer));
    return status != cudaSuccess ? status : cudaMemcpy(pointer, from, count, cudaMemcpyHostToDevice);
}

/* Kernels. */

cudaError_t cudaFuncSetAttribute(const void *kernel, cudaFuncAttribute attribute, int value)
{
    (void)kernel, (void)attribute, (void)value;
    return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void *kernel, cudaFuncCache config)
{
    (void)kernel, (void)config;
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *kernel)
{
    (void)kernel;
    memset(attributes, 0, sizeof *attributes);
    attributes->maxThreadsPerBlock = 1024;
    return cudaSuccess;
}

/* As far as threads and shared memory decide; registers are not known. */
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int threads,
                                                          size_t shared_bytes)
{
    (void)kernel;
    if (threads <= 0 || threads > 1024)
        return warploom_note(cudaErrorInvalidValue);
    int by_threads = 2048 / ((threads + 31) / 32 * 32), by_memory = (int)((228 << 10) / (shared_bytes + 1024));
    *blocks = by_threads < by_memory ? by_threads : by_memory;
    *blocks = *blocks > 32 ? 32 : *blocks;
    return cudaSuccess;
}

/* The device. */

cudaError_t cudaDeviceSynchronize(void) { return last_error; }
cudaError_t cudaThreadSynchronize(void) { return last_error; }
cudaError_t cudaThreadExit(void) { return cudaSuccess; }
cudaError_t cudaDeviceReset(void)
{
    last_error = ended;
    return warploom_note(cudaSuccess);
}
cudaError_t cudaSetDeviceFlags(unsigned int flags) { (void)flags; return cudaSuccess; }
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) { (void)config; return cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) { (void)config; return cudaSuccess; }

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    return warploom_note(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *properties)
{
    (void)properties;
    return cudaGetDevice(device);
}

cudaError_t cudaDeviceGetPCIBusId(char *name, int length, int device)
{
    if (device != 0 || length < 13)
        return warploom_note(cudaErrorInvalidValue);
    strcpy(name, "0000:00:00.0");
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device)
{
    size_t free_bytes;
    if (device != 0)
        return warploom_note(cudaErrorInvalidDevice);
    memset(properties, 0, sizeof *properties);
    strcpy(properties->name, warploom_device_name);
    cudaMemGetInfo(&free_bytes, &properties->totalGlobalMem);
    properties->sharedMemPerBlock = 48 << 10;
    properties->sharedMemPerBlockOptin = 227 << 10;
    properties->sharedMemPerMultiprocessor = 228 << 10;
    properties->regsPerBlock = properties->regsPerMultiprocessor = 65536;
    properties->warpSize = 32;
    properties->maxThreadsPerBlock = 1024;
    properties->maxThreadsDim[0] = properties->maxThreadsDim[1] = 1024;
    properties->maxThreadsDim[2] = 64;
    properties->maxGridSize[0] = 2147483647;
    properties->maxGridSize[1] = properties->maxGridSize[2] = 65535;
    properties->maxThreadsPerMultiProcessor = 2048;
    properties->maxBlocksPerMultiProcessor = 32;
    properties->multiProcessorCount = 132;
    properties->totalConstMem = 65536;
    properties->clockRate = 1980000;
    properties->memoryClockRate = 2619000;
    properties->memoryBusWidth = 5120;
    properties->l2CacheSize = 50 << 20;
    properties->persistingL2CacheMaxSize = 32 << 20;
    properties->accessPolicyMaxWindowSize = 128 << 20;
    properties->memPitch = 2147483647;
    properties->textureAlignment = properties->surfaceAlignment = 512;
    properties->texturePitchAlignment = 32;
    properties->reservedSharedMemPerBlock = 1 << 10;
    properties->maxTexture1D = properties->maxTexture2D[0] = 131072;
    properties->maxTexture1DLinear = 268435456;
    properties->maxTexture2D[1] = 65536;
    properties->maxTexture3D[0] = properties->maxTexture3D[1] = properties->maxTexture3D[2] = 16384;
    properties->maxTexture1DLayered[0] = properties->maxTexture2DLayered[0] = 32768;
    properties->maxTexture2DLayered[1] = 32768;
    properties->maxTexture1DLayered[1] = properties->maxTexture2DLayered[2] = 2048;
    properties->asyncEngineCount = properties->deviceOverlap = properties->concurrentKernels = 1;
    properties->unifiedAddressing = properties->managedMemory = properties->canMapHostMemory = 1;
    properties->streamPrioritiesSupported = properties->memoryPoolsSupported = 1;
    properties->globalL1CacheSupported = properties->localL1CacheSupported = 1;
    properties->cooperativeLaunch = WARPLOOM_BLOCKS_WAIT;
    properties->singleToDoublePrecisionPerfRatio = 2;
    properties->major = 9;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    cudaDeviceProp properties;
    cudaError_t status = cudaGetDeviceProperties(&properties, device);
    if (status != cudaSuccess)
        return status;
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: *value = properties.maxThreadsPerBlock; break;
    case cudaDevAttrMaxBlockDimX: *value = properties.maxThreadsDim[0]; break;
    case cudaDevAttrMaxBlockDimY: *value = properties.maxThreadsDim[1]; break;
    case cudaDevAttrMaxBlockDimZ: *value = properties.maxThreadsDim[2]; break;
    case cudaDevAttrMaxGridDimX: *value = properties.maxGridSize[0]; break;
    case cudaDevAttrMaxGridDimY: *value = properties.maxGridSize[1]; break;
    case cudaDevAttrMaxGridDimZ: *value = properties.maxGridSize[2]; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = (int)properties.sharedMemPerBlock; break;
    case cudaDevAttrTotalConstantMemory: *value = (int)properties.totalConstMem; break;
    case cudaDevAttrWarpSize: *value = properties.warpSize; break;
    case cudaDevAttrMaxPitch: *value = (int)properties.memPitch; break;
    case cudaDevAttrMaxRegistersPerBlock: *value = properties.regsPerBlock; break;
    case cudaDevAttrMaxRegistersPerMultiprocessor: *value = properties.regsPerMultiprocessor; break;
    case cudaDevAttrClockRate: *value = properties.clockRate; break;
    case cudaDevAttrTextureAlignment: *value = (int)properties.textureAlignment; break;
    case cudaDevAttrMultiProcessorCount: *value = properties.multiProcessorCount; break;
    case cudaDevAttrCanMapHostMemory: *value = properties.canMapHostMemory; break;
    case cudaDevAttrComputeCapabilityMajor: *value = properties.major; break;
    case cudaDevAttrComputeCapabilityMinor: *value = properties.minor; break;
    case cudaDevAttrGpuOverlap: *value = properties.deviceOverlap; break;
    case cudaDevAttrAsyncEngineCount: *value = properties.asyncEngineCount; break;
    case cudaDevAttrConcurrentKernels: *value = properties.concurrentKernels; break;
    case cudaDevAttrMemoryClockRate: *value = properties.memoryClockRate; break;
    case cudaDevAttrGlobalMemoryBusWidth: *value = properties.memoryBusWidth; break;
    case cudaDevAttrL2CacheSize: *value = properties.l2CacheSize; break;
    case cudaDevAttrMaxPersistingL2CacheSize: *value = properties.persistingL2CacheMaxSize; break;
    case cudaDevAttrMaxAccessPolicyWindowSize: *value = properties.accessPolicyMaxWindowSize; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = properties.maxThreadsPerMultiProcessor; break;
    case cudaDevAttrMaxBlocksPerMultiprocessor: *value = properties.maxBlocksPerMultiProcessor; break;
    case cudaDevAttrUnifiedAddressing: *value = properties.unifiedAddressing; break;
    case cudaDevAttrStreamPrioritiesSupported: *value = properties.streamPrioritiesSupported; break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *value = (int)properties.sharedMemPerMultiprocessor; break;
    case cudaDevAttrReservedSharedMemoryPerBlock: *value = (int)properties.reservedSharedMemPerBlock; break;
    case cudaDevAttrManagedMemory: *value = properties.managedMemory; break;
    case cudaDevAttrConcurrentManagedAccess: *value = properties.concurrentManagedAccess; break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = (int)properties.sharedMemPerBlockOptin; break;
    case cudaDevAttrMemoryPoolsSupported: *value = properties.memoryPoolsSupported; break;
    case cudaDevAttrCooperativeLaunch: *value = properties.cooperativeLaunch; break;
    case cudaDevAttrComputeMode:
    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrIntegrated:
    case cudaDevAttrEccEnabled:
    case cudaDevAttrPciBusId:
    case cudaDevAttrPciDeviceId:
    case cudaDevAttrTccDriver:
    case cudaDevAttrIsMultiGpuBoard:
    case cudaDevAttrHostNativeAtomicSupported:
    case cudaDevAttrPageableMemoryAccess:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables: *value = 0; break;
    default: return warploom_note(cudaErrorInvalidValue);
    }
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = 13000;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    return cudaDriverGetVersion(version);
}

/* Errors. */

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = last_error;
    last_error = ended;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    return last_error;
}

static const struct {
    cudaError_t error;
    const char *name, *text;
} messages[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInitializationError, "cudaErrorInitializationError", "initialization error"},
    {cudaErrorCudartUnloading, "cudaErrorCudartUnloading", "driver shutting down"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {cudaErrorInvalidPitchValue, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {cudaErrorInvalidDevicePointer, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
    {cudaErrorInvalidTexture, "cudaErrorInvalidTexture", "invalid texture reference"},
    {cudaErrorInvalidChannelDescriptor, "cudaErrorInvalidChannelDescriptor", "invalid channel descriptor"},
    {cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {cudaErrorInvalidFilterSetting, "cudaErrorInvalidFilterSetting", "invalid texture filter setting"},
    {cudaErrorInsufficientDriver, "cudaErrorInsufficientDriver", "CUDA driver version is insufficient for CUDA runtime version"},
    {cudaErrorMissingConfiguration, "cudaErrorMissingConfiguration", "__global__ function call is not configured"},
    {cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorPeerAccessUnsupported, "cudaErrorPeerAccessUnsupported", "peer access is not supported between these two devices"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
    {cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {cudaErrorPeerAccessAlreadyEnabled, "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"},
    {cudaErrorPeerAccessNotEnabled, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled"},
    {cudaErrorAssert, "cudaErrorAssert", "device-side assert triggered"},
    {cudaErrorHostMemoryAlreadyRegistered, "cudaErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped"},
    {cudaErrorHostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered", "pointer does not correspond to a registered memory region"},
    {cudaErrorMisalignedAddress, "cudaErrorMisalignedAddress", "misaligned address"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorCooperativeLaunchTooLarge, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
    {cudaErrorStreamCaptureUnsupported, "cudaErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing"},
    {cudaErrorStreamCaptureInvalidated, "cudaErrorStreamCaptureInvalidated", "operation failed due to a previous error during capture"},
    {cudaErrorGraphExecUpdateFailure, "cudaErrorGraphExecUpdateFailure", "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update"},
    {cudaErrorUnknown, "cudaErrorUnknown", "unknown error"},
};

const char *cudaGetErrorString(cudaError_t error)
{
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++)
        if (messages[i].error == error)
            return messages[i].text;
    return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t error)
{
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++)
        if (messages[i].error == error)
            return messages[i].name;
    return "unrecognized error code";
}

/* Streams and events: everything is over when a call returns. */

static cudaError_t handle(void **to)
{
    *to = malloc(sizeof(struct timeval));
    return warploom_note(*to == NULL ? cudaErrorMemoryAllocation : cudaSuccess);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) { return handle((void **)stream); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    (void)flags;
    return handle((void **)stream);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    free(stream);
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { (void)stream; return last_error; }
cudaError_t cudaStreamQuery(cudaStream_t stream) { (void)stream; return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    (void)stream, (void)event, (void)flags;
    return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    (void)flags;
    return handle((void **)event);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    (void)flags;
    return handle((void **)event);
}
cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    free(event);
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    (void)stream;
    gettimeofday((struct timeval *)event, NULL);
    return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) { (void)event; return last_error; }
cudaError_t cudaEventQuery(cudaEvent_t event) { (void)event; return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    const struct timeval *first = (const struct timeval *)start, *second = (const struct timeval *)end;
    *milliseconds = (second->tv_sec - first->tv_sec) * 1e3f + (second->tv_usec - first->tv_usec) * 1e-3f;
    return cudaSuccess;
}
