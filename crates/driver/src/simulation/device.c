/* CUDA's runtime for programs whose device is a simulator in another process:
   every call is a message through a socket, answered before it returns. So
   streams and events are in order by themselves. */
#include "cuda_runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

struct request {
    unsigned long long operation, a, b, c, bytes;
};

struct reply {
    unsigned long long status, value, extra, bytes;
};

enum { ALLOC = 1, RELEASE, WRITE, READ, SET, COPY, LAUNCH, SYMBOL, ROOM };

static int door = -1;
static cudaError_t last_error = cudaSuccess;

static void fail(const char *what)
{
    fprintf(stderr, "the simulated device is gone (%s)\n", what);
    exit(2);
}

static void send_all(const void *bytes, size_t count)
{
    const char *at = bytes;
    while (count > 0) {
        ssize_t sent = write(door, at, count);
        if (sent <= 0)
            fail("write");
        at += sent;
        count -= sent;
    }
}

static void receive_all(void *bytes, size_t count)
{
    char *at = bytes;
    while (count > 0) {
        ssize_t got = read(door, at, count);
        if (got <= 0)
            fail("read");
        at += got;
        count -= got;
    }
}

static void open_door(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *path = getenv("WARPLOOM_DEVICE");
    if (path == NULL || strlen(path) >= sizeof address.sun_path)
        fail("WARPLOOM_DEVICE is not set");
    strcpy(address.sun_path, path);
    door = socket(AF_UNIX, SOCK_STREAM, 0);
    if (door < 0 || connect(door, (struct sockaddr *)&address, sizeof address) != 0)
        fail("connect");
}

/* Sends a request with what belongs to it. */
static struct reply ask(struct request request, const void *bytes)
{
    struct reply reply;
    if (door < 0)
        open_door();
    send_all(&request, sizeof request);
    send_all(bytes, request.bytes);
    receive_all(&reply, sizeof reply);
    return reply;
}

static cudaError_t note(unsigned long long status)
{
    if (status != cudaSuccess)
        last_error = (cudaError_t)status;
    return (cudaError_t)status;
}

/* Memory. */

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    struct reply reply = ask((struct request){ALLOC, .a = size}, NULL);
    *pointer = (void *)(size_t)reply.value;
    return note(reply.status);
}

cudaError_t cudaFree(void *pointer)
{
    if (pointer == NULL)
        return cudaSuccess;
    return note(ask((struct request){RELEASE, .a = (size_t)pointer}, NULL).status);
}

cudaError_t cudaMallocHost(void **pointer, size_t size, unsigned int flags)
{
    (void)flags;
    *pointer = malloc(size);
    return note(*pointer == NULL ? cudaErrorMemoryAllocation : cudaSuccess);
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    return cudaMallocHost(pointer, size, flags);
}

cudaError_t cudaFreeHost(void *pointer)
{
    free(pointer);
    return cudaSuccess;
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
    struct reply reply = ask((struct request){ROOM}, NULL);
    *free_bytes = reply.value;
    *total_bytes = reply.extra;
    return cudaSuccess;
}

static int is_device(const void *pointer)
{
    return ask((struct request){READ, .a = (size_t)pointer, .b = 0}, NULL).status == cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t count, cudaMemcpyKind kind)
{
    struct reply reply;
    if (count == 0)
        return cudaSuccess;
    if (kind == cudaMemcpyDefault)
        kind = (cudaMemcpyKind)(is_device(to) + 2 * is_device(from));
    switch (kind) {
    case cudaMemcpyHostToHost:
        memmove(to, from, count);
        return cudaSuccess;
    case cudaMemcpyHostToDevice:
        return note(ask((struct request){WRITE, .a = (size_t)to, .bytes = count}, from).status);
    case cudaMemcpyDeviceToHost:
        reply = ask((struct request){READ, .a = (size_t)from, .b = count}, NULL);
        if (reply.status == cudaSuccess)
            receive_all(to, reply.bytes);
        return note(reply.status);
    case cudaMemcpyDeviceToDevice:
        return note(ask((struct request){COPY, .a = (size_t)to, .b = (size_t)from, .c = count}, NULL).status);
    default:
        return note(cudaErrorInvalidMemcpyDirection);
    }
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy(to, from, count, kind);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, cudaMemcpyKind kind)
{
    if (width > to_pitch || width > from_pitch)
        return note(cudaErrorInvalidPitchValue);
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

static char *start_of(cudaPitchedPtr pointer, cudaPos place, size_t slice)
{
    return (char *)pointer.ptr + (place.z + slice) * pointer.pitch * pointer.ysize + place.y * pointer.pitch
           + place.x;
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p)
{
    if (p->srcArray != NULL || p->dstArray != NULL)
        return note(cudaErrorNotSupported);
    for (size_t slice = 0; slice < p->extent.depth; slice++) {
        cudaError_t status =
            cudaMemcpy2D(start_of(p->dstPtr, p->dstPos, slice), p->dstPtr.pitch,
                         start_of(p->srcPtr, p->srcPos, slice), p->srcPtr.pitch, p->extent.width,
                         p->extent.height, p->kind);
        if (status != cudaSuccess)
            return status;
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parameters, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy3D(parameters);
}

cudaError_t cudaMemset(void *pointer, int byte, size_t count)
{
    struct request request = {SET, .a = (size_t)pointer, .b = (unsigned char)byte, .c = count};
    return note(ask(request, NULL).status);
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

static struct {
    const void *host;
    unsigned symbol;
} symbols[1024];
static unsigned symbol_count;

void warploom_symbol(const void *host, unsigned symbol)
{
    if (symbol_count < sizeof symbols / sizeof symbols[0]) {
        symbols[symbol_count].host = host;
        symbols[symbol_count++].symbol = symbol;
    }
}

static struct reply find_symbol(const void *host)
{
    for (unsigned i = 0; i < symbol_count; i++)
        if (symbols[i].host == host)
            return ask((struct request){SYMBOL, .a = symbols[i].symbol}, NULL);
    return (struct reply){cudaErrorInvalidSymbol, 0, 0, 0};
}

cudaError_t warploom_symbol_address(void **pointer, const void *symbol)
{
    struct reply reply = find_symbol(symbol);
    *pointer = (void *)(size_t)reply.value;
    return note(reply.status);
}

cudaError_t warploom_symbol_size(size_t *size, const void *symbol)
{
    struct reply reply = find_symbol(symbol);
    *size = reply.extra;
    return note(reply.status);
}

cudaError_t warploom_copy_to_symbol(const void *symbol, const void *from, size_t count, size_t offset,
                                    cudaMemcpyKind kind)
{
    struct reply reply = find_symbol(symbol);
    if (reply.status != cudaSuccess || offset + count > reply.extra)
        return note(cudaErrorInvalidValue);
    return cudaMemcpy((char *)(size_t)reply.value + offset, from, count, kind);
}

cudaError_t warploom_copy_from_symbol(void *to, const void *symbol, size_t count, size_t offset,
                                      cudaMemcpyKind kind)
{
    struct reply reply = find_symbol(symbol);
    if (reply.status != cudaSuccess || offset + count > reply.extra)
        return note(cudaErrorInvalidValue);
    return cudaMemcpy(to, (char *)(size_t)reply.value + offset, count, kind);
}

cudaError_t warploom_fill(unsigned symbol, const void *from, size_t count)
{
    struct reply reply = ask((struct request){SYMBOL, .a = symbol}, NULL);
    if (reply.status != cudaSuccess)
        return note(reply.status);
    return cudaMemcpy((void *)(size_t)reply.value, from, count, cudaMemcpyHostToDevice);
}

/* Textures. */

struct cudaArray {
    void *memory;
    size_t element, width, height;
};

/* As the device reads it. */
struct description {
    unsigned long long memory, width, height, element, address_mode, filter_mode;
};

struct texture {
    struct cudaResourceDesc resource;
    cudaTextureObject_t object;
    struct texture *next;
};
static struct texture *textures;

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

static size_t element_bytes(struct cudaChannelFormatDesc format)
{
    return (format.x + format.y + format.z + format.w) / 8;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format, size_t width,
                            size_t height, unsigned int flags)
{
    (void)flags;
    *array = malloc(sizeof **array);
    if (*array == NULL)
        return note(cudaErrorMemoryAllocation);
    **array = (struct cudaArray){NULL, element_bytes(*format), width, height == 0 ? 1 : height};
    return cudaMalloc(&(*array)->memory, (*array)->element * width * (*array)->height);
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    cudaError_t status = cudaFree(array->memory);
    free(array);
    return status;
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, cudaMemcpyKind kind)
{
    size_t row = to->element * to->width;
    return cudaMemcpy2D((char *)to->memory + y * row + x, row, from, pitch, width, height, kind);
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view)
{
    struct description description = {.address_mode = texture->addressMode[0], .filter_mode = texture->filterMode};
    struct texture *kept = malloc(sizeof *kept);
    void *place;
    (void)view;
    if (kept == NULL)
        return note(cudaErrorMemoryAllocation);
    if (resource->resType == cudaResourceTypeLinear) {
        description.memory = (size_t)resource->res.linear.devPtr;
        description.element = element_bytes(resource->res.linear.desc);
        description.width = resource->res.linear.sizeInBytes / description.element;
        description.height = 1;
    } else {
        const struct cudaArray *array = resource->res.array.array;
        description.memory = (size_t)array->memory;
        description.element = array->element;
        description.width = array->width;
        description.height = array->height;
    }
    cudaError_t status = cudaMalloc(&place, sizeof description);
    if (status == cudaSuccess)
        status = cudaMemcpy(place, &description, sizeof description, cudaMemcpyHostToDevice);
    *object = (cudaTextureObject_t)(size_t)place;
    *kept = (struct texture){*resource, *object, textures};
    textures = kept;
    return status;
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource, cudaTextureObject_t object)
{
    for (const struct texture *texture = textures; texture != NULL; texture = texture->next)
        if (texture->object == object) {
            *resource = texture->resource;
            return cudaSuccess;
        }
    return note(cudaErrorInvalidValue);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    for (struct texture **at = &textures; *at != NULL; at = &(*at)->next)
        if ((*at)->object == object) {
            struct texture *gone = *at;
            *at = gone->next;
            free(gone);
            return cudaFree((void *)(size_t)object);
        }
    return note(cudaErrorInvalidValue);
}

/* Kernels. */

cudaError_t warploom_launch(unsigned kernel, dim3 grid, dim3 block, size_t shared_bytes, unsigned count,
                            const void *const *args, const size_t *sizes)
{
    unsigned head[8] = {kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z, (unsigned)shared_bytes};
    size_t total = sizeof head;
    for (unsigned i = 0; i < count; i++)
        total += sizes[i];
    char *message = malloc(total), *at = message + sizeof head;
    if (message == NULL)
        return note(cudaErrorMemoryAllocation);
    memcpy(message, head, sizeof head);
    for (unsigned i = 0; i < count; i++) {
        memcpy(at, args[i], sizes[i]);
        at += sizes[i];
    }
    struct reply reply = ask((struct request){LAUNCH, .bytes = total}, message);
    free(message);
    if (reply.bytes > 0) {
        char *printed = malloc(reply.bytes);
        if (printed == NULL)
            fail("memory");
        receive_all(printed, reply.bytes);
        fwrite(printed, 1, reply.bytes, stdout);
        free(printed);
    }
    return note(reply.status);
}

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

/* The device. */

cudaError_t cudaDeviceSynchronize(void) { return last_error; }
cudaError_t cudaThreadSynchronize(void) { return last_error; }
cudaError_t cudaThreadExit(void) { return cudaSuccess; }
cudaError_t cudaDeviceReset(void) { return cudaSuccess; }
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) { (void)config; return cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) { (void)config; return cudaSuccess; }

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    return note(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
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
        return note(cudaErrorInvalidDevice);
    memset(properties, 0, sizeof *properties);
    strcpy(properties->name, "Warploom simulator");
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
    case cudaDevAttrMaxGridDimX: *value = properties.maxGridSize[0]; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = (int)properties.sharedMemPerBlock; break;
    case cudaDevAttrTotalConstantMemory: *value = (int)properties.totalConstMem; break;
    case cudaDevAttrWarpSize: *value = properties.warpSize; break;
    case cudaDevAttrMaxRegistersPerBlock: *value = properties.regsPerBlock; break;
    case cudaDevAttrClockRate: *value = properties.clockRate; break;
    case cudaDevAttrMultiProcessorCount: *value = properties.multiProcessorCount; break;
    case cudaDevAttrComputeCapabilityMajor: *value = properties.major; break;
    case cudaDevAttrComputeCapabilityMinor: *value = properties.minor; break;
    default: return note(cudaErrorInvalidValue);
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
    last_error = cudaSuccess;
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
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {cudaErrorInvalidPitchValue, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {cudaErrorInvalidDevicePointer, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
    {cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
    {cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
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
    return note(*to == NULL ? cudaErrorMemoryAllocation : cudaSuccess);
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
cudaError_t cudaEventCreate(cudaEvent_t *event) { return handle((void **)event); }
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
