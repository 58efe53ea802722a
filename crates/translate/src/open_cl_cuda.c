// What a host that was written for CUDA calls beyond that.
enum { oclMemcpyHostToHost = 0, oclMemcpyDefault = 4 };
enum { oclErrorInvalidValue = CL_INVALID_VALUE, oclErrorMemoryAllocation = CL_MEM_OBJECT_ALLOCATION_FAILURE, oclErrorNotReady = 1 };
enum { oclMemAttachGlobal = 1, oclMemAttachHost, oclCpuDeviceId = -1, oclDeviceMapHost = 8 };
enum { oclHostAllocDefault, oclHostAllocPortable, oclHostAllocMapped, oclHostAllocWriteCombined = 4 };
enum { oclEventDefault, oclEventBlockingSync, oclEventDisableTiming, oclStreamDefault = 0, oclStreamNonBlocking = 1 };
typedef int oclMemcpyKind;
typedef oclError_t oclError;
typedef struct ocl_event { double seconds; } *oclEvent_t;
// Memory of the device that has a name, made when it is first used.
typedef struct { size_t bytes; const void *initial; void *memory; } oclSymbol;
typedef struct {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock, totalConstMem;
    size_t memPitch, textureAlignment, sharedMemPerMultiprocessor, sharedMemPerBlockOptin;
    int warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, multiProcessorCount, major, minor;
    // What OpenCL does not tell is 0.
    int regsPerBlock, deviceOverlap, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode, concurrentKernels;
    int ECCEnabled, pciBusID, pciDeviceID, tccDriver, asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth;
    int l2CacheSize, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor, regsPerMultiprocessor;
    int managedMemory, concurrentManagedAccess;
} oclDeviceProp;

static oclError_t ocl_last;
// Has a kernel been launched since memory that the host shares was brought back?
static int ocl_shared_is_away;

static inline oclDim3 oclMakeDim3(size_t x, size_t y, size_t z)
{
    oclDim3 size;
    size.x = x, size.y = y, size.z = z;
    return size;
}

static inline oclError_t ocl_said(oclError_t status)
{
    // CUDA's compiler would have refused such kernels: there would be no program.
    if (status == CL_BUILD_PROGRAM_FAILURE)
        exit(1);
    if (status != CL_SUCCESS)
        ocl_last = status;
    return status;
}

static inline oclError_t oclPeekAtLastError(void) { return ocl_last; }
static inline oclError_t oclGetLastError(void)
{
    oclError_t status = ocl_last;
    ocl_last = CL_SUCCESS;
    return status;
}
static inline const char *oclGetErrorName(oclError_t status) { return oclGetErrorString(status); }

// Memory of a device that programs for CUDA find empty.
static inline oclError_t ocl_malloc(void **address, size_t bytes)
{
    oclError_t status = oclMalloc(address, bytes);
    return ocl_said(status == CL_SUCCESS ? oclMemset(*address, 0, bytes) : status);
}

// Memory that the host shares is the host's; it goes to the device before a kernel, and comes back
// when the host waits.
static inline oclError_t ocl_malloc_shared(void **address, size_t bytes)
{
    oclError_t status = ocl_malloc(address, bytes);
    char *own = (char *)calloc(bytes ? bytes : 1, 1);
    if (status != CL_SUCCESS || !own) {
        free(own);
        return status != CL_SUCCESS ? status : ocl_said(CL_OUT_OF_HOST_MEMORY);
    }
    ocl.buffers->address = own;
    ocl.buffers->is_shared = 1;
    *address = own;
    return CL_SUCCESS;
}

static inline oclError_t ocl_shared_to_device(void)
{
    oclError_t status = CL_SUCCESS;
    if (!ocl_shared_is_away)
        for (struct ocl_buffer *at = ocl.buffers; at && status == CL_SUCCESS; at = at->next)
            if (at->is_shared)
                status = clEnqueueWriteBuffer(ocl_queue(), at->memory, CL_TRUE, 0, at->bytes, at->address, 0, NULL, NULL);
    ocl_shared_is_away = 1;
    return status;
}

static inline oclError_t ocl_wait(void)
{
    oclError_t status = oclDeviceSynchronize();
    if (ocl_shared_is_away)
        for (struct ocl_buffer *at = ocl.buffers; at && status == CL_SUCCESS; at = at->next)
            if (at->is_shared)
                status = clEnqueueReadBuffer(ocl_queue(), at->memory, CL_TRUE, 0, at->bytes, at->address, 0, NULL, NULL);
    ocl_shared_is_away = 0;
    return ocl_said(status);
}

static inline oclError_t ocl_free(void *address)
{
    struct ocl_buffer *buffer = ocl_find(address);
    int is_shared = buffer && buffer->is_shared;
    oclError_t status = ocl_wait();
    if (status == CL_SUCCESS)
        status = ocl_said(oclFree(address));
    if (is_shared && status == CL_SUCCESS)
        free(address);
    return status;
}

static inline oclError_t ocl_launch(cl_kernel kernel, oclDim3 grid, oclDim3 block, oclStream_t stream, const oclArgument *arguments, cl_uint count)
{
    oclError_t status = ocl_shared_to_device();
    // What kernels print comes behind what the host has printed.
    fflush(stdout);
    return ocl_said(status == CL_SUCCESS ? oclLaunch(kernel, grid, block, stream, arguments, count) : status);
}

static inline oclError_t ocl_set(void *to, int byte, size_t bytes)
{
    struct ocl_buffer *buffer = ocl_find(to);
    if (!buffer || !buffer->is_shared)
        return ocl_said(oclMemset(to, byte, bytes));
    oclError_t status = ocl_wait();
    if (status == CL_SUCCESS)
        memset(to, byte, bytes);
    return status;
}

static inline oclError_t ocl_copy(void *to, const void *from, size_t bytes, int kind)
{
    struct ocl_buffer *target = ocl_find(to), *source = ocl_find(from);
    if (ocl_shared_is_away) {
        oclError_t status = ocl_wait();
        if (status != CL_SUCCESS)
            return status;
    }
    if ((target && target->is_shared) || (source && source->is_shared)) {
        target = target && !target->is_shared ? target : NULL;
        source = source && !source->is_shared ? source : NULL;
        kind = oclMemcpyDefault;
    }
    if (kind == oclMemcpyDefault)
        kind = target ? (source ? (int)oclMemcpyDeviceToDevice : (int)oclMemcpyHostToDevice) : source ? (int)oclMemcpyDeviceToHost : (int)oclMemcpyHostToHost;
    if (kind == oclMemcpyHostToHost) {
        memcpy(to, from, bytes);
        return CL_SUCCESS;
    }
    return ocl_said(oclMemcpy(to, from, bytes, kind));
}

static inline oclError_t ocl_copy_2d(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t rows, int kind)
{
    oclError_t status = CL_SUCCESS;
    struct ocl_buffer *target = ocl_find(to), *source = ocl_find(from);
    int is_shared = (target && target->is_shared) || (source && source->is_shared);
    if (!is_shared && !ocl_shared_is_away && (kind == oclMemcpyHostToDevice || kind == oclMemcpyDeviceToHost))
        return ocl_said(oclMemcpy2D(to, to_pitch, from, from_pitch, width, rows, kind));
    for (size_t row = 0; row < rows && status == CL_SUCCESS; row++)
        status = ocl_copy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width, kind);
    return status;
}

static inline oclError_t oclMemset2D(void *to, size_t pitch, int byte, size_t width, size_t rows)
{
    oclError_t status = CL_SUCCESS;
    for (size_t row = 0; row < rows && status == CL_SUCCESS; row++)
        status = ocl_set((char *)to + row * pitch, byte, width);
    return status;
}

static inline oclError_t ocl_malloc_pitch(void **address, size_t *pitch, size_t width, size_t rows)
{
    *pitch = (width + 255) / 256 * 256;
    return ocl_malloc(address, *pitch * rows);
}

static inline oclError_t ocl_malloc_host(void **address, size_t bytes, unsigned flags)
{
    if (flags & oclHostAllocMapped)
        return ocl_malloc_shared(address, bytes);
    *address = malloc(bytes ? bytes : 1);
    return *address ? CL_SUCCESS : ocl_said(CL_OUT_OF_HOST_MEMORY);
}
static inline oclError_t oclFreeHost(void *address)
{
    if (address && ocl_find(address))
        return ocl_free(address);
    free(address);
    return CL_SUCCESS;
}

static inline oclError_t ocl_host_device_pointer(void **address, void *host)
{
    *address = host;
    return ocl_find(host) ? CL_SUCCESS : ocl_said(CL_INVALID_MEM_OBJECT);
}

static inline oclError_t ocl_symbol(oclSymbol *symbol)
{
    oclError_t status = CL_SUCCESS;
    if (symbol->memory)
        return status;
    status = oclMalloc(&symbol->memory, symbol->bytes);
    if (status != CL_SUCCESS)
        return status;
    return symbol->initial ? oclMemcpy(symbol->memory, symbol->initial, symbol->bytes, oclMemcpyHostToDevice) : oclMemset(symbol->memory, 0, symbol->bytes);
}

static inline oclError_t oclMemcpyToSymbol(oclSymbol *symbol, const void *from, size_t bytes, size_t offset, int kind)
{
    oclError_t status = ocl_said(ocl_symbol(symbol));
    return status == CL_SUCCESS ? ocl_copy((char *)symbol->memory + offset, from, bytes, kind) : status;
}
static inline oclError_t oclMemcpyFromSymbol(void *to, oclSymbol *symbol, size_t bytes, size_t offset, int kind)
{
    oclError_t status = ocl_said(ocl_symbol(symbol));
    return status == CL_SUCCESS ? ocl_copy(to, (const char *)symbol->memory + offset, bytes, kind) : status;
}
static inline oclError_t ocl_symbol_address(void **address, oclSymbol *symbol)
{
    oclError_t status = ocl_said(ocl_symbol(symbol));
    *address = symbol->memory;
    return status;
}

static inline double ocl_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
static inline oclError_t oclEventCreate(oclEvent_t *event)
{
    *event = (oclEvent_t)calloc(1, sizeof **event);
    return *event ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}
static inline oclError_t ocl_event_record(oclEvent_t event)
{
    oclError_t status = oclDeviceSynchronize();
    event->seconds = ocl_now();
    return ocl_said(status);
}
static inline oclError_t oclEventSynchronize(oclEvent_t event) { return event ? ocl_wait() : CL_INVALID_EVENT; }
static inline oclError_t oclEventElapsedTime(float *milliseconds, oclEvent_t start, oclEvent_t end)
{
    *milliseconds = (float)(1e3 * (end->seconds - start->seconds));
    return CL_SUCCESS;
}
static inline oclError_t oclEventDestroy(oclEvent_t event)
{
    free(event);
    return CL_SUCCESS;
}
static inline oclError_t oclStreamDestroy(oclStream_t stream)
{
    oclError_t status = ocl_wait();
    for (struct ocl_stream **at = &ocl.streams; *at; at = &(*at)->next)
        if (*at == stream) {
            *at = stream->next;
            clReleaseCommandQueue(stream->queue);
            free(stream);
            return status;
        }
    return ocl_said(CL_INVALID_COMMAND_QUEUE);
}

static inline oclError_t oclGetDevice(int *number)
{
    *number = ocl.wanted;
    return CL_SUCCESS;
}
static inline oclError_t oclDeviceReset(void) { return ocl_wait(); }
static inline oclError_t oclMemGetInfo(size_t *left, size_t *all)
{
    cl_ulong bytes = 0;
    oclError_t status = ocl_start();
    if (status == CL_SUCCESS)
        status = clGetDeviceInfo(ocl.device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    *left = *all = (size_t)bytes;
    for (struct ocl_buffer *at = ocl.buffers; at; at = at->next)
        *left -= at->bytes < *left ? at->bytes : *left;
    return ocl_said(status);
}
static inline oclError_t oclGetDeviceProperties(oclDeviceProp *properties, int number)
{
    cl_ulong global = 0, local = 0, constant = 0;
    cl_uint units = 0, clock = 0;
    size_t group = 0, items[3] = { 0, 0, 0 };
    oclError_t status = ocl_start();
    (void)number;
    memset(properties, 0, sizeof *properties);
    if (status != CL_SUCCESS)
        return status;
    clGetDeviceInfo(ocl.device, CL_DEVICE_NAME, sizeof properties->name, properties->name, NULL);
    clGetDeviceInfo(ocl.device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof global, &global, NULL);
    clGetDeviceInfo(ocl.device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, NULL);
    clGetDeviceInfo(ocl.device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, sizeof constant, &constant, NULL);
    clGetDeviceInfo(ocl.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    clGetDeviceInfo(ocl.device, CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof clock, &clock, NULL);
    clGetDeviceInfo(ocl.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof group, &group, NULL);
    clGetDeviceInfo(ocl.device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, NULL);
    properties->totalGlobalMem = (size_t)global;
    properties->sharedMemPerBlock = (size_t)local;
    properties->totalConstMem = (size_t)constant;
    properties->multiProcessorCount = (int)units;
    properties->clockRate = (int)clock * 1000;
    properties->maxThreadsPerBlock = (int)group;
    properties->warpSize = 32;
    properties->memPitch = 0x7fffffff;
    properties->textureAlignment = 256;
    properties->sharedMemPerMultiprocessor = properties->sharedMemPerBlockOptin = (size_t)local;
    properties->maxThreadsPerMultiProcessor = (int)group;
    properties->canMapHostMemory = properties->unifiedAddressing = properties->managedMemory = 1;
    for (int i = 0; i < 3; i++) {
        properties->maxThreadsDim[i] = (int)items[i];
        properties->maxGridSize[i] = 0x7fffffff;
    }
    return CL_SUCCESS;
}

// CUDA has arguments that may be left out, and takes pointers to any pointer.
#define oclMalloc(address, bytes) ocl_malloc((void **)(address), bytes)
#define oclMallocManaged(address, ...) ocl_malloc_shared((void **)(address), OCL_FIRST(__VA_ARGS__, 0))
#define oclMallocHost(address, bytes) ocl_malloc_host((void **)(address), bytes, 0)
#define oclHostAlloc(address, bytes, flags) ocl_malloc_host((void **)(address), bytes, flags)
#define oclHostGetDevicePointer(address, host, flags) ocl_host_device_pointer((void **)(address), host)
#define oclFree(address) ocl_free(address)
#define oclMallocPitch(address, pitch, width, rows) ocl_malloc_pitch((void **)(address), pitch, width, rows)
#define oclGetSymbolAddress(address, symbol) ocl_symbol_address((void **)(address), symbol)
#define oclMemcpy(to, from, bytes, kind) ocl_copy(to, from, bytes, kind)
#define oclMemcpyAsync(to, from, bytes, ...) ocl_copy(to, from, bytes, OCL_FIRST(__VA_ARGS__, 0))
#define oclMemcpy2D(to, to_pitch, from, from_pitch, width, rows, kind) ocl_copy_2d(to, to_pitch, from, from_pitch, width, rows, kind)
#define oclMemset(to, byte, bytes) ocl_set(to, byte, bytes)
#define oclMemsetAsync(to, byte, ...) ocl_set(to, byte, OCL_FIRST(__VA_ARGS__, 0))
#define OCL_FIRST(first, ...) first
#define oclEventRecord(...) ocl_event_record(OCL_FIRST(__VA_ARGS__, 0))
#define oclEventCreateWithFlags(event, flags) oclEventCreate(event)
#define oclStreamCreateWithFlags(stream, flags) oclStreamCreate(stream)
#define oclDeviceSynchronize() ocl_wait()
#define oclStreamSynchronize(stream) ((void)(stream), ocl_wait())
#define oclStreamQuery(stream) ((void)(stream), ocl_wait())
#define oclStreamWaitEvent(...) oclSuccess
#define oclEventQuery(event) oclEventSynchronize(event)
#define oclThreadSynchronize() ocl_wait()
// Advice, and there is nobody to take it.
#define oclMemPrefetchAsync(...) oclSuccess
#define oclFuncSetCacheConfig(kernel, config) oclSuccess
#define oclDeviceSetCacheConfig(config) oclSuccess
#define oclSetDeviceFlags(flags) oclSuccess

