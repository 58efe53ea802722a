/* Platforms, devices, contexts, queues and events. There is one platform with one device, and what is
   enqueued has happened when the call returns: an order that every program allows. */
#include "internal.h"

#include <stdarg.h>
#include <time.h>
#include <unistd.h>

static struct _cl_platform_id the_platform;
static struct _cl_device_id the_device;

cl_int warploom_refuse(cl_int status, const char *call, const char *why, ...)
{
    va_list arguments;
    va_start(arguments, why);
    fflush(stdout);
    fprintf(stderr, "warploom: %s: ", call);
    vfprintf(stderr, why, arguments);
    fprintf(stderr, " (%d)\n", status);
    va_end(arguments);
    return status;
}

cl_int warploom_answer(const void *value, size_t bytes, size_t size, void *to, size_t *needed)
{
    if (to != NULL && size < bytes)
        return CL_INVALID_VALUE;
    if (to != NULL)
        memcpy(to, value, bytes);
    if (needed != NULL)
        *needed = bytes;
    return CL_SUCCESS;
}

cl_ulong warploom_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (cl_ulong)now.tv_sec * 1000000000u + (cl_ulong)now.tv_nsec;
}

static cl_int text(const char *value, size_t size, void *to, size_t *needed)
{
    return warploom_answer(value, strlen(value) + 1, size, to, needed);
}

cl_int clGetPlatformIDs(cl_uint entries, cl_platform_id *platforms, cl_uint *count)
{
    if ((platforms != NULL && entries == 0) || (platforms == NULL && count == NULL))
        return CL_INVALID_VALUE;
    if (platforms != NULL)
        platforms[0] = &the_platform;
    if (count != NULL)
        *count = 1;
    return CL_SUCCESS;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size, void *value, size_t *needed)
{
    (void)platform;
    switch (what) {
    case CL_PLATFORM_PROFILE: return text("FULL_PROFILE", size, value, needed);
    case CL_PLATFORM_VERSION: return text("OpenCL 1.2 Warploom", size, value, needed);
    case CL_PLATFORM_NAME: return text("Warploom", size, value, needed);
    case CL_PLATFORM_VENDOR: return text("Warploom", size, value, needed);
    case CL_PLATFORM_EXTENSIONS: return text("", size, value, needed);
    default: return CL_INVALID_VALUE;
    }
}

/* The simulator is a GPU; the processor passes for one too: programs that ask for a GPU would end here else. */
static cl_device_type device_type(void)
{
    return warploom_open_cl_is_simulator ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint entries, cl_device_id *devices, cl_uint *count)
{
    (void)platform;
    if ((devices != NULL && entries == 0) || (devices == NULL && count == NULL))
        return CL_INVALID_VALUE;
    if ((type & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU)) == 0) {
        if (count != NULL)
            *count = 0;
        return CL_DEVICE_NOT_FOUND;
    }
    if (devices != NULL)
        devices[0] = &the_device;
    if (count != NULL)
        *count = 1;
    return CL_SUCCESS;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void *value, size_t *needed)
{
    if (device != &the_device)
        return warploom_refuse(CL_INVALID_DEVICE, "clGetDeviceInfo", "this is no device");
    size_t free_bytes, all_bytes;
    cl_uint number = 0;
    cl_ulong large = 0;
    size_t bytes = 0, sizes[3] = {1024, 1024, 64};
    switch (what) {
    case CL_DEVICE_NAME: return text(warploom_device_name, size, value, needed);
    case CL_DEVICE_VENDOR: return text("Warploom", size, value, needed);
    case CL_DRIVER_VERSION: return text("1.2", size, value, needed);
    case CL_DEVICE_PROFILE: return text("FULL_PROFILE", size, value, needed);
    case CL_DEVICE_VERSION: return text("OpenCL 1.2 Warploom", size, value, needed);
    case CL_DEVICE_OPENCL_C_VERSION: return text("OpenCL C 1.2 Warploom", size, value, needed);
    case CL_DEVICE_BUILT_IN_KERNELS: return text("", size, value, needed);
    case CL_DEVICE_EXTENSIONS:
        return text("cl_khr_fp64 cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics "
                    "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "
                    "cl_khr_local_int32_extended_atomics cl_khr_int64_base_atomics cl_khr_int64_extended_atomics",
                    size, value, needed);
    case CL_DEVICE_PLATFORM: {
        cl_platform_id platform = &the_platform;
        return warploom_answer(&platform, sizeof platform, size, value, needed);
    }
    case CL_DEVICE_PARENT_DEVICE: {
        cl_device_id none = NULL;
        return warploom_answer(&none, sizeof none, size, value, needed);
    }
    case CL_DEVICE_PARTITION_PROPERTIES: {
        cl_device_partition_property none = 0;
        return warploom_answer(&none, sizeof none, size, value, needed);
    }
    case CL_DEVICE_MAX_WORK_ITEM_SIZES: return warploom_answer(sizes, sizeof sizes, size, value, needed);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: bytes = 1024; break;
    case CL_DEVICE_MAX_PARAMETER_SIZE: bytes = 4096; break;
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION: bytes = 1; break;
    case CL_DEVICE_PRINTF_BUFFER_SIZE: bytes = 1 << 20; break;
    case CL_DEVICE_IMAGE2D_MAX_WIDTH: case CL_DEVICE_IMAGE2D_MAX_HEIGHT: bytes = 16384; break;
    case CL_DEVICE_IMAGE3D_MAX_WIDTH: case CL_DEVICE_IMAGE3D_MAX_HEIGHT: case CL_DEVICE_IMAGE3D_MAX_DEPTH: bytes = 2048; break;
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE: bytes = 1 << 27; break;
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE: bytes = 2048; break;
    case CL_DEVICE_TYPE: large = device_type(); break;
    case CL_DEVICE_LOCAL_MEM_SIZE: large = 48 << 10; break;
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE: large = 64 << 10; break;
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE: large = 50 << 20; break;
    case CL_DEVICE_GLOBAL_MEM_SIZE:
        warploom_room(&free_bytes, &all_bytes);
        large = all_bytes;
        break;
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        warploom_room(&free_bytes, &all_bytes);
        large = all_bytes / 4;
        break;
    case CL_DEVICE_SINGLE_FP_CONFIG: case CL_DEVICE_DOUBLE_FP_CONFIG:
        large = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA;
        break;
    case CL_DEVICE_EXECUTION_CAPABILITIES: large = CL_EXEC_KERNEL; break;
    case CL_DEVICE_QUEUE_PROPERTIES: large = CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE; break;
    case CL_DEVICE_VENDOR_ID: number = 0x5750; break;
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        number = warploom_open_cl_is_simulator ? 132 : (cl_uint)sysconf(_SC_NPROCESSORS_ONLN);
        break;
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS: number = 3; break;
    case CL_DEVICE_MAX_CLOCK_FREQUENCY: number = 1000; break;
    case CL_DEVICE_ADDRESS_BITS: number = 64; break;
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN: number = 8 * 256; break;
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE: number = 128; break;
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE: number = CL_READ_WRITE_CACHE; break;
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE: number = 128; break;
    case CL_DEVICE_MAX_CONSTANT_ARGS: number = 8; break;
    case CL_DEVICE_LOCAL_MEM_TYPE: number = CL_LOCAL; break;
    case CL_DEVICE_ENDIAN_LITTLE: case CL_DEVICE_AVAILABLE: case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE: case CL_DEVICE_REFERENCE_COUNT: case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
        number = 1;
        break;
    case CL_DEVICE_HOST_UNIFIED_MEMORY: number = !warploom_open_cl_is_simulator; break;
    case CL_DEVICE_IMAGE_SUPPORT: number = 1; break;
    case CL_DEVICE_MAX_READ_IMAGE_ARGS: case CL_DEVICE_MAX_WRITE_IMAGE_ARGS: number = 128; break;
    case CL_DEVICE_MAX_SAMPLERS: number = 16; break;
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT: case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF: case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
        break;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR: case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT: case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT: case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR: case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT: case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT: case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
        number = 1;
        break;
    default:
        return warploom_refuse(CL_INVALID_VALUE, "clGetDeviceInfo", "0x%x is not known of the device", what);
    }
    if (bytes != 0)
        return warploom_answer(&bytes, sizeof bytes, size, value, needed);
    if (large != 0)
        return warploom_answer(&large, sizeof large, size, value, needed);
    return warploom_answer(&number, sizeof number, size, value, needed);
}

cl_int clRetainDevice(cl_device_id device) { (void)device; return CL_SUCCESS; }
cl_int clReleaseDevice(cl_device_id device) { (void)device; return CL_SUCCESS; }

cl_context clCreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                           void (*notify)(const char *, const void *, size_t, void *), void *data, cl_int *status)
{
    (void)properties, (void)notify, (void)data;
    if (count == 0 || devices == NULL || devices[0] != &the_device) {
        tell(status, count == 0 || devices == NULL ? CL_INVALID_VALUE : CL_INVALID_DEVICE);
        return NULL;
    }
    cl_context context = calloc(1, sizeof *context);
    if (context != NULL)
        *context = (struct _cl_context){CONTEXT, 1};
    tell(status, context != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY);
    return context;
}

cl_context clCreateContextFromType(const cl_context_properties *properties, cl_device_type type,
                                   void (*notify)(const char *, const void *, size_t, void *), void *data,
                                   cl_int *status)
{
    cl_device_id device;
    cl_int found = clGetDeviceIDs(NULL, type, 1, &device, NULL);
    if (found != CL_SUCCESS) {
        tell(status, found);
        return NULL;
    }
    return clCreateContext(properties, 1, &device, notify, data, status);
}

cl_int clRetainContext(cl_context context)
{
    if (!IS(context, CONTEXT))
        return CL_INVALID_CONTEXT;
    context->references++;
    return CL_SUCCESS;
}

void warploom_drop_context(cl_context context)
{
    if (--context->references == 0) {
        context->magic = 0;
        free(context);
    }
}

cl_int clReleaseContext(cl_context context)
{
    if (!IS(context, CONTEXT))
        return warploom_refuse(CL_INVALID_CONTEXT, "clReleaseContext", "this is no context, or it was released");
    warploom_drop_context(context);
    return CL_SUCCESS;
}

cl_int clGetContextInfo(cl_context context, cl_context_info what, size_t size, void *value, size_t *needed)
{
    cl_device_id device = &the_device;
    cl_uint number = 1;
    if (!IS(context, CONTEXT))
        return CL_INVALID_CONTEXT;
    switch (what) {
    case CL_CONTEXT_DEVICES: return warploom_answer(&device, sizeof device, size, value, needed);
    case CL_CONTEXT_PROPERTIES: return warploom_answer("", 0, size, value, needed);
    case CL_CONTEXT_REFERENCE_COUNT: number = context->references; break;
    case CL_CONTEXT_NUM_DEVICES: break;
    default: return CL_INVALID_VALUE;
    }
    return warploom_answer(&number, sizeof number, size, value, needed);
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                                      cl_int *status)
{
    if (!IS(context, CONTEXT) || device != &the_device) {
        tell(status, IS(context, CONTEXT) ? CL_INVALID_DEVICE : CL_INVALID_CONTEXT);
        return NULL;
    }
    cl_command_queue queue = calloc(1, sizeof *queue);
    if (queue != NULL) {
        context->references++;
        *queue = (struct _cl_command_queue){QUEUE, 1, context, properties};
    }
    tell(status, queue != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY);
    return queue;
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties, cl_int *status)
{
    cl_command_queue_properties wanted = 0;
    for (; properties != NULL && properties[0] != 0; properties += 2)
        if (properties[0] == CL_QUEUE_PROPERTIES)
            wanted = properties[1];
    return clCreateCommandQueue(context, device, wanted, status);
}

cl_int clRetainCommandQueue(cl_command_queue queue)
{
    if (!IS(queue, QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    queue->references++;
    return CL_SUCCESS;
}

cl_int clReleaseCommandQueue(cl_command_queue queue)
{
    if (!IS(queue, QUEUE))
        return warploom_refuse(CL_INVALID_COMMAND_QUEUE, "clReleaseCommandQueue", "this is no queue, or it was released");
    if (--queue->references == 0) {
        warploom_drop_context(queue->context);
        queue->magic = 0;
        free(queue);
    }
    return CL_SUCCESS;
}

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info what, size_t size, void *value, size_t *needed)
{
    cl_device_id device = &the_device;
    if (!IS(queue, QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    switch (what) {
    case CL_QUEUE_CONTEXT: return warploom_answer(&queue->context, sizeof queue->context, size, value, needed);
    case CL_QUEUE_DEVICE: return warploom_answer(&device, sizeof device, size, value, needed);
    case CL_QUEUE_REFERENCE_COUNT: return warploom_answer(&queue->references, sizeof(cl_uint), size, value, needed);
    case CL_QUEUE_PROPERTIES: return warploom_answer(&queue->properties, sizeof queue->properties, size, value, needed);
    default: return CL_INVALID_VALUE;
    }
}

cl_int clFlush(cl_command_queue queue) { return IS(queue, QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE; }
cl_int clFinish(cl_command_queue queue) { return IS(queue, QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE; }

static cl_event new_event(cl_context context, cl_command_queue queue, cl_command_type type)
{
    cl_event made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    context->references++;
    if (queue != NULL)
        queue->references++;
    *made = (struct _cl_event){EVENT, 1, queue, context, type, CL_COMPLETE, 0, 0, 0};
    return made;
}

cl_int warploom_done(cl_command_queue queue, cl_command_type type, cl_ulong queued, cl_ulong start, cl_event *event,
                     cl_int status)
{
    if (status != CL_SUCCESS || event == NULL)
        return status;
    *event = new_event(queue->context, queue, type);
    if (*event == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    (*event)->queued = queued;
    (*event)->start = start;
    (*event)->end = warploom_nanoseconds();
    return CL_SUCCESS;
}

cl_int warploom_wait_list(cl_uint waits, const cl_event *wait, const char *call)
{
    if ((waits == 0) != (wait == NULL))
        return warploom_refuse(CL_INVALID_EVENT_WAIT_LIST, call, "the number of events and their list disagree");
    for (cl_uint i = 0; i < waits; i++) {
        if (!IS(wait[i], EVENT))
            return warploom_refuse(CL_INVALID_EVENT_WAIT_LIST, call, "event %u of the list is none", i);
        if (wait[i]->status > CL_COMPLETE)
            return warploom_refuse(CL_INVALID_OPERATION, call,
                                   "event %u of the list is the user's and not complete; commands run at once here", i);
        if (wait[i]->status < 0)
            return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
    return CL_SUCCESS;
}

cl_int clWaitForEvents(cl_uint count, const cl_event *events)
{
    if (count == 0 || events == NULL)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < count; i++)
        if (!IS(events[i], EVENT))
            return warploom_refuse(CL_INVALID_EVENT, "clWaitForEvents", "event %u is none", i);
    return warploom_wait_list(count, events, "clWaitForEvents");
}

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t size, void *value, size_t *needed)
{
    if (!IS(event, EVENT))
        return CL_INVALID_EVENT;
    switch (what) {
    case CL_EVENT_COMMAND_QUEUE: return warploom_answer(&event->queue, sizeof event->queue, size, value, needed);
    case CL_EVENT_CONTEXT: return warploom_answer(&event->context, sizeof event->context, size, value, needed);
    case CL_EVENT_COMMAND_TYPE: return warploom_answer(&event->type, sizeof event->type, size, value, needed);
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return warploom_answer(&event->status, sizeof event->status, size, value, needed);
    case CL_EVENT_REFERENCE_COUNT: return warploom_answer(&event->references, sizeof(cl_uint), size, value, needed);
    default: return CL_INVALID_VALUE;
    }
}

cl_event clCreateUserEvent(cl_context context, cl_int *status)
{
    cl_event made = IS(context, CONTEXT) ? new_event(context, NULL, CL_COMMAND_USER) : NULL;
    if (made != NULL)
        made->status = CL_SUBMITTED;
    tell(status, made != NULL ? CL_SUCCESS : CL_INVALID_CONTEXT);
    return made;
}

cl_int clSetUserEventStatus(cl_event event, cl_int state)
{
    if (!IS(event, EVENT) || event->type != CL_COMMAND_USER)
        return CL_INVALID_EVENT;
    event->status = state;
    return CL_SUCCESS;
}

cl_int clSetEventCallback(cl_event event, cl_int state, void (*notify)(cl_event, cl_int, void *), void *data)
{
    if (!IS(event, EVENT) || notify == NULL)
        return IS(event, EVENT) ? CL_INVALID_VALUE : CL_INVALID_EVENT;
    notify(event, state, data);
    return CL_SUCCESS;
}

cl_int clRetainEvent(cl_event event)
{
    if (!IS(event, EVENT))
        return CL_INVALID_EVENT;
    event->references++;
    return CL_SUCCESS;
}

cl_int clReleaseEvent(cl_event event)
{
    if (!IS(event, EVENT))
        return warploom_refuse(CL_INVALID_EVENT, "clReleaseEvent", "this is no event, or it was released");
    if (--event->references == 0) {
        if (event->queue != NULL)
            clReleaseCommandQueue(event->queue);
        warploom_drop_context(event->context);
        event->magic = 0;
        free(event);
    }
    return CL_SUCCESS;
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t size, void *value, size_t *needed)
{
    if (!IS(event, EVENT))
        return CL_INVALID_EVENT;
    if (event->queue == NULL || (event->queue->properties & CL_QUEUE_PROFILING_ENABLE) == 0)
        return warploom_refuse(CL_PROFILING_INFO_NOT_AVAILABLE, "clGetEventProfilingInfo",
                               "the queue was created without CL_QUEUE_PROFILING_ENABLE");
    switch (what) {
    case CL_PROFILING_COMMAND_QUEUED:
    case CL_PROFILING_COMMAND_SUBMIT: return warploom_answer(&event->queued, sizeof event->queued, size, value, needed);
    case CL_PROFILING_COMMAND_START: return warploom_answer(&event->start, sizeof event->start, size, value, needed);
    case CL_PROFILING_COMMAND_END: return warploom_answer(&event->end, sizeof event->end, size, value, needed);
    default: return CL_INVALID_VALUE;
    }
}

static cl_int nothing(cl_command_queue queue, cl_command_type type, cl_event *event)
{
    cl_ulong now = warploom_nanoseconds();
    return IS(queue, QUEUE) ? warploom_done(queue, type, now, now, event, CL_SUCCESS) : CL_INVALID_COMMAND_QUEUE;
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint waits, const cl_event *wait, cl_event *event)
{
    cl_int status = warploom_wait_list(waits, wait, "clEnqueueMarkerWithWaitList");
    return status == CL_SUCCESS ? nothing(queue, CL_COMMAND_MARKER, event) : status;
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint waits, const cl_event *wait, cl_event *event)
{
    cl_int status = warploom_wait_list(waits, wait, "clEnqueueBarrierWithWaitList");
    return status == CL_SUCCESS ? nothing(queue, CL_COMMAND_BARRIER, event) : status;
}

cl_int clEnqueueMarker(cl_command_queue queue, cl_event *event) { return nothing(queue, CL_COMMAND_MARKER, event); }
cl_int clEnqueueBarrier(cl_command_queue queue) { return clFinish(queue); }

cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event *events)
{
    cl_int status = clWaitForEvents(count, events);
    return status == CL_SUCCESS ? clFinish(queue) : status;
}
