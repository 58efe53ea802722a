/* Buffers, and what images have in common with them: their memory is the device's, and copies are checked against their size. */
#include "internal.h"

static cl_mem new_buffer(cl_context context, cl_mem_flags flags, size_t size, void *host)
{
    cl_mem made = calloc(1, sizeof *made);
    if (made != NULL) {
        context->references++;
        *made = (struct _cl_mem){.magic = BUFFER, .references = 1, .context = context, .flags = flags, .size = size, .host = host};
    }
    return made;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *status)
{
    const char *call = "clCreateBuffer";
    int wants_host = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
    cl_int refused = CL_SUCCESS;
    if (!IS(context, CONTEXT))
        refused = warploom_refuse(CL_INVALID_CONTEXT, call, "this is no context");
    else if (size == 0)
        refused = warploom_refuse(CL_INVALID_BUFFER_SIZE, call, "a buffer of no bytes");
    else if (wants_host && host == NULL)
        refused = warploom_refuse(CL_INVALID_HOST_PTR, call, "CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR without a pointer");
    else if (!wants_host && host != NULL)
        refused = warploom_refuse(CL_INVALID_HOST_PTR, call,
                                  "a pointer without CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR");
    cl_mem made = refused == CL_SUCCESS ? new_buffer(context, flags, size, host) : NULL;
    void *memory = NULL;
    if (made != NULL && warploom_alloc(&memory, size + BEYOND) != cudaSuccess) {
        refused = warploom_refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE, call, "the device has no %zu bytes left", size);
        warploom_drop_context(context);
        free(made);
        made = NULL;
    }
    if (made != NULL) {
        made->memory = memory;
        if (wants_host)
            warploom_write(memory, host, size);
        made->host = flags & CL_MEM_USE_HOST_PTR ? host : NULL;
    }
    tell(status, made != NULL ? CL_SUCCESS : refused != CL_SUCCESS ? refused : CL_OUT_OF_HOST_MEMORY);
    return made;
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *region, cl_int *status)
{
    const cl_buffer_region *part = region;
    cl_int refused = CL_SUCCESS;
    if (!IS(buffer, BUFFER) || buffer->parent != NULL)
        refused = CL_INVALID_MEM_OBJECT;
    else if (type != CL_BUFFER_CREATE_TYPE_REGION || part == NULL || part->origin > buffer->size
             || part->size > buffer->size - part->origin)
        refused = warploom_refuse(CL_INVALID_VALUE, "clCreateSubBuffer", "the region is not in the buffer");
    else if (part->size == 0)
        refused = CL_INVALID_BUFFER_SIZE;
    else if (part->origin % 256 != 0)
        refused = warploom_refuse(CL_MISALIGNED_SUB_BUFFER_OFFSET, "clCreateSubBuffer",
                                  "%zu is no multiple of 256, which CL_DEVICE_MEM_BASE_ADDR_ALIGN asks for", part->origin);
    cl_mem made = refused == CL_SUCCESS ? new_buffer(buffer->context, flags, part->size, NULL) : NULL;
    if (made != NULL) {
        buffer->references++;
        made->parent = buffer;
        made->origin = part->origin;
        made->memory = buffer->memory + part->origin;
        made->host = buffer->host != NULL ? (char *)buffer->host + part->origin : NULL;
    }
    tell(status, refused);
    return made;
}

cl_int clRetainMemObject(cl_mem memory)
{
    if (!IS(memory, BUFFER) && !IS(memory, IMAGE))
        return CL_INVALID_MEM_OBJECT;
    memory->references++;
    return CL_SUCCESS;
}

cl_int clReleaseMemObject(cl_mem memory)
{
    if (!IS(memory, BUFFER) && !IS(memory, IMAGE))
        return warploom_refuse(CL_INVALID_MEM_OBJECT, "clReleaseMemObject", "this is no buffer or image, or it was released");
    if (--memory->references > 0)
        return CL_SUCCESS;
    for (struct mapping *at = memory->mapped, *next; at != NULL; at = next) {
        next = at->next;
        if (memory->host == NULL)
            free(at->pointer);
        free(at);
    }
    if (memory->parent != NULL)
        clReleaseMemObject(memory->parent);
    else
        warploom_release(memory->memory);
    warploom_drop_context(memory->context);
    memory->magic = 0;
    free(memory);
    return CL_SUCCESS;
}

cl_int clGetMemObjectInfo(cl_mem memory, cl_mem_info what, size_t size, void *value, size_t *needed)
{
    if (!IS(memory, BUFFER) && !IS(memory, IMAGE))
        return CL_INVALID_MEM_OBJECT;
    cl_uint number = IS(memory, IMAGE) ? memory->type : CL_MEM_OBJECT_BUFFER;
    switch (what) {
    case CL_MEM_TYPE: break;
    case CL_MEM_FLAGS: return warploom_answer(&memory->flags, sizeof memory->flags, size, value, needed);
    case CL_MEM_SIZE: return warploom_answer(&memory->size, sizeof memory->size, size, value, needed);
    case CL_MEM_HOST_PTR: return warploom_answer(&memory->host, sizeof memory->host, size, value, needed);
    case CL_MEM_CONTEXT: return warploom_answer(&memory->context, sizeof memory->context, size, value, needed);
    case CL_MEM_OFFSET: return warploom_answer(&memory->origin, sizeof memory->origin, size, value, needed);
    case CL_MEM_ASSOCIATED_MEMOBJECT: return warploom_answer(&memory->parent, sizeof memory->parent, size, value, needed);
    case CL_MEM_REFERENCE_COUNT: number = memory->references; break;
    case CL_MEM_MAP_COUNT:
        number = 0;
        for (const struct mapping *at = memory->mapped; at != NULL; at = at->next)
            number++;
        break;
    default: return CL_INVALID_VALUE;
    }
    return warploom_answer(&number, sizeof number, size, value, needed);
}

/* What every command on a buffer asks first. */
static cl_int may(const char *call, cl_command_queue queue, cl_mem buffer, size_t offset, size_t size, cl_uint waits,
                  const cl_event *wait)
{
    if (!IS(queue, QUEUE))
        return warploom_refuse(CL_INVALID_COMMAND_QUEUE, call, "this is no queue");
    if (!IS(buffer, BUFFER))
        return warploom_refuse(CL_INVALID_MEM_OBJECT, call, "this is no buffer, or it was released");
    if (offset > buffer->size || size > buffer->size - offset)
        return warploom_refuse(CL_INVALID_VALUE, call, "%zu bytes from byte %zu on are not in a buffer of %zu bytes", size,
                               offset, buffer->size);
    return warploom_wait_list(waits, wait, call);
}

static cl_int may_either(const char *call, cl_command_queue queue, cl_mem memory, cl_uint waits, const cl_event *wait)
{
    if (IS(queue, QUEUE) && IS(memory, IMAGE))
        return warploom_wait_list(waits, wait, call);
    return may(call, queue, memory, 0, 0, waits, wait);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, void *to,
                           cl_uint waits, const cl_event *wait, cl_event *event)
{
    cl_ulong queued = warploom_nanoseconds();
    (void)blocking;
    cl_int status = may("clEnqueueReadBuffer", queue, buffer, offset, size, waits, wait);
    if (status != CL_SUCCESS)
        return status;
    if (to == NULL)
        return warploom_refuse(CL_INVALID_VALUE, "clEnqueueReadBuffer", "the pointer is NULL");
    if (warploom_read(to, buffer->memory + offset, size) != cudaSuccess)
        status = CL_OUT_OF_RESOURCES;
    return warploom_done(queue, CL_COMMAND_READ_BUFFER, queued, queued, event, status);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                            const void *from, cl_uint waits, const cl_event *wait, cl_event *event)
{
    cl_ulong queued = warploom_nanoseconds();
    (void)blocking;
    cl_int status = may("clEnqueueWriteBuffer", queue, buffer, offset, size, waits, wait);
    if (status != CL_SUCCESS)
        return status;
    if (from == NULL)
        return warploom_refuse(CL_INVALID_VALUE, "clEnqueueWriteBuffer", "the pointer is NULL");
    if (warploom_write(buffer->memory + offset, from, size) != cudaSuccess)
        status = CL_OUT_OF_RESOURCES;
    return warploom_done(queue, CL_COMMAND_WRITE_BUFFER, queued, queued, event, status);
}

/* Rows of a box: where they begin, and how they follow. */
struct box {
    char *base;
    const size_t *origin;
    size_t row, slice;
};

static struct part part_of(struct box box, const size_t *region)
{
    char *first = box.base + box.origin[2] * box.slice + box.origin[1] * box.row + box.origin[0];
    return (struct part){first, box.row, box.slice, region[0], region[1], region[2]};
}

static void complete(struct box *box, const size_t *region)
{
    if (box->row == 0)
        box->row = region[0];
    if (box->slice == 0)
        box->slice = region[1] * box->row;
}

/* The bytes from the start of the memory to the end of the box. */
static size_t reach(struct box box, const size_t *region)
{
    return (box.origin[2] + region[2] - 1) * box.slice + (box.origin[1] + region[1] - 1) * box.row + box.origin[0] + region[0];
}

cl_int warploom_copy_part(enum direction direction, struct part to, struct part from)
{
    for (size_t z = 0; z < to.slices; z++)
        for (size_t y = 0; y < to.rows; y++) {
            char *target = to.first + z * to.slice + y * to.row;
            const char *source = from.first + z * from.slice + y * from.row;
            cudaError_t status = direction == TO_HOST    ? warploom_read(target, source, to.bytes)
                                 : direction == TO_DEVICE ? warploom_write(target, source, to.bytes)
                                                          : warploom_copy(target, source, to.bytes);
            if (status != cudaSuccess)
                return CL_OUT_OF_RESOURCES;
        }
    return CL_SUCCESS;
}

static cl_int copy_box(const char *call, enum direction direction, struct box to, struct box from, const size_t *region,
                       size_t to_size, size_t from_size)
{
    if (region == NULL || region[0] == 0 || region[1] == 0 || region[2] == 0)
        return warploom_refuse(CL_INVALID_VALUE, call, "the region has no bytes");
    complete(&to, region);
    complete(&from, region);
    if (reach(to, region) > to_size || reach(from, region) > from_size)
        return warploom_refuse(CL_INVALID_VALUE, call, "the region is not in the buffer");
    return warploom_copy_part(direction, part_of(to, region), part_of(from, region));
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin,
                               const size_t *host_origin, const size_t *region, size_t buffer_row, size_t buffer_slice,
                               size_t host_row, size_t host_slice, void *to, cl_uint waits, const cl_event *wait,
                               cl_event *event)
{
    const char *call = "clEnqueueReadBufferRect";
    cl_ulong queued = warploom_nanoseconds();
    (void)blocking;
    cl_int status = may(call, queue, buffer, 0, 0, waits, wait);
    if (status == CL_SUCCESS)
        status = copy_box(call, TO_HOST, (struct box){to, host_origin, host_row, host_slice},
                          (struct box){buffer->memory, buffer_origin, buffer_row, buffer_slice}, region, (size_t)-1, buffer->size);
    return warploom_done(queue, CL_COMMAND_READ_BUFFER_RECT, queued, queued, event, status);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *buffer_origin,
                                const size_t *host_origin, const size_t *region, size_t buffer_row, size_t buffer_slice,
                                size_t host_row, size_t host_slice, const void *from, cl_uint waits,
                                const cl_event *wait, cl_event *event)
{
    const char *call = "clEnqueueWriteBufferRect";
    cl_ulong queued = warploom_nanoseconds();
    (void)blocking;
    cl_int status = may(call, queue, buffer, 0, 0, waits, wait);
    if (status == CL_SUCCESS)
        status = copy_box(call, TO_DEVICE, (struct box){buffer->memory, buffer_origin, buffer_row, buffer_slice},
                          (struct box){(char *)from, host_origin, host_row, host_slice}, region, buffer->size, (size_t)-1);
    return warploom_done(queue, CL_COMMAND_WRITE_BUFFER_RECT, queued, queued, event, status);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t size,
                           cl_uint waits, const cl_event *wait, cl_event *event)
{
    const char *call = "clEnqueueCopyBuffer";
    cl_ulong queued = warploom_nanoseconds();
    cl_int status = may(call, queue, from, from_offset, size, waits, wait);
    if (status == CL_SUCCESS)
        status = may(call, queue, to, to_offset, size, waits, wait);
    if (status != CL_SUCCESS)
        return status;
    char *target = to->memory + to_offset, *source = from->memory + from_offset;
    if (target < source + size && source < target + size)
        return warploom_refuse(CL_MEM_COPY_OVERLAP, call, "the two parts overlap");
    if (warploom_copy(target, source, size) != cudaSuccess)
        status = CL_OUT_OF_RESOURCES;
    return warploom_done(queue, CL_COMMAND_COPY_BUFFER, queued, queued, event, status);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin,
                               const size_t *to_origin, const size_t *region, size_t from_row, size_t from_slice,
                               size_t to_row, size_t to_slice, cl_uint waits, const cl_event *wait, cl_event *event)
{
    const char *call = "clEnqueueCopyBufferRect";
    cl_ulong queued = warploom_nanoseconds();
    cl_int status = may(call, queue, from, 0, 0, waits, wait);
    if (status == CL_SUCCESS)
        status = may(call, queue, to, 0, 0, waits, wait);
    if (status == CL_SUCCESS)
        status = copy_box(call, WITHIN, (struct box){to->memory, to_origin, to_row, to_slice},
                          (struct box){from->memory, from_origin, from_row, from_slice}, region, to->size, from->size);
    return warploom_done(queue, CL_COMMAND_COPY_BUFFER_RECT, queued, queued, event, status);
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset,
                           size_t size, cl_uint waits, const cl_event *wait, cl_event *event)
{
    const char *call = "clEnqueueFillBuffer";
    cl_ulong queued = warploom_nanoseconds();
    cl_int status = may(call, queue, buffer, offset, size, waits, wait);
    if (status != CL_SUCCESS)
        return status;
    if (pattern == NULL || pattern_size == 0 || offset % pattern_size != 0 || size % pattern_size != 0)
        return warploom_refuse(CL_INVALID_VALUE, call, "offset and size are no multiples of the pattern's");
    char *bytes = malloc(size == 0 ? 1 : size);
    if (bytes == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    for (size_t at = 0; at < size; at += pattern_size)
        memcpy(bytes + at, pattern, pattern_size);
    if (warploom_write(buffer->memory + offset, bytes, size) != cudaSuccess)
        status = CL_OUT_OF_RESOURCES;
    free(bytes);
    return warploom_done(queue, CL_COMMAND_FILL_BUFFER, queued, queued, event, status);
}

/* Mapped memory is a copy that is written back when it is unmapped; with CL_MEM_USE_HOST_PTR it is the
   program's own. */
void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset,
                         size_t size, cl_uint waits, const cl_event *wait, cl_event *event, cl_int *status)
{
    cl_ulong queued = warploom_nanoseconds();
    (void)blocking;
    cl_int refused = may("clEnqueueMapBuffer", queue, buffer, offset, size, waits, wait);
    struct mapping *made = refused == CL_SUCCESS ? calloc(1, sizeof *made) : NULL;
    void *pointer = NULL;
    if (made != NULL) {
        pointer = buffer->host != NULL ? (char *)buffer->host + offset : malloc(size == 0 ? 1 : size);
        if (pointer != NULL && warploom_read(pointer, buffer->memory + offset, size) != cudaSuccess)
            refused = CL_MAP_FAILURE;
        *made = (struct mapping){pointer, offset, size, flags, buffer->mapped};
        buffer->mapped = made;
        refused = warploom_done(queue, CL_COMMAND_MAP_BUFFER, queued, queued, event, refused);
    }
    tell(status, pointer != NULL ? refused : refused != CL_SUCCESS ? refused : CL_OUT_OF_HOST_MEMORY);
    return pointer;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *mapped, cl_uint waits, const cl_event *wait,
                               cl_event *event)
{
    const char *call = "clEnqueueUnmapMemObject";
    cl_ulong queued = warploom_nanoseconds();
    cl_int status = may_either(call, queue, memory, waits, wait);
    if (status != CL_SUCCESS)
        return status;
    for (struct mapping **at = &memory->mapped; *at != NULL; at = &(*at)->next)
        if ((*at)->pointer == mapped) {
            struct mapping *gone = *at;
            if (gone->flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION))
                warploom_write(memory->memory + gone->offset, gone->pointer, gone->size);
            *at = gone->next;
            if (memory->host == NULL)
                free(gone->pointer);
            free(gone);
            return warploom_done(queue, CL_COMMAND_UNMAP_MEM_OBJECT, queued, queued, event, CL_SUCCESS);
        }
    return warploom_refuse(CL_INVALID_VALUE, call, "this is not mapped");
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint count, const cl_mem *memory, cl_mem_migration_flags flags,
                                  cl_uint waits, const cl_event *wait, cl_event *event)
{
    cl_ulong now = warploom_nanoseconds();
    (void)flags;
    for (cl_uint i = 0; i < count; i++) {
        cl_int status = may_either("clEnqueueMigrateMemObjects", queue, memory[i], waits, wait);
        if (status != CL_SUCCESS)
            return status;
    }
    return warploom_done(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, now, now, event, CL_SUCCESS);
}
