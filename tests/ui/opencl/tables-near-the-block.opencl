//@ emit: opencl
//@ run: cpu sim
// OpenCL has no constant memory that a program fills: a block keeps a table that each of its threads reads from one
// end to the other. One of which single elements are read stays where it is, and so does a small one. Bytes
// come in words.
#include <stdio.h>

#define N 1000
#define TABLE 300
#define BYTES (1 << 17)

struct wave {
    float height, turn;
};

struct wave waves[TABLE];
float near[4], steps[TABLE], out[N];
unsigned char letters[BYTES];
unsigned count[256];

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
    "#define hicuda_vector_uint4(at) (*(const __global uint4 *)(at))\n"
    "\n"
    "struct wave {\n"
    "    float height;\n"
    "    float turn;\n"
    "} __attribute__((aligned(8)));\n"
    "\n"
    "// tables-near-the-block.c:37: kernel add\n"
    "__kernel void add(__global float *restrict out, __constant struct wave *c_waves, __constant float *c_steps, __constant float *c_near)\n"
    "{\n"
    "    __local struct wave waves_near[300];\n"
    "    for (int element = (uint)get_local_id(0); element < 300; element += 128)\n"
    "        waves_near[element] = c_waves[element];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
    "    int i = (uint)get_group_id(0) * 125 + (uint)get_local_id(0);\n"
    "    if ((uint)get_local_id(0) < 125) {\n"
    "        float sum = c_steps[i % 300];\n"
    "        for (int k = 0; k < 300; k++)\n"
    "            sum += waves_near[k].height * (i % 3) + waves_near[k].turn;\n"
    "        for (int k = 0; k < 4; k++)\n"
    "            sum += c_near[k];\n"
    "        out[i] = sum;\n"
    "    }\n"
    "}\n"
    "\n"
    "// tables-near-the-block.c:54: kernel count_letters\n"
    "__kernel void count_letters(__global uint *restrict count, const __global uchar *restrict letters)\n"
    "{\n"
    "    __local uint count_part[256][32];\n"
    "    for (int element = (uint)get_local_id(0); element < 8192; element += 128)\n"
    "        count_part[element / 32][element % 32] = 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
    "    int i = ((uint)get_group_id(0) * 128 + (uint)get_local_id(0)) * 16;\n"
    "    for (; i < (1 << 17) - 32783; i += 65536) {\n"
    "        uint letters_now[2][4];\n"
    "        #pragma unroll\n"
    "        for (int round = 0; round < 2; round++)\n"
    "            vstore4(hicuda_vector_uint4(&letters[i + round * 32768]), 0, letters_now[round]);\n"
    "        #pragma unroll\n"
    "        for (int round = 0; round < 2; round++) {\n"
    "            #pragma unroll\n"
    "            for (int k = 0; k < 16; k++)\n"
    "                atomic_add(&count_part[((const uchar *)letters_now[round])[k]][(uint)get_local_id(0) % 32], 1);\n"
    "        }\n"
    "    }\n"
    "    for (; i < 1 << 17; i += 32768)\n"
    "        for (int k = 0; k < 16 && i + k < 1 << 17; k++)\n"
    "            atomic_add(&count_part[letters[i + k]][(uint)get_local_id(0) % 32], 1);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
    "    for (int element = (uint)get_local_id(0); element < 256; element += 128) {\n"
    "        uint total = count_part[element][element % 32];\n"
    "        for (int copy = 1; copy < 32; copy++)\n"
    "            total += count_part[element][(element + copy) % 32];\n"
    "        atomic_add(&count[element], total);\n"
    "    }\n"
    "}\n";
static cl_program ocl_program;

static void *c_waves;

oclError_t set_c_waves(const void *host)
{
    oclError_t status = c_waves ? oclSuccess : oclMalloc(&c_waves, 2400);
    return status == oclSuccess ? oclMemcpy(c_waves, host, 2400, oclMemcpyHostToDevice) : status;
}

static void *c_near;

oclError_t set_c_near(const void *host)
{
    oclError_t status = c_near ? oclSuccess : oclMalloc(&c_near, 16);
    return status == oclSuccess ? oclMemcpy(c_near, host, 16, oclMemcpyHostToDevice) : status;
}

static void *c_steps;

oclError_t set_c_steps(const void *host)
{
    oclError_t status = c_steps ? oclSuccess : oclMalloc(&c_steps, 1200);
    return status == oclSuccess ? oclMemcpy(c_steps, host, 1200, oclMemcpyHostToDevice) : status;
}

static oclError_t launch_add(oclDim3 grid, oclDim3 block, float *out)
{
    static cl_kernel ocl_own;
    const oclArgument ocl_arguments[] = { { &out, 0 }, { &c_waves, 0 }, { &c_steps, 0 }, { &c_near, 0 }, { 0, 0 } };
    oclError_t ocl_status = ocl_kernel(&ocl_program, ocl_source, "add", &ocl_own);
    if (ocl_status != oclSuccess)
        return ocl_status;
    return oclLaunch(ocl_own, grid, block, NULL, ocl_arguments, 4);
}

static oclError_t launch_count_letters(oclDim3 grid, oclDim3 block, unsigned int *count, const unsigned char *letters)
{
    static cl_kernel ocl_own;
    const oclArgument ocl_arguments[] = { { &count, 0 }, { &letters, 0 }, { 0, 0 } };
    oclError_t ocl_status = ocl_kernel(&ocl_program, ocl_source, "count_letters", &ocl_own);
    if (ocl_status != oclSuccess)
        return ocl_status;
    return oclLaunch(ocl_own, grid, block, NULL, ocl_arguments, 2);
}

int main(void)
{
    for (int k = 0; k < TABLE; k++) {
        waves[k].height = k % 7 * 0.5f;
        waves[k].turn = k % 11;
        steps[k] = k % 5;
    }
    for (int k = 0; k < 4; k++)
        near[k] = k + 0.25f;
    for (int i = 0; i < BYTES; i++)
        letters[i] = (unsigned char)(i * 7 / 3);

    hicuda_check(set_c_waves(waves), "tables-near-the-block.c:33: constant copyin waves[*]");
    hicuda_check(set_c_near(near), "tables-near-the-block.c:34: constant copyin near[*]");
    hicuda_check(set_c_steps(steps), "tables-near-the-block.c:35: constant copyin steps[*]");
    float *d_out;
    hicuda_check(oclMalloc((void **)&d_out, sizeof out), "tables-near-the-block.c:36: global alloc out[*]");
    hicuda_launched(launch_add((oclDim3){8, 1, 1}, (oclDim3){128, 1, 1}, d_out), "tables-near-the-block.c:37: kernel add tblock(8) thread(128)");
    hicuda_check(oclMemcpy(out, d_out, sizeof out, oclMemcpyDeviceToHost), "tables-near-the-block.c:48: global copyout out[*]");
    hicuda_check(oclFree(d_out), "tables-near-the-block.c:49: global free out");

    unsigned char *d_letters;
    hicuda_check(oclMalloc((void **)&d_letters, sizeof letters), "tables-near-the-block.c:52: global alloc letters[*] copyin");
    hicuda_check(oclMemcpy(d_letters, letters, sizeof letters, oclMemcpyHostToDevice), "tables-near-the-block.c:52: global alloc letters[*] copyin");
    unsigned int *d_count;
    hicuda_check(oclMalloc((void **)&d_count, sizeof count), "tables-near-the-block.c:53: global alloc count[*] copyin");
    hicuda_check(oclMemcpy(d_count, count, sizeof count, oclMemcpyHostToDevice), "tables-near-the-block.c:53: global alloc count[*] copyin");
    hicuda_launched(launch_count_letters((oclDim3){16, 1, 1}, (oclDim3){128, 1, 1}, d_count, d_letters), "tables-near-the-block.c:54: kernel count_letters tblock(16) thread(128)");
    hicuda_check(oclMemcpy(count, d_count, sizeof count, oclMemcpyDeviceToHost), "tables-near-the-block.c:59: global copyout count[*]");
    hicuda_check(oclFree(d_letters), "tables-near-the-block.c:60: global free letters count");
    hicuda_check(oclFree(d_count), "tables-near-the-block.c:60: global free letters count");

    double total = 0;
    for (int i = 0; i < N; i++)
        total += out[i] * (i % 13);
    unsigned sum = 0;
    for (int i = 0; i < 256; i++)
        sum += count[i] * (unsigned)(i + 1);
    printf("%.3f %u %u\n", total, count[3], sum);
    return 0;
}
