/* Images: memory of the device whose rows lie close together, and what their points look like. */
#include "internal.h"

/* The channels of an order, and the bytes of a channel; zero for what is not there. */
static int channels(cl_channel_order order)
{
    static const int of[] = {1, 1, 2, 2, 3, 4, 4, 4, 1, 1};
    return order >= CL_R && order <= CL_LUMINANCE ? of[order - CL_R] : 0;
}

static int channel_bytes(cl_channel_type type)
{
    static const int of[] = {1, 2, 1, 2, 0, 0, 0, 1, 2, 4, 1, 2, 4, 2, 4};
    return type >= CL_SNORM_INT8 && type <= CL_FLOAT ? of[type - CL_SNORM_INT8] : 0;
}

static int is_there(const cl_image_format *format)
{
    cl_channel_type type = format->image_channel_data_type;
    int is_normalized = type <= CL_UNORM_INT16, is_real = is_normalized || type >= CL_HALF_FLOAT;
    if (channels(format->image_channel_order) == 0 || channel_bytes(type) == 0)
        return 0;
    switch (format->image_channel_order) {
    case CL_INTENSITY: case CL_LUMINANCE: return is_real;
    case CL_BGRA: case CL_ARGB: return channel_bytes(type) == 1;
    case CL_RGB: return 0;
    default: return 1;
    }
}

/* How many points the image has in each direction: layers are in the third. */
static void sizes(const cl_image_desc *of, size_t to[3])
{
    int has_layers = of->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY || of->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    int has_rows = of->image_type == CL_MEM_OBJECT_IMAGE2D || of->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY
                   || of->image_type == CL_MEM_OBJECT_IMAGE3D;
    to[0] = of->image_width;
    to[1] = has_rows ? of->image_height : 1;
    to[2] = has_layers ? of->image_array_size : of->image_type == CL_MEM_OBJECT_IMAGE3D ? of->image_depth : 1;
}

/* Where commands count layers of rows: in the second direction, as OpenCL has it. */
static void in_its_order(cl_mem image, const size_t *from, size_t to[3], size_t other)
{
    int are_rows = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    to[0] = from[0];
    to[1] = are_rows ? other : from[1];
    to[2] = are_rows ? from[1] : from[2];
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *description,
                     void *host, cl_int *status)
{
    const char *call = "clCreateImage";
    int wants_host = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
    cl_int refused = CL_SUCCESS;
    size_t size[3] = {0, 0, 0}, row = 0, slice = 0, most = 16384;
    size_t point = format != NULL ? (size_t)channels(format->image_channel_order)
                                        * (size_t)channel_bytes(format->image_channel_data_type)
                                  : 0;
    if (description != NULL) {
        sizes(description, size);
        row = description->image_row_pitch != 0 ? description->image_row_pitch : size[0] * point;
        slice = description->image_slice_pitch != 0 && size[2] > 1 ? description->image_slice_pitch : row * size[1];
        most = description->image_type == CL_MEM_OBJECT_IMAGE3D ? 2048
               : description->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? 1 << 27 : 16384;
    }
    if (!IS(context, CONTEXT))
        refused = warploom_refuse(CL_INVALID_CONTEXT, call, "this is no context");
    else if (format == NULL || description == NULL)
        refused = warploom_refuse(format == NULL ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR : CL_INVALID_IMAGE_DESCRIPTOR, call,
                                  "there is no %s", format == NULL ? "format" : "description");
    else if (!is_there(format))
        refused = warploom_refuse(CL_IMAGE_FORMAT_NOT_SUPPORTED, call, "channels of order 0x%x and type 0x%x are not there",
                                  format->image_channel_order, format->image_channel_data_type);
    else if (description->image_type < CL_MEM_OBJECT_IMAGE2D || description->image_type > CL_MEM_OBJECT_IMAGE1D_BUFFER)
        refused = warploom_refuse(CL_INVALID_IMAGE_DESCRIPTOR, call, "0x%x is no type of an image", description->image_type);
    else if (size[0] == 0 || size[1] == 0 || size[2] == 0 || size[0] > most || size[1] > most || size[2] > 2048)
        refused = warploom_refuse(CL_INVALID_IMAGE_SIZE, call, "an image of %zu x %zu x %zu points", size[0], size[1], size[2]);
    else if (row < size[0] * point || row % point != 0 || slice < row * size[1] || slice % row != 0)
        refused = warploom_refuse(CL_INVALID_IMAGE_DESCRIPTOR, call, "rows of %zu bytes, %zu x %zu of them, are not %zu apart",
                                  size[0] * point, size[1], size[2], row);
    else if ((description->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER) != IS(description->buffer, BUFFER))
        refused = warploom_refuse(CL_INVALID_IMAGE_DESCRIPTOR, call, "only, and always, an image of CL_MEM_OBJECT_IMAGE1D_BUFFER has a buffer");
    else if (description->buffer != NULL && description->buffer->size < row)
        refused = warploom_refuse(CL_INVALID_IMAGE_SIZE, call, "%zu bytes are not in a buffer of %zu", row, description->buffer->size);
    else if (wants_host != (host != NULL))
        refused = warploom_refuse(CL_INVALID_HOST_PTR, call, "%s CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR",
                                  host != NULL ? "a pointer without" : "no pointer with");
    cl_mem made = refused == CL_SUCCESS ? calloc(1, sizeof *made) : NULL;
    if (made == NULL) {
        tell(status, refused != CL_SUCCESS ? refused : CL_OUT_OF_HOST_MEMORY);
        return NULL;
    }
    *made = (struct _cl_mem){.magic = IMAGE, .references = 1, .context = context, .flags = flags, .type = description->image_type,
                             .format = *format};
    /* A program's own memory is mapped as it is; other rows are close together. */
    int is_own = (flags & CL_MEM_USE_HOST_PTR) != 0;
    struct device_image *shown = &made->image;
    *shown = (struct device_image){.row = (long)(is_own ? row : size[0] * point), .width = (int)size[0], .height = (int)size[1],
                                   .depth = (int)size[2], .order = (int)format->image_channel_order,
                                   .type = (int)format->image_channel_data_type, .bytes = (int)point};
    shown->slice = is_own ? (long)slice : shown->row * (long)size[1];
    made->size = (size_t)shown->slice * size[2];
    if (description->buffer != NULL) {
        made->parent = description->buffer;
        made->parent->references++;
        made->memory = made->parent->memory;
    } else {
        void *memory = NULL;
        if (warploom_alloc(&memory, made->size + BEYOND) != cudaSuccess) {
            tell(status, warploom_refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE, call, "the device has no %zu bytes left", made->size));
            free(made);
            return NULL;
        }
        made->memory = memory;
    }
    context->references++;
    shown->data = made->memory;
    made->host = is_own ? host : NULL;
    for (size_t z = 0; wants_host && z < size[2]; z++)
        for (size_t y = 0; y < size[1]; y++)
            warploom_write(made->memory + z * (size_t)shown->slice + y * (size_t)shown->row,
                           (const char *)host + z * slice + y * row, size[0] * point);
    tell(status, CL_SUCCESS);
    return made;
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width, size_t height,
                       size_t pitch, void *host, cl_int *status)
{
    cl_image_desc of = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = width, .image_height = height, .image_row_pitch = pitch};
    return clCreateImage(context, flags, format, &of, host, status);
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width, size_t height,
                       size_t depth, size_t pitch, size_t slice, void *host, cl_int *status)
{
    cl_image_desc of = {.image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = width, .image_height = height, .image_depth = depth,
                        .image_row_pitch = pitch, .image_slice_pitch = slice};
    return clCreateImage(context, flags, format, &of, host, status);
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type, cl_uint entries,
                                  cl_image_format *formats, cl_uint *count)
{
    (void)flags, (void)type;
    if (!IS(context, CONTEXT))
        return CL_INVALID_CONTEXT;
    cl_uint known = 0;
    for (cl_channel_order order = CL_R; order <= CL_LUMINANCE; order++)
        for (cl_channel_type kind = CL_SNORM_INT8; kind <= CL_FLOAT; kind++) {
            cl_image_format format = {order, kind};
            if (!is_there(&format))
                continue;
            if (formats != NULL && known < entries)
                formats[known] = format;
            known++;
        }
    if (count != NULL)
        *count = known;
    return CL_SUCCESS;
}

cl_int clGetImageInfo(cl_mem image, cl_image_info what, size_t size, void *value, size_t *needed)
{
    if (!IS(image, IMAGE))
        return CL_INVALID_MEM_OBJECT;
    const struct device_image *shown = &image->image;
    int has_rows = image->type == CL_MEM_OBJECT_IMAGE2D || image->type == CL_MEM_OBJECT_IMAGE2D_ARRAY
                   || image->type == CL_MEM_OBJECT_IMAGE3D;
    int has_layers = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY || image->type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    size_t number = 0;
    cl_uint none = 0;
    switch (what) {
    case CL_IMAGE_FORMAT: return warploom_answer(&image->format, sizeof image->format, size, value, needed);
    case CL_IMAGE_ELEMENT_SIZE: number = (size_t)shown->bytes; break;
    case CL_IMAGE_ROW_PITCH: number = (size_t)shown->row; break;
    case CL_IMAGE_SLICE_PITCH: number = has_layers || image->type == CL_MEM_OBJECT_IMAGE3D ? (size_t)shown->slice : 0; break;
    case CL_IMAGE_WIDTH: number = (size_t)shown->width; break;
    case CL_IMAGE_HEIGHT: number = has_rows ? (size_t)shown->height : 0; break;
    case CL_IMAGE_DEPTH: number = image->type == CL_MEM_OBJECT_IMAGE3D ? (size_t)shown->depth : 0; break;
    case CL_IMAGE_ARRAY_SIZE: number = has_layers ? (size_t)shown->depth : 0; break;
    case CL_IMAGE_BUFFER: return warploom_answer(&image->parent, sizeof image->parent, size, value, needed);
    case CL_IMAGE_NUM_MIP_LEVELS: case CL_IMAGE_NUM_SAMPLES: return warploom_answer(&none, sizeof none, size, value, needed);
    default: return CL_INVALID_VALUE;
    }
    return warploom_answer(&number, sizeof number, size, value, needed);
}

/* What every command on an image asks first; `part` is what the region is. */
static cl_int may(const char *call, cl_command_queue queue, cl_mem image, const size_t *origin, const size_t *region,
                  cl_uint waits, const cl_event *wait, struct part *part)
{
    if (!IS(queue, QUEUE))
        return warploom_refuse(CL_INVALID_COMMAND_QUEUE, call, "this is no queue");
    if (!IS(image, IMAGE))
        return warploom_refuse(CL_INVALID_MEM_OBJECT, call, "this is no image, or it was released");
    if (origin == NULL || region == NULL)
        return warploom_refuse(CL_INVALID_VALUE, call, "there is no %s", origin == NULL ? "origin" : "region");
    const struct device_image *shown = &image->image;
    size_t from[3], count[3], size[3] = {(size_t)shown->width, (size_t)shown->height, (size_t)shown->depth};
    in_its_order(image, origin, from, 0);
    in_its_order(image, region, count, 1);
    for (int d = 0; d < 3; d++)
        if (count[d] == 0 || from[d] > size[d] || count[d] > size[d] - from[d])
            return warploom_refuse(CL_INVALID_VALUE, call,
                                   "%zu x %zu x %zu points from %zu, %zu, %zu on are not in an image of %zu x %zu x %zu", count[0],
                                   count[1], count[2], from[0], from[1], from[2], size[0], size[1], size[2]);
    size_t row = (size_t)shown->row, slice = (size_t)shown->slice, point = (size_t)shown->bytes;
    *part = (struct part){image->memory + from[2] * slice + from[1] * row + from[0] * point, row, slice, count[0] * point, count[1],
                          count[2]};
    return warploom_wait_list(waits, wait, call);
}

/* The same region in memory with such pitches. */
static cl_int of_memory(const char *call, struct part like, char *memory, size_t row, size_t slice, struct part *part)
{
    *part = like;
    part->first = memory;
    part->row = row != 0 ? row : like.bytes;
    part->slice = slice != 0 ? slice : part->row * like.rows;
    if (memory == NULL)
        return warploom_refuse(CL_INVALID_VALUE, call, "the pointer is NULL");
    if (part->row < like.bytes || part->slice < part->row * like.rows)
        return warploom_refuse(CL_INVALID_VALUE, call, "rows of %zu bytes are not %zu apart", like.bytes, part->row);
    return CL_SUCCESS;
}

// Moves a part of an image to memory of the host, or from it.
static cl_int move(const char *call, cl_command_type command, cl_command_queue queue, cl_mem image, const size_t *origin,
                   const size_t *region, size_t row, size_t slice, void *memory, cl_uint waits, const cl_event *wait,
                   cl_event *event)
{
    cl_ulong queued = warploom_nanoseconds();
    struct part there, here;
    cl_int status = may(call, queue, image, origin, region, waits, wait, &there);
    if (status == CL_SUCCESS)
        status = of_memory(call, there, memory, row, slice, &here);
    if (status != CL_SUCCESS)
        return status;
    status = command == CL_COMMAND_READ_IMAGE ? warploom_copy_part(TO_HOST, here, there)
                                              : warploom_copy_part(TO_DEVICE, there, here);
    return warploom_done(queue, command, queued, queued, event, status);
}

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region,
                          size_t row, size_t slice, void *to, cl_uint waits, const cl_event *wait, cl_event *event)
{
    (void)blocking;
    return move("clEnqueueReadImage", CL_COMMAND_READ_IMAGE, queue, image, origin, region, row, slice, to, waits, wait, event);
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region,
                           size_t row, size_t slice, const void *from, cl_uint waits, const cl_event *wait, cl_event *event)
{
    (void)blocking;
    return move("clEnqueueWriteImage", CL_COMMAND_WRITE_IMAGE, queue, image, origin, region, row, slice, (void *)from, waits,
                wait, event);
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin, const size_t *to_origin,
                          const size_t *region, cl_uint waits, const cl_event *wait, cl_event *event)
{
    const char *call = "clEnqueueCopyImage";
    cl_ulong queued = warploom_nanoseconds();
    struct part source, target;
    cl_int status = may(call, queue, from, from_origin, region, waits, wait, &source);
    if (status == CL_SUCCESS)
        status = may(call, queue, to, to_origin, region, waits, wait, &target);
    if (status != CL_SUCCESS)
        return status;
    if (memcmp(&from->format, &to->format, sizeof to->format) != 0)
        return warploom_refuse(CL_IMAGE_FORMAT_MISMATCH, call, "the images have different formats");
    if (from == to)
        for (int d = 0, apart = 0; d < 3; d++) {
            apart |= from_origin[d] + region[d] <= to_origin[d] || to_origin[d] + region[d] <= from_origin[d];
            if (d == 2 && !apart)
                return warploom_refuse(CL_MEM_COPY_OVERLAP, call, "the two parts overlap");
        }
    return warploom_done(queue, CL_COMMAND_COPY_IMAGE, queued, queued, event, warploom_copy_part(WITHIN, target, source));
}

/* Between an image and the bytes of a buffer from `offset` on. */
static cl_int with_buffer(const char *call, cl_command_queue queue, cl_mem image, const size_t *origin, const size_t *region,
                          cl_mem buffer, size_t offset, cl_uint waits, const cl_event *wait, struct part *there, struct part *in)
{
    cl_int status = may(call, queue, image, origin, region, waits, wait, there);
    if (status != CL_SUCCESS)
        return status;
    if (!IS(buffer, BUFFER))
        return warploom_refuse(CL_INVALID_MEM_OBJECT, call, "this is no buffer, or it was released");
    size_t size = there->bytes * there->rows * there->slices;
    if (offset > buffer->size || size > buffer->size - offset)
        return warploom_refuse(CL_INVALID_VALUE, call, "%zu bytes from byte %zu on are not in a buffer of %zu bytes", size, offset,
                               buffer->size);
    return of_memory(call, *there, buffer->memory + offset, 0, 0, in);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *origin, const size_t *region,
                                  size_t offset, cl_uint waits, const cl_event *wait, cl_event *event)
{
    cl_ulong queued = warploom_nanoseconds();
    struct part there, in;
    cl_int status = with_buffer("clEnqueueCopyImageToBuffer", queue, from, origin, region, to, offset, waits, wait, &there, &in);
    if (status != CL_SUCCESS)
        return status;
    return warploom_done(queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, queued, queued, event, warploom_copy_part(WITHIN, in, there));
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset, const size_t *origin,
                                  const size_t *region, cl_uint waits, const cl_event *wait, cl_event *event)
{
    cl_ulong queued = warploom_nanoseconds();
    struct part there, in;
    cl_int status = with_buffer("clEnqueueCopyBufferToImage", queue, to, origin, region, from, offset, waits, wait, &there, &in);
    if (status != CL_SUCCESS)
        return status;
    return warploom_done(queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, queued, queued, event, warploom_copy_part(WITHIN, there, in));
}

/* The rows of the region and what is between them, in memory with the image's own pitches. */
void *clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags, const size_t *origin,
                        const size_t *region, size_t *row, size_t *slice, cl_uint waits, const cl_event *wait,
                        cl_event *event, cl_int *status)
{
    cl_ulong queued = warploom_nanoseconds();
    struct part there;
    (void)blocking;
    cl_int refused = may("clEnqueueMapImage", queue, image, origin, region, waits, wait, &there);
    if (refused == CL_SUCCESS && row == NULL)
        refused = warploom_refuse(CL_INVALID_VALUE, "clEnqueueMapImage", "there is no place for the pitch of rows");
    struct mapping *made = refused == CL_SUCCESS ? calloc(1, sizeof *made) : NULL;
    char *pointer = NULL;
    if (made != NULL) {
        size_t offset = (size_t)(there.first - image->memory);
        size_t size = (there.slices - 1) * there.slice + (there.rows - 1) * there.row + there.bytes;
        pointer = image->host != NULL ? (char *)image->host + offset : malloc(size);
        if (pointer != NULL && warploom_read(pointer, there.first, size) != cudaSuccess)
            refused = CL_MAP_FAILURE;
        *made = (struct mapping){pointer, offset, size, flags, image->mapped};
        image->mapped = made;
        *row = there.row;
        if (slice != NULL)
            *slice = image->type == CL_MEM_OBJECT_IMAGE2D || image->type == CL_MEM_OBJECT_IMAGE1D ? 0 : there.slice;
        refused = warploom_done(queue, CL_COMMAND_MAP_IMAGE, queued, queued, event, refused);
    }
    tell(status, pointer != NULL ? refused : refused != CL_SUCCESS ? refused : CL_OUT_OF_HOST_MEMORY);
    return pointer;
}

/* A sampler is what kernels take it for: the bits of `CLK_…`. */
cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter,
                           cl_int *status)
{
    const char *call = "clCreateSampler";
    cl_int refused = CL_SUCCESS;
    if (!IS(context, CONTEXT))
        refused = warploom_refuse(CL_INVALID_CONTEXT, call, "this is no context");
    else if (addressing < CL_ADDRESS_NONE || addressing > CL_ADDRESS_MIRRORED_REPEAT || filter < CL_FILTER_NEAREST
             || filter > CL_FILTER_LINEAR)
        refused = warploom_refuse(CL_INVALID_VALUE, call, "0x%x and 0x%x are no addressing and filter", addressing, filter);
    else if (addressing >= CL_ADDRESS_REPEAT && !normalized)
        refused = warploom_refuse(CL_INVALID_VALUE, call, "only normalized coordinates can repeat");
    cl_sampler made = refused == CL_SUCCESS ? calloc(1, sizeof *made) : NULL;
    if (made != NULL) {
        context->references++;
        cl_uint bits = (normalized ? 1 : 0) | (addressing - CL_ADDRESS_NONE) << 1 | (filter - CL_FILTER_NEAREST + 1) << 4;
        *made = (struct _cl_sampler){SAMPLER, 1, context, bits, normalized, addressing, filter};
    }
    tell(status, made == NULL && refused == CL_SUCCESS ? CL_OUT_OF_HOST_MEMORY : refused);
    return made;
}

cl_int clRetainSampler(cl_sampler sampler)
{
    if (!IS(sampler, SAMPLER))
        return CL_INVALID_SAMPLER;
    sampler->references++;
    return CL_SUCCESS;
}

cl_int clReleaseSampler(cl_sampler sampler)
{
    if (!IS(sampler, SAMPLER))
        return warploom_refuse(CL_INVALID_SAMPLER, "clReleaseSampler", "this is no sampler, or it was released");
    if (--sampler->references > 0)
        return CL_SUCCESS;
    warploom_drop_context(sampler->context);
    sampler->magic = 0;
    free(sampler);
    return CL_SUCCESS;
}

cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info what, size_t size, void *value, size_t *needed)
{
    if (!IS(sampler, SAMPLER))
        return CL_INVALID_SAMPLER;
    switch (what) {
    case CL_SAMPLER_REFERENCE_COUNT: return warploom_answer(&sampler->references, sizeof(cl_uint), size, value, needed);
    case CL_SAMPLER_CONTEXT: return warploom_answer(&sampler->context, sizeof sampler->context, size, value, needed);
    case CL_SAMPLER_NORMALIZED_COORDS: return warploom_answer(&sampler->normalized, sizeof(cl_bool), size, value, needed);
    case CL_SAMPLER_ADDRESSING_MODE: return warploom_answer(&sampler->addressing, sizeof(cl_addressing_mode), size, value, needed);
    case CL_SAMPLER_FILTER_MODE: return warploom_answer(&sampler->filter, sizeof(cl_filter_mode), size, value, needed);
    default: return CL_INVALID_VALUE;
    }
}
