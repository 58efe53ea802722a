//@ emit: cuda opencl
//@ run: cpu sim
// `vector` of numbers of every size: 16 bytes at a time where runs and rows are so long, else 8.
#include <stdio.h>

#define N 203

static unsigned char bytes[N];
static short halves[N];
static int words[N];
static double wides[N];
static int rows[9][30], products[9][30];
static long out[N];

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdlib.h>
#include <string.h>

// OpenCL behind the few functions that this file calls: one device, one queue in order, and further queues
// where kernels may run side by side. A device address is a number that can be computed with: which buffer,
// and where in it.
typedef cl_int oclError_t;
typedef struct { size_t x, y, z; } oclDim3;
// A value of so many bytes, or 0 for a device address and OCL_OFFSET for how far it is from the
// start of its buffer.
typedef struct { const void *value; size_t bytes; } oclArgument;
enum { oclSuccess = CL_SUCCESS, oclMemcpyHostToDevice = 1, oclMemcpyDeviceToHost = 2, oclMemcpyDeviceToDevice = 3 };
#define OCL_OFFSET ((size_t)-1)

// The bits of an address that count bytes; a buffer begins in the middle of what they reach, since an
// array of which only a part is on the device begins before its part.
#define OCL_BITS 40

struct ocl_buffer {
    char *address;
    size_t bytes;
    cl_mem memory;
    // The host has memory at this address, too.
    int is_shared;
    struct ocl_buffer *next;
};

// A queue beside the first one.
typedef struct ocl_stream {
    cl_command_queue queue;
    // Does it hold what the first queue has not waited for?
    int is_ahead;
    // How many commands of the first queue it has waited for.
    size_t behind;
    struct ocl_stream *next;
} *oclStream_t;

static struct ocl_state {
    cl_context context;
    cl_device_id device;
    cl_command_queue queue;
    // How many commands were put into the queue, and how many of them are known to be done.
    size_t put, done;
    struct ocl_stream *streams;
    struct ocl_buffer *buffers;
    size_t numbers;
    int wanted;
} ocl;

static const char *oclGetErrorString(oclError_t status)
{
    static char text[40];
    switch (status) {
    case CL_SUCCESS: return "no error";
    case CL_DEVICE_NOT_FOUND: return "no OpenCL device was found";
    case CL_DEVICE_NOT_AVAILABLE: return "the device is not available";
    case CL_COMPILER_NOT_AVAILABLE: return "the device has no compiler";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE: return "out of device memory";
    case CL_OUT_OF_RESOURCES: return "out of resources on the device";
    case CL_OUT_OF_HOST_MEMORY: return "out of host memory";
    case CL_BUILD_PROGRAM_FAILURE: return "the kernels do not compile on this device";
    case CL_INVALID_VALUE: return "a copy beyond the memory of an array";
    case CL_INVALID_MEM_OBJECT: return "an address that is not on the device";
    case CL_INVALID_BUFFER_SIZE: return "more memory than the device gives at once";
    case CL_INVALID_IMAGE_SIZE: return "a texture larger than the device can have";
    case CL_IMAGE_FORMAT_NOT_SUPPORTED: return "a texture of elements that the device does not know";
    case CL_INVALID_OPERATION: return "the device has no images, which textures are";
    case CL_INVALID_COMMAND_QUEUE: return "a queue of the device takes no more commands";
    case CL_INVALID_WORK_GROUP_SIZE: return "more threads in a block than the device can have";
    case CL_INVALID_WORK_ITEM_SIZE: return "a block larger than the device can have";
    case CL_INVALID_KERNEL_NAME: return "no kernel of this name";
    case -1001: return "no OpenCL driver is installed";
    }
    snprintf(text, sizeof text, "OpenCL error %d", (int)status);
    return text;
}

// All devices of all platforms; how many there are.
static int ocl_devices(cl_device_id *devices, int room)
{
    cl_platform_id platforms[16];
    cl_uint platform_count = 0, count;
    int found = 0;
    if (clGetPlatformIDs(16, platforms, &platform_count) != CL_SUCCESS)
        return 0;
    for (cl_uint i = 0; i < platform_count && i < 16; i++) {
        count = 0;
        if (found < room && clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, (cl_uint)(room - found), devices + found, &count) == CL_SUCCESS)
            found += (int)count < room - found ? (int)count : room - found;
    }
    return found;
}

static int ocl_is_gpu(cl_device_id device)
{
    cl_device_type type = 0;
    clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    return (type & CL_DEVICE_TYPE_GPU) != 0;
}

// The device that WARPLOOM_DEVICE names, by its number or a part of its name; else the first GPU,
// else the first device.
static inline oclError_t ocl_choose(void)
{
    cl_device_id devices[64];
    char name[256];
    const char *wish = getenv("WARPLOOM_DEVICE");
    int count = ocl_devices(devices, 64), chosen = -1;
    for (int i = 0; i < count; i++) {
        name[0] = 0;
        clGetDeviceInfo(devices[i], CL_DEVICE_NAME, sizeof name, name, NULL);
        if (getenv("WARPLOOM_LIST_DEVICES"))
            fprintf(stderr, "OpenCL device %d: %s%s\n", i, name, ocl_is_gpu(devices[i]) ? " (GPU)" : "");
        if (wish && *wish) {
            char *end;
            long number = strtol(wish, &end, 10);
            if (chosen < 0 && (*end ? strstr(name, wish) != NULL : number == i))
                chosen = i;
        } else if (chosen < 0 && ocl_is_gpu(devices[i]))
            chosen = i;
    }
    if (wish && *wish && chosen < 0 && count > 0) {
        fprintf(stderr, "WARPLOOM_DEVICE: no OpenCL device is `%s`\n", wish);
        return CL_DEVICE_NOT_FOUND;
    }
    if (count == 0)
        return CL_DEVICE_NOT_FOUND;
    ocl.device = devices[(wish && *wish) || ocl.wanted == 0 ? (chosen < 0 ? 0 : chosen) : ocl.wanted % count];
    return CL_SUCCESS;
}

static inline oclError_t ocl_start(void)
{
    oclError_t status;
    if (ocl.queue)
        return CL_SUCCESS;
    status = ocl_choose();
    if (status != CL_SUCCESS)
        return status;
    ocl.context = clCreateContext(NULL, 1, &ocl.device, NULL, NULL, &status);
    if (status == CL_SUCCESS)
        ocl.queue = clCreateCommandQueue(ocl.context, ocl.device, 0, &status);
    return status;
}

static inline oclError_t oclStreamCreate(oclStream_t *stream)
{
    oclError_t status = ocl_start();
    if (status != CL_SUCCESS)
        return status;
    *stream = (oclStream_t)calloc(1, sizeof **stream);
    if (!*stream)
        return CL_OUT_OF_HOST_MEMORY;
    (*stream)->queue = clCreateCommandQueue(ocl.context, ocl.device, 0, &status);
    (*stream)->next = ocl.streams;
    ocl.streams = *stream;
    return status;
}

// What is put into `queue` from now on waits for all that is in `other`.
static inline oclError_t ocl_queue_after(cl_command_queue queue, cl_command_queue other)
{
    cl_event done;
    oclError_t status = clEnqueueMarkerWithWaitList(other, 0, NULL, &done);
    if (status != CL_SUCCESS)
        return status;
    status = clFlush(other);
    if (status == CL_SUCCESS)
        status = clEnqueueBarrierWithWaitList(queue, 1, &done, NULL);
    clReleaseEvent(done);
    return status;
}

// The first queue for one more command, which waits for the streams before it; null if it cannot.
static cl_command_queue ocl_queue(void)
{
    for (struct ocl_stream *stream = ocl.streams; stream; stream = stream->next)
        if (stream->is_ahead) {
            if (ocl_queue_after(ocl.queue, stream->queue) != CL_SUCCESS)
                return NULL;
            stream->is_ahead = 0;
        }
    ocl.put++;
    return ocl.queue;
}

// The host has waited for the last command of the first queue, and so for all of them.
static inline oclError_t ocl_waited(oclError_t status)
{
    if (status == CL_SUCCESS)
        ocl.done = ocl.put;
    return status;
}

// The queue of a stream, in which everything waits for what is in the first one; null if it cannot. A wait
// for nothing is left out: some drivers let no two kernels run side by side around one.
static cl_command_queue ocl_queue_of(oclStream_t stream)
{
    if (ocl.done != ocl.put && stream->behind != ocl.put && ocl_queue_after(stream->queue, ocl.queue) != CL_SUCCESS)
        return NULL;
    stream->behind = ocl.put;
    stream->is_ahead = 1;
    return stream->queue;
}

static struct ocl_buffer *ocl_find(const void *address)
{
    struct ocl_buffer *buffer = ocl.buffers;
    while (buffer && (buffer->is_shared ? (size_t)address - (size_t)buffer->address > buffer->bytes
                                        : (size_t)buffer->address >> OCL_BITS != (size_t)address >> OCL_BITS))
        buffer = buffer->next;
    return buffer;
}

// An address for memory of the device's.
static inline oclError_t ocl_keep(cl_mem memory, size_t bytes, void **address)
{
    struct ocl_buffer *buffer = (struct ocl_buffer *)malloc(sizeof *buffer);
    if (!buffer)
        return CL_OUT_OF_HOST_MEMORY;
    buffer->bytes = bytes;
    buffer->is_shared = 0;
    buffer->memory = memory;
    // With a bit that no address of a host has.
    do
        buffer->address = (char *)((((++ocl.numbers & 0x3fffff) | 0x400000) << OCL_BITS) + ((size_t)1 << (OCL_BITS - 1)));
    while (ocl_find(buffer->address));
    buffer->next = ocl.buffers;
    ocl.buffers = buffer;
    *address = buffer->address;
    return CL_SUCCESS;
}

static inline oclError_t oclMalloc(void **address, size_t bytes)
{
    oclError_t status = ocl_start();
    cl_mem memory;
    if (status != CL_SUCCESS)
        return status;
    memory = clCreateBuffer(ocl.context, CL_MEM_READ_WRITE, bytes ? bytes : 1, NULL, &status);
    return status == CL_SUCCESS ? ocl_keep(memory, bytes ? bytes : 1, address) : status;
}

static inline oclError_t oclFree(void *address)
{
    for (struct ocl_buffer **at = &ocl.buffers; *at; at = &(*at)->next)
        if ((*at)->address == address) {
            struct ocl_buffer *buffer = *at;
            oclError_t status = clReleaseMemObject(buffer->memory);
            *at = buffer->next;
            free(buffer);
            return status;
        }
    return address ? CL_INVALID_MEM_OBJECT : CL_SUCCESS;
}

static inline oclError_t oclMemset(void *address, int byte, size_t bytes)
{
    struct ocl_buffer *buffer = ocl_find(address);
    unsigned char pattern = (unsigned char)byte;
    if (bytes == 0)
        return CL_SUCCESS;
    if (!buffer)
        return CL_INVALID_MEM_OBJECT;
    return clEnqueueFillBuffer(ocl_queue(), buffer->memory, &pattern, 1, (size_t)((char *)address - buffer->address), bytes, 0, NULL, NULL);
}

static inline oclError_t oclMemcpy(void *to, const void *from, size_t bytes, int direction)
{
    const char *device = (const char *)(direction == oclMemcpyHostToDevice ? to : from);
    struct ocl_buffer *buffer = ocl_find(device);
    size_t offset;
    if (bytes == 0)
        return CL_SUCCESS;
    if (!buffer)
        return CL_INVALID_MEM_OBJECT;
    offset = (size_t)(device - buffer->address);
    if (direction == oclMemcpyDeviceToDevice) {
        struct ocl_buffer *target = ocl_find(to);
        if (!target)
            return CL_INVALID_MEM_OBJECT;
        return clEnqueueCopyBuffer(ocl_queue(), buffer->memory, target->memory, offset, (size_t)((char *)to - target->address), bytes, 0, NULL, NULL);
    }
    if (direction == oclMemcpyHostToDevice)
        return ocl_waited(clEnqueueWriteBuffer(ocl_queue(), buffer->memory, CL_TRUE, offset, bytes, from, 0, NULL, NULL));
    return ocl_waited(clEnqueueReadBuffer(ocl_queue(), buffer->memory, CL_TRUE, offset, bytes, to, 0, NULL, NULL));
}

static inline oclError_t oclMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t rows, int direction)
{
    const char *device = (const char *)(direction == oclMemcpyHostToDevice ? to : from);
    struct ocl_buffer *buffer = ocl_find(device);
    size_t here[3] = { 0, 0, 0 }, there[3] = { 0, 0, 0 }, region[3];
    if (width == 0 || rows == 0)
        return CL_SUCCESS;
    if (!buffer)
        return CL_INVALID_MEM_OBJECT;
    there[0] = (size_t)(device - buffer->address);
    region[0] = width;
    region[1] = rows;
    region[2] = 1;
    if (direction == oclMemcpyHostToDevice)
        return ocl_waited(clEnqueueWriteBufferRect(ocl_queue(), buffer->memory, CL_TRUE, there, here, region, to_pitch, 0, from_pitch, 0, from, 0, NULL, NULL));
    return ocl_waited(clEnqueueReadBufferRect(ocl_queue(), buffer->memory, CL_TRUE, there, here, region, from_pitch, 0, to_pitch, 0, to, 0, NULL, NULL));
}

static inline oclError_t oclDeviceSynchronize(void)
{
    return ocl.queue ? ocl_waited(clFinish(ocl_queue())) : CL_SUCCESS;
}

static inline oclError_t oclGetDeviceCount(int *count)
{
    cl_device_id devices[64];
    *count = ocl_devices(devices, 64);
    return *count > 0 ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
}

static inline oclError_t oclSetDevice(int number)
{
    ocl.wanted = number;
    return CL_SUCCESS;
}

// PoCL runs on processors.
static int ocl_is_pocl(void)
{
    char version[128] = "";
    clGetDeviceInfo(ocl.device, CL_DEVICE_VERSION, sizeof version - 1, version, NULL);
    return strstr(version, "PoCL") || strstr(version, "pocl");
}

// How kernels are compiled. Quotients and roots are those of C where the device has them: OpenCL by itself lets
// them differ in the last bits. PoCL was seen to optimise loops with barriers wrongly, and not to come back from
// conversions of numbers beyond a type.
static const char *ocl_options(const char *source)
{
    if (ocl_is_pocl())
        return strstr(source, "barrier(") || strstr(source, "convert_") ? "-cl-std=CL1.2 -cl-opt-disable" : "-cl-std=CL1.2";
    cl_device_fp_config floats = 0;
    clGetDeviceInfo(ocl.device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof floats, &floats, NULL);
    return floats & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT ? "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt" : "-cl-std=CL1.2";
}

// The kernel of a program that is compiled when its first kernel is launched.
static inline oclError_t ocl_kernel(cl_program *program, const char *source, const char *name, cl_kernel *kernel)
{
    oclError_t status = ocl_start();
    if (status != CL_SUCCESS || *kernel)
        return status;
    if (!*program) {
        // A processor adds to a product as the host does.
        const char *parts[] = { ocl_is_pocl() ? "#pragma OPENCL FP_CONTRACT OFF\n#line 1\n" : "", source };
        *program = clCreateProgramWithSource(ocl.context, 2, parts, NULL, &status);
        if (status != CL_SUCCESS)
            return status;
        status = clBuildProgram(*program, 1, &ocl.device, ocl_options(source), NULL, NULL);
        if (status != CL_SUCCESS) {
            size_t length = 0;
            char *log;
            clGetProgramBuildInfo(*program, ocl.device, CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
            log = (char *)calloc(length + 1, 1);
            if (log) {
                clGetProgramBuildInfo(*program, ocl.device, CL_PROGRAM_BUILD_LOG, length, log, NULL);
                fprintf(stderr, "%s\n", log);
                free(log);
            }
            return CL_BUILD_PROGRAM_FAILURE;
        }
    }
    *kernel = clCreateKernel(*program, name, &status);
    return status;
}

// In the first queue, or in that of a stream.
static inline oclError_t oclLaunch(cl_kernel kernel, oclDim3 grid, oclDim3 block, oclStream_t stream, const oclArgument *arguments, cl_uint count)
{
    size_t all[3], group[3];
    cl_command_queue queue;
    oclError_t status = CL_SUCCESS;
    for (cl_uint i = 0; i < count && status == CL_SUCCESS; i++) {
        const void *value = arguments[i].value;
        size_t bytes = arguments[i].bytes;
        if (bytes == 0 || bytes == OCL_OFFSET) {
            char *address = *(char *const *)value;
            struct ocl_buffer *buffer = ocl_find(address);
            cl_ulong offset = 0;
            if (!buffer && address)
                return CL_INVALID_MEM_OBJECT;
            if (buffer)
                offset = (cl_ulong)(address - buffer->address);
            status = bytes == 0 ? clSetKernelArg(kernel, i, sizeof(cl_mem), buffer ? &buffer->memory : NULL)
                                : clSetKernelArg(kernel, i, sizeof offset, &offset);
        } else
            status = clSetKernelArg(kernel, i, bytes, value);
    }
    if (status != CL_SUCCESS)
        return status;
    group[0] = block.x, group[1] = block.y, group[2] = block.z;
    all[0] = grid.x * block.x, all[1] = grid.y * block.y, all[2] = grid.z * block.z;
    queue = stream ? ocl_queue_of(stream) : ocl_queue();
    status = clEnqueueNDRangeKernel(queue, kernel, 3, NULL, all, group, 0, NULL, NULL);
    // A device may let commands lie until somebody waits.
    return status == CL_SUCCESS && stream ? clFlush(queue) : status;
}

// A failed OpenCL call ends the program and names the directive behind it.
static void hicuda_check(oclError_t status, const char *directive)
{
    if (status != oclSuccess) {
        fprintf(stderr, "%s: %s\n", directive, oclGetErrorString(status));
        exit(EXIT_FAILURE);
    }
}

// The host goes on while a kernel runs. What fails in the kernel is reported by the next transfer,
// or here if the program runs with WARPLOOM_SYNC=1.
static void hicuda_launched(oclError_t status, const char *directive)
{
    if (status == oclSuccess && getenv("WARPLOOM_SYNC"))
        status = oclDeviceSynchronize();
    hicuda_check(status, directive);
}

// A device copy belongs to the host object, whichever pointer leads to it. Of the object at
// `host` it holds `bytes` bytes from the one with number `first` on.
static struct hicuda_copy {
    const char *host;
    size_t first, bytes;
    char *device;
    int is_there;
} hicuda_copies[1024];

static void hicuda_remember(const void *host, size_t first, size_t bytes, void *device, const char *directive)
{
    for (int i = 0; i < 1024; i++)
        if (!hicuda_copies[i].is_there) {
            hicuda_copies[i].host = (const char *)host;
            hicuda_copies[i].first = first;
            hicuda_copies[i].bytes = bytes;
            hicuda_copies[i].device = (char *)device;
            hicuda_copies[i].is_there = 1;
            return;
        }
    fprintf(stderr, "%s: more than 1024 device copies\n", directive);
    exit(EXIT_FAILURE);
}

static struct hicuda_copy *hicuda_find(const void *host, const char *directive)
{
    struct hicuda_copy *empty = NULL;
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there && hicuda_copies[i].host == host) {
            if (hicuda_copies[i].bytes)
                return &hicuda_copies[i];
            empty = &hicuda_copies[i];
        }
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there
            && (size_t)((const char *)host - hicuda_copies[i].host) - hicuda_copies[i].first < hicuda_copies[i].bytes)
            return &hicuda_copies[i];
    if (empty)
        return empty;
    fprintf(stderr, "%s: this object has no copy on the device\n", directive);
    exit(EXIT_FAILURE);
}

// Where the byte at `host`, the start of an object or inside a copy, is on the device.
static void *hicuda_copy_of(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    return copy->device + ((const char *)host - copy->host) - copy->first;
}

static void *hicuda_forget(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    copy->is_there = 0;
    return copy->device;
}

// The kernels, compiled on the device that runs them.
static const char ocl_source[] =
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "\n"
    "#define hicuda_vector_uchar16(at) (*(const __global uchar16 *)(at))\n"
    "#define hicuda_vector_short8(at) (*(const __global short8 *)(at))\n"
    "#define hicuda_vector_int4(at) (*(const __global int4 *)(at))\n"
    "#define hicuda_vector_int2(at) (*(const __global int2 *)(at))\n"
    "#define hicuda_vector_double2(at) (*(const __global double2 *)(at))\n"
    "\n"
    "// types.c:17: kernel whole\n"
    "__kernel void whole(__global long *restrict out, const __global uchar *restrict bytes, const __global short *restrict halves, const __global int *restrict words, int n, ulong out_offset, ulong bytes_offset, ulong halves_offset, ulong words_offset)\n"
    "{\n"
    "    out = (__global long *)((__global char *)out + out_offset);\n"
    "    bytes = (const __global uchar *)((__global char *)bytes + bytes_offset);\n"
    "    halves = (const __global short *)((__global char *)halves + halves_offset);\n"
    "    words = (const __global int *)((__global char *)words + words_offset);\n"
    "    int i = (uint)get_group_id(0) * 64 + (uint)get_local_id(0) * 16;\n"
    "    if (i + 15 < n && (ulong)bytes % 16 == 0 && i <= 187 && (ulong)halves % 16 == 0 && (ulong)words % 16 == 0) {\n"
    "        uchar bytes_now[16];\n"
    "        vstore16(hicuda_vector_uchar16(&bytes[i]), 0, &bytes_now[0]);\n"
    "        short halves_now[16];\n"
    "        #pragma unroll\n"
    "        for (int k = 0; k < 16; k += 8)\n"
    "            vstore8(hicuda_vector_short8(&halves[i + k]), 0, &halves_now[k]);\n"
    "        int words_now[16];\n"
    "        #pragma unroll\n"
    "        for (int k = 0; k < 16; k += 4)\n"
    "            vstore4(hicuda_vector_int4(&words[i + k]), 0, &words_now[k]);\n"
    "        #pragma unroll\n"
    "        for (int u = 0; u < 16; u++)\n"
    "            out[i + u] = bytes_now[u] + 2 * halves_now[u] + (words_now[u] > 3 ? words_now[u] : 0);\n"
    "    } else if (i + 15 < n) {\n"
    "        #pragma unroll\n"
    "        for (int u = 0; u < 16; u++)\n"
    "            out[i + u] = bytes[i + u] + 2 * halves[i + u] + (words[i + u] > 3 ? words[i + u] : 0);\n"
    "    } else {\n"
    "        #pragma unroll\n"
    "        for (int u = 0; u < 16; u++) {\n"
    "            if (i + u < n)\n"
    "                out[i + u] = bytes[i + u] + 2 * halves[i + u] + (words[i + u] > 3 ? words[i + u] : 0);\n"
    "        }\n"
    "    }\n"
    "}\n"
    "\n"
    "// types.c:26: kernel pairs\n"
    "__kernel void pairs(__global long *restrict out, const __global int *restrict words, const __global double *restrict wides, int n, ulong out_offset, ulong words_offset, ulong wides_offset)\n"
    "{\n"
    "    out = (__global long *)((__global char *)out + out_offset);\n"
    "    words = (const __global int *)((__global char *)words + words_offset);\n"
    "    wides = (const __global double *)((__global char *)wides + wides_offset);\n"
    "    for (int i = (uint)get_group_id(0) * 16 + (uint)get_local_id(0) * 2; i < n; i += 112) {\n"
    "        if (i + 9 < n && (ulong)words % 8 == 0 && i + 8 <= 201 && (ulong)wides % 16 == 0) {\n"
    "            int words_now[2][2];\n"
    "            #pragma unroll\n"
    "            for (int run = 0; run < 2; run++)\n"
    "                vstore2(hicuda_vector_int2(&words[i + run * 8]), 0, &words_now[run][0]);\n"
    "            double wides_now[2][2];\n"
    "            #pragma unroll\n"
    "            for (int run = 0; run < 2; run++)\n"
    "                vstore2(hicuda_vector_double2(&wides[i + run * 8]), 0, &wides_now[run][0]);\n"
    "            #pragma unroll\n"
    "            for (int u = 0; u < 4; u++)\n"
    "                out[i + u % 2 + u / 2 * 8] += (long)(words_now[u / 2][u % 2] * wides_now[u / 2][u % 2]);\n"
    "        } else if (i + 9 < n) {\n"
    "            #pragma unroll\n"
    "            for (int u = 0; u < 4; u++)\n"
    "                out[i + u % 2 + u / 2 * 8] += (long)(words[i + u % 2 + u / 2 * 8] * wides[i + u % 2 + u / 2 * 8]);\n"
    "        } else {\n"
    "            #pragma unroll\n"
    "            for (int u = 0; u < 4; u++) {\n"
    "                if (i + u % 2 + u / 2 * 8 < n)\n"
    "                    out[i + u % 2 + u / 2 * 8] += (long)(words[i + u % 2 + u / 2 * 8] * wides[i + u % 2 + u / 2 * 8]);\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "}\n"
    "\n"
    "// types.c:36: kernel eight\n"
    "__kernel void eight(__global int (*restrict products)[30], const __global int (*restrict rows)[30], ulong products_offset, ulong rows_offset)\n"
    "{\n"
    "    products = (__global int (*)[30])((__global char *)products + products_offset);\n"
    "    rows = (const __global int (*)[30])((__global char *)rows + rows_offset);\n"
    "    int i = (uint)get_group_id(1) * 3 + (uint)get_local_id(1);\n"
    "    int j = (uint)get_group_id(0) * 16 + (uint)get_local_id(0) * 4 + 1;\n"
    "    if (j + 3 < 29 && (ulong)rows % 8 == 0) {\n"
    "        int rows_now[6];\n"
    "        #pragma unroll\n"
    "        for (int k = 0; k < 6; k += 2)\n"
    "            vstore2(hicuda_vector_int2(&rows[i][j - 1 + k]), 0, &rows_now[k]);\n"
    "        #pragma unroll\n"
    "        for (int u = 0; u < 4; u++)\n"
    "            products[i][j + u] = rows_now[u] + rows_now[u + 1] * rows_now[u + 2];\n"
    "    } else if (j + 3 < 29) {\n"
    "        #pragma unroll\n"
    "        for (int u = 0; u < 4; u++)\n"
    "            products[i][j + u] = rows[i][j + u - 1] + rows[i][j + u] * rows[i][j + u + 1];\n"
    "    } else {\n"
    "        #pragma unroll\n"
    "        for (int u = 0; u < 4; u++) {\n"
    "            if (j + u < 29)\n"
    "                products[i][j + u] = rows[i][j + u - 1] + rows[i][j + u] * rows[i][j + u + 1];\n"
    "        }\n"
    "    }\n"
    "}\n";
static cl_program ocl_program;

static oclError_t launch_whole(oclDim3 grid, oclDim3 block, long *out, const unsigned char *bytes, const short *halves, const int *words, int n)
{
    static cl_kernel ocl_own;
    const oclArgument ocl_arguments[] = { { &out, 0 }, { &bytes, 0 }, { &halves, 0 }, { &words, 0 }, { &n, sizeof n }, { &out, OCL_OFFSET }, { &bytes, OCL_OFFSET }, { &halves, OCL_OFFSET }, { &words, OCL_OFFSET }, { 0, 0 } };
    oclError_t ocl_status = ocl_kernel(&ocl_program, ocl_source, "whole", &ocl_own);
    if (ocl_status != oclSuccess)
        return ocl_status;
    return oclLaunch(ocl_own, grid, block, NULL, ocl_arguments, 9);
}

static void sixteen(int n)
{
    if ((n + 63) / 64 > 0) {
        hicuda_launched(launch_whole((oclDim3){(n + 63) / 64, 1, 1}, (oclDim3){4, 1, 1}, (long *)hicuda_copy_of(out, "types.c:17: kernel whole tblock((n + 63) / 64) thread(4)"), (unsigned char *)hicuda_copy_of(bytes, "types.c:17: kernel whole tblock((n + 63) / 64) thread(4)"), (short *)hicuda_copy_of(halves, "types.c:17: kernel whole tblock((n + 63) / 64) thread(4)"), (int *)hicuda_copy_of(words, "types.c:17: kernel whole tblock((n + 63) / 64) thread(4)"), n), "types.c:17: kernel whole tblock((n + 63) / 64) thread(4)");
    }
}

static oclError_t launch_pairs(oclDim3 grid, oclDim3 block, long *out, const int *words, const double *wides, int n)
{
    static cl_kernel ocl_own;
    const oclArgument ocl_arguments[] = { { &out, 0 }, { &words, 0 }, { &wides, 0 }, { &n, sizeof n }, { &out, OCL_OFFSET }, { &words, OCL_OFFSET }, { &wides, OCL_OFFSET }, { 0, 0 } };
    oclError_t ocl_status = ocl_kernel(&ocl_program, ocl_source, "pairs", &ocl_own);
    if (ocl_status != oclSuccess)
        return ocl_status;
    return oclLaunch(ocl_own, grid, block, NULL, ocl_arguments, 7);
}

static void two(int n)
{
    hicuda_launched(launch_pairs((oclDim3){7, 1, 1}, (oclDim3){4, 1, 1}, (long *)hicuda_copy_of(out, "types.c:26: kernel pairs tblock(7) thread(4)"), (int *)hicuda_copy_of(words, "types.c:26: kernel pairs tblock(7) thread(4)"), (double *)hicuda_copy_of(wides, "types.c:26: kernel pairs tblock(7) thread(4)"), n), "types.c:26: kernel pairs tblock(7) thread(4)");
}

static oclError_t launch_eight(oclDim3 grid, oclDim3 block, int (*products)[30], const int (*rows)[30])
{
    static cl_kernel ocl_own;
    const oclArgument ocl_arguments[] = { { &products, 0 }, { &rows, 0 }, { &products, OCL_OFFSET }, { &rows, OCL_OFFSET }, { 0, 0 } };
    oclError_t ocl_status = ocl_kernel(&ocl_program, ocl_source, "eight", &ocl_own);
    if (ocl_status != oclSuccess)
        return ocl_status;
    return oclLaunch(ocl_own, grid, block, NULL, ocl_arguments, 4);
}

/* Rows of 30 elements: 8 bytes at a time. */
static void short_rows(void)
{
    hicuda_launched(launch_eight((oclDim3){2, 3, 1}, (oclDim3){4, 3, 1}, (int (*)[30])hicuda_copy_of(products, "types.c:36: kernel eight tblock(3, 2) thread(3, 4)"), (int (*)[30])hicuda_copy_of(rows, "types.c:36: kernel eight tblock(3, 2) thread(3, 4)")), "types.c:36: kernel eight tblock(3, 2) thread(3, 4)");
}

int main(void)
{
    const int lengths[] = { 0, 1, 15, 16, 17, 63, 64, 100, N };
    long sum = 0;
    for (int i = 0; i < N; i++) {
        bytes[i] = i * 3, halves[i] = i - 90, words[i] = i % 7, wides[i] = i / 4;
        rows[i % 9][i % 30] = i;
    }
    unsigned char *d_bytes;
    hicuda_check(oclMalloc((void **)&d_bytes, sizeof bytes), "types.c:53: global alloc bytes[*] copyin");
    hicuda_remember(bytes, 0, sizeof bytes, d_bytes, "types.c:53: global alloc bytes[*] copyin");
    hicuda_check(oclMemcpy(d_bytes, bytes, sizeof bytes, oclMemcpyHostToDevice), "types.c:53: global alloc bytes[*] copyin");
    short *d_halves;
    hicuda_check(oclMalloc((void **)&d_halves, sizeof halves), "types.c:54: global alloc halves[*] copyin");
    hicuda_remember(halves, 0, sizeof halves, d_halves, "types.c:54: global alloc halves[*] copyin");
    hicuda_check(oclMemcpy(d_halves, halves, sizeof halves, oclMemcpyHostToDevice), "types.c:54: global alloc halves[*] copyin");
    int *d_words;
    hicuda_check(oclMalloc((void **)&d_words, sizeof words), "types.c:55: global alloc words[*] copyin");
    hicuda_remember(words, 0, sizeof words, d_words, "types.c:55: global alloc words[*] copyin");
    hicuda_check(oclMemcpy(d_words, words, sizeof words, oclMemcpyHostToDevice), "types.c:55: global alloc words[*] copyin");
    double *d_wides;
    hicuda_check(oclMalloc((void **)&d_wides, sizeof wides), "types.c:56: global alloc wides[*] copyin");
    hicuda_remember(wides, 0, sizeof wides, d_wides, "types.c:56: global alloc wides[*] copyin");
    hicuda_check(oclMemcpy(d_wides, wides, sizeof wides, oclMemcpyHostToDevice), "types.c:56: global alloc wides[*] copyin");
    int (*d_rows)[30];
    hicuda_check(oclMalloc((void **)&d_rows, sizeof rows), "types.c:57: global alloc rows[*][*] copyin");
    hicuda_remember(rows, 0, sizeof rows, d_rows, "types.c:57: global alloc rows[*][*] copyin");
    hicuda_check(oclMemcpy(d_rows, rows, sizeof rows, oclMemcpyHostToDevice), "types.c:57: global alloc rows[*][*] copyin");
    long *d_out;
    hicuda_check(oclMalloc((void **)&d_out, sizeof out), "types.c:58: global alloc out[*] copyin");
    hicuda_remember(out, 0, sizeof out, d_out, "types.c:58: global alloc out[*] copyin");
    hicuda_check(oclMemcpy(d_out, out, sizeof out, oclMemcpyHostToDevice), "types.c:58: global alloc out[*] copyin");
    int (*d_products)[30];
    hicuda_check(oclMalloc((void **)&d_products, sizeof products), "types.c:59: global alloc products[*][*] copyin");
    hicuda_remember(products, 0, sizeof products, d_products, "types.c:59: global alloc products[*][*] copyin");
    hicuda_check(oclMemcpy(d_products, products, sizeof products, oclMemcpyHostToDevice), "types.c:59: global alloc products[*][*] copyin");
    short_rows();
    for (int l = 0; l < 9; l++) {
        sixteen(lengths[l]);
        two(lengths[l]);
    }
    hicuda_check(oclMemcpy(out, d_out, sizeof out, oclMemcpyDeviceToHost), "types.c:65: global copyout out[*]");
    hicuda_check(oclMemcpy(products, d_products, sizeof products, oclMemcpyDeviceToHost), "types.c:66: global copyout products[*][*]");
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 30; j++)
            sum += products[i][j] * (i - j);
    for (int i = 0; i < N; i++)
        sum += out[i] * (i + 1);
    hicuda_check(oclFree(d_bytes), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(bytes, "types.c:72: global free bytes halves words wides rows products out");
    hicuda_check(oclFree(d_halves), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(halves, "types.c:72: global free bytes halves words wides rows products out");
    hicuda_check(oclFree(d_words), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(words, "types.c:72: global free bytes halves words wides rows products out");
    hicuda_check(oclFree(d_wides), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(wides, "types.c:72: global free bytes halves words wides rows products out");
    hicuda_check(oclFree(d_rows), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(rows, "types.c:72: global free bytes halves words wides rows products out");
    hicuda_check(oclFree(d_products), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(products, "types.c:72: global free bytes halves words wides rows products out");
    hicuda_check(oclFree(d_out), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(out, "types.c:72: global free bytes halves words wides rows products out");
    printf("%ld\n", sum);
    return 0;
}
