//@ run: cpu
//@ emit: cuda opencl
// Literals are in the device's memory too: a kernel may index one, and a pointer to constant characters may lead to several.
#include <stdio.h>
char text[16];
int lengths[16];
static int length(const char *s)
{
    int n = 0;
    while (*s++)
        n++;
    return n;
}
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

// The kernels, compiled on the device that runs them.
static const char ocl_source[] =
    "static int length_(const __constant char *s)\n"
    "{\n"
    "    int n = 0;\n"
    "    while (*s++)\n"
    "        n++;\n"
    "    return n;\n"
    "}\n"
    "\n"
    "// characters-of-literals.c:18: kernel digits\n"
    "__kernel void digits(__global char *restrict text, __global int *restrict lengths)\n"
    "{\n"
    "    int i = (uint)get_group_id(0) * 8 + (uint)get_local_id(0);\n"
    "    const __constant char *names = i & 1 ? \"fedcba9876543210\" : \"ABCDEFGHIJKLMNOP\";\n"
    "    text[i] = i < 8 ? \"0123456789abcdef\"[i] : names[i];\n"
    "    lengths[i] = length_(i < 4 ? \"short\" : \"long text\");\n"
    "}\n";
static cl_program ocl_program;

static oclError_t launch_digits(oclDim3 grid, oclDim3 block, char *text, int *lengths)
{
    static cl_kernel ocl_own;
    const oclArgument ocl_arguments[] = { { &text, 0 }, { &lengths, 0 }, { 0, 0 } };
    oclError_t ocl_status = ocl_kernel(&ocl_program, ocl_source, "digits", &ocl_own);
    if (ocl_status != oclSuccess)
        return ocl_status;
    return oclLaunch(ocl_own, grid, block, NULL, ocl_arguments, 2);
}

int main(void)
{
    char *d_text;
    hicuda_check(oclMalloc((void **)&d_text, sizeof text), "characters-of-literals.c:16: global alloc text[*]");
    int *d_lengths;
    hicuda_check(oclMalloc((void **)&d_lengths, sizeof lengths), "characters-of-literals.c:17: global alloc lengths[*]");
    hicuda_launched(launch_digits((oclDim3){2, 1, 1}, (oclDim3){8, 1, 1}, d_text, d_lengths), "characters-of-literals.c:18: kernel digits tblock(2) thread(8)");
    hicuda_check(oclMemcpy(text, d_text, sizeof text, oclMemcpyDeviceToHost), "characters-of-literals.c:26: global copyout text[*]");
    hicuda_check(oclMemcpy(lengths, d_lengths, sizeof lengths, oclMemcpyDeviceToHost), "characters-of-literals.c:27: global copyout lengths[*]");
    hicuda_check(oclFree(d_text), "characters-of-literals.c:28: global free text lengths");
    hicuda_check(oclFree(d_lengths), "characters-of-literals.c:28: global free text lengths");
    printf("%.16s %d %d\n", text, lengths[3], lengths[4]);
    return 0;
}
