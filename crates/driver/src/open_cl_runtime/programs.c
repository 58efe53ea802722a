/* Programs and kernels: built by Warploom when the host asks, from the source that it has then. */
#include "internal.h"

/* A line for each kernel, and one for each argument behind it:

       scale 7 0 64 1 1 0 2
       b 8 0 data
       v 4 0 n
*/
int warploom_open_cl_describe(const char *table, struct built *built)
{
    unsigned room = 0;
    while (*table != 0) {
        struct described kernel = {0};
        int length = 0;
        if (sscanf(table, "%255s %u %zu %zu %zu %zu %u %u\n%n", kernel.name, &kernel.number, &kernel.local_bytes,
                   &kernel.required[0], &kernel.required[1], &kernel.required[2], &kernel.asks_dimensions, &kernel.count,
                   &length)
            != 8)
            return -1;
        table += length;
        kernel.arguments = calloc(kernel.count + 1, sizeof *kernel.arguments);
        for (unsigned i = 0; i < kernel.count && kernel.arguments != NULL; i++) {
            struct argument *argument = &kernel.arguments[i];
            if (sscanf(table, "%c %zu %u %63s\n%n", &argument->kind, &argument->size, &argument->object, argument->name,
                       &length)
                != 4)
                return -1;
            table += length;
        }
        if (built->count == room) {
            room = 2 * room + 8;
            struct described *more = realloc(built->kernels, room * sizeof *more);
            if (more == NULL)
                return -1;
            built->kernels = more;
        }
        built->kernels[built->count++] = kernel;
    }
    return 0;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings, const size_t *lengths,
                                     cl_int *status)
{
    if (!IS(context, CONTEXT) || count == 0 || strings == NULL) {
        tell(status, IS(context, CONTEXT) ? CL_INVALID_VALUE : CL_INVALID_CONTEXT);
        return NULL;
    }
    size_t total = 0;
    for (cl_uint i = 0; i < count; i++) {
        if (strings[i] == NULL) {
            tell(status, warploom_refuse(CL_INVALID_VALUE, "clCreateProgramWithSource", "string %u is NULL", i));
            return NULL;
        }
        total += lengths != NULL && lengths[i] != 0 ? lengths[i] : strlen(strings[i]);
    }
    cl_program made = calloc(1, sizeof *made);
    char *source = malloc(total + 1), *at = source;
    if (made == NULL || source == NULL) {
        free(made);
        free(source);
        tell(status, CL_OUT_OF_HOST_MEMORY);
        return NULL;
    }
    for (cl_uint i = 0; i < count; i++) {
        size_t length = lengths != NULL && lengths[i] != 0 ? lengths[i] : strlen(strings[i]);
        memcpy(at, strings[i], length);
        at += length;
    }
    /* Some programs count the zero at the end in. */
    *at = 0;
    context->references++;
    *made = (struct _cl_program){PROGRAM, 1, context, source, NULL, CL_BUILD_NONE, NULL};
    tell(status, CL_SUCCESS);
    return made;
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices, const size_t *lengths,
                                     const unsigned char **binaries, cl_int *each, cl_int *status)
{
    (void)context, (void)count, (void)devices, (void)lengths, (void)binaries, (void)each;
    tell(status, warploom_refuse(CL_INVALID_BINARY, "clCreateProgramWithBinary", "programs are made from source here"));
    return NULL;
}

cl_int clRetainProgram(cl_program program)
{
    if (!IS(program, PROGRAM))
        return CL_INVALID_PROGRAM;
    program->references++;
    return CL_SUCCESS;
}

static void forget_variants(cl_program program)
{
    for (struct variant *at = program->variants, *next; at != NULL; at = next) {
        next = at->next;
        warploom_open_cl_forget(&at->built);
        free(at);
    }
    program->variants = NULL;
}

void warploom_drop_program(cl_program program)
{
    if (--program->references > 0)
        return;
    forget_variants(program);
    warploom_drop_context(program->context);
    free(program->source);
    free(program->options);
    program->magic = 0;
    free(program);
}

cl_int clReleaseProgram(cl_program program)
{
    if (!IS(program, PROGRAM))
        return warploom_refuse(CL_INVALID_PROGRAM, "clReleaseProgram", "this is no program, or it was released");
    warploom_drop_program(program);
    return CL_SUCCESS;
}

/* The program for such a range: built when that is first asked. */
static struct variant *variant_for(cl_program program, struct built_for what)
{
    for (struct variant *at = program->variants; at != NULL; at = at->next)
        if (memcmp(&at->what, &what, sizeof what) == 0)
            return at;
    struct variant *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->what = what;
    int status = warploom_open_cl_build(program->source, program->options, &what, &made->built);
    /* The first is what the others are variants of. */
    struct variant **last = &program->variants;
    while (*last != NULL)
        last = &(*last)->next;
    *last = made;
    return status == 0 ? made : NULL;
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                      void (*notify)(cl_program, void *), void *data)
{
    const struct built_for usual = {{0, 0, 0}, 1};
    (void)count, (void)devices;
    if (!IS(program, PROGRAM))
        return warploom_refuse(CL_INVALID_PROGRAM, "clBuildProgram", "this is no program");
    forget_variants(program);
    free(program->options);
    program->options = strdup(options != NULL ? options : "");
    if (program->options == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    fflush(stdout);
    program->status = variant_for(program, usual) != NULL ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    if (notify != NULL)
        notify(program, data);
    return program->status == CL_BUILD_SUCCESS ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

cl_int clUnloadPlatformCompiler(cl_platform_id platform) { (void)platform; return CL_SUCCESS; }
cl_int clUnloadCompiler(void) { return CL_SUCCESS; }

static const struct built *built_of(cl_program program)
{
    return program->status == CL_BUILD_SUCCESS ? &program->variants->built : NULL;
}

cl_int clGetProgramInfo(cl_program program, cl_program_info what, size_t size, void *value, size_t *needed)
{
    if (!IS(program, PROGRAM))
        return CL_INVALID_PROGRAM;
    const struct built *built = built_of(program);
    cl_uint number = 1;
    switch (what) {
    case CL_PROGRAM_REFERENCE_COUNT: number = program->references; break;
    case CL_PROGRAM_CONTEXT: return warploom_answer(&program->context, sizeof program->context, size, value, needed);
    case CL_PROGRAM_NUM_DEVICES: break;
    case CL_PROGRAM_DEVICES: {
        cl_device_id device;
        clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
        return warploom_answer(&device, sizeof device, size, value, needed);
    }
    case CL_PROGRAM_SOURCE: return warploom_answer(program->source, strlen(program->source) + 1, size, value, needed);
    case CL_PROGRAM_BINARY_SIZES: {
        size_t none = 0;
        return warploom_answer(&none, sizeof none, size, value, needed);
    }
    case CL_PROGRAM_NUM_KERNELS: {
        size_t kernels = built != NULL ? built->count : 0;
        return built == NULL ? CL_INVALID_PROGRAM_EXECUTABLE : warploom_answer(&kernels, sizeof kernels, size, value, needed);
    }
    case CL_PROGRAM_KERNEL_NAMES: {
        if (built == NULL)
            return CL_INVALID_PROGRAM_EXECUTABLE;
        char *names = calloc(built->count + 1, 257);
        if (names == NULL)
            return CL_OUT_OF_HOST_MEMORY;
        for (unsigned i = 0; i < built->count; i++) {
            strcat(names, i > 0 ? ";" : "");
            strcat(names, built->kernels[i].name);
        }
        cl_int status = warploom_answer(names, strlen(names) + 1, size, value, needed);
        free(names);
        return status;
    }
    default: return CL_INVALID_VALUE;
    }
    return warploom_answer(&number, sizeof number, size, value, needed);
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what, size_t size, void *value,
                             size_t *needed)
{
    (void)device;
    if (!IS(program, PROGRAM))
        return CL_INVALID_PROGRAM;
    const char *log = program->variants != NULL && program->variants->built.log != NULL ? program->variants->built.log : "";
    const char *options = program->options != NULL ? program->options : "";
    cl_uint library = program->status == CL_BUILD_SUCCESS ? 4 : 0;
    switch (what) {
    case CL_PROGRAM_BUILD_STATUS: return warploom_answer(&program->status, sizeof program->status, size, value, needed);
    case CL_PROGRAM_BUILD_OPTIONS: return warploom_answer(options, strlen(options) + 1, size, value, needed);
    case CL_PROGRAM_BUILD_LOG: return warploom_answer(log, strlen(log) + 1, size, value, needed);
    case CL_PROGRAM_BINARY_TYPE: return warploom_answer(&library, sizeof library, size, value, needed);
    default: return CL_INVALID_VALUE;
    }
}

static cl_kernel new_kernel(cl_program program, const struct described *described)
{
    cl_kernel made = calloc(1, sizeof *made);
    struct set_argument *set = calloc(described->count + 1, sizeof *set);
    if (made == NULL || set == NULL) {
        free(made);
        free(set);
        return NULL;
    }
    program->references++;
    *made = (struct _cl_kernel){KERNEL, 1, program, described, set};
    return made;
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *status)
{
    const char *call = "clCreateKernel";
    const struct built *built = IS(program, PROGRAM) ? built_of(program) : NULL;
    if (!IS(program, PROGRAM))
        tell(status, warploom_refuse(CL_INVALID_PROGRAM, call, "this is no program"));
    else if (built == NULL)
        tell(status, warploom_refuse(CL_INVALID_PROGRAM_EXECUTABLE, call, "the program was not built"));
    else if (name == NULL)
        tell(status, CL_INVALID_VALUE);
    else {
        for (unsigned i = 0; i < built->count; i++)
            if (strcmp(built->kernels[i].name, name) == 0) {
                cl_kernel made = new_kernel(program, &built->kernels[i]);
                tell(status, made != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY);
                return made;
            }
        tell(status, warploom_refuse(CL_INVALID_KERNEL_NAME, call, "the program has no kernel `%s`", name));
    }
    return NULL;
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint entries, cl_kernel *kernels, cl_uint *count)
{
    const struct built *built = IS(program, PROGRAM) ? built_of(program) : NULL;
    if (built == NULL)
        return IS(program, PROGRAM) ? CL_INVALID_PROGRAM_EXECUTABLE : CL_INVALID_PROGRAM;
    if (kernels != NULL && entries < built->count)
        return CL_INVALID_VALUE;
    for (unsigned i = 0; kernels != NULL && i < built->count; i++)
        kernels[i] = new_kernel(program, &built->kernels[i]);
    if (count != NULL)
        *count = built->count;
    return CL_SUCCESS;
}

cl_int clRetainKernel(cl_kernel kernel)
{
    if (!IS(kernel, KERNEL))
        return CL_INVALID_KERNEL;
    kernel->references++;
    return CL_SUCCESS;
}

cl_int clReleaseKernel(cl_kernel kernel)
{
    if (!IS(kernel, KERNEL))
        return warploom_refuse(CL_INVALID_KERNEL, "clReleaseKernel", "this is no kernel, or it was released");
    if (--kernel->references > 0)
        return CL_SUCCESS;
    for (unsigned i = 0; i < kernel->described->count; i++)
        free(kernel->set[i].value);
    free(kernel->set);
    kernel->magic = 0;
    warploom_drop_program(kernel->program);
    free(kernel);
    return CL_SUCCESS;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    const char *call = "clSetKernelArg";
    if (!IS(kernel, KERNEL))
        return warploom_refuse(CL_INVALID_KERNEL, call, "this is no kernel");
    const struct described *described = kernel->described;
    if (index >= described->count)
        return warploom_refuse(CL_INVALID_ARG_INDEX, call, "kernel `%s` has %u arguments, there is none with number %u",
                               described->name, described->count, index);
    const struct argument *argument = &described->arguments[index];
    struct set_argument *set = &kernel->set[index];
    if (argument->kind == ARGUMENT_LOCAL) {
        if (value != NULL)
            return warploom_refuse(CL_INVALID_ARG_VALUE, call, "argument %u (`%s`) of `%s` is local memory: its value is NULL",
                                   index, argument->name, described->name);
        if (size == 0)
            return warploom_refuse(CL_INVALID_ARG_SIZE, call, "argument %u (`%s`) of `%s` is local memory of no bytes", index,
                                   argument->name, described->name);
        set->size = size;
        set->is_set = 1;
        return CL_SUCCESS;
    }
    size_t wanted = argument->kind == ARGUMENT_VALUE ? argument->size : sizeof(cl_mem);
    if (size != wanted)
        return warploom_refuse(CL_INVALID_ARG_SIZE, call, "argument %u (`%s`) of `%s` has %zu bytes, not %zu", index,
                               argument->name, described->name, wanted, size);
    if (argument->kind == ARGUMENT_BUFFER) {
        cl_mem buffer = value != NULL ? *(const cl_mem *)value : NULL;
        if (buffer != NULL && !IS(buffer, BUFFER))
            return warploom_refuse(CL_INVALID_MEM_OBJECT, call, "argument %u (`%s`) of `%s` is no buffer", index,
                                   argument->name, described->name);
        set->memory = buffer;
        set->is_set = 1;
        return CL_SUCCESS;
    }
    if (argument->kind == ARGUMENT_IMAGE) {
        cl_mem image = value != NULL ? *(const cl_mem *)value : NULL;
        if (!IS(image, IMAGE) || image->type != argument->object)
            return warploom_refuse(CL_INVALID_MEM_OBJECT, call, "argument %u (`%s`) of `%s` is no image of its type", index,
                                   argument->name, described->name);
        set->memory = image;
        set->is_set = 1;
        return CL_SUCCESS;
    }
    if (argument->kind == ARGUMENT_SAMPLER) {
        cl_sampler sampler = value != NULL ? *(const cl_sampler *)value : NULL;
        if (!IS(sampler, SAMPLER))
            return warploom_refuse(CL_INVALID_SAMPLER, call, "argument %u (`%s`) of `%s` is no sampler", index,
                                   argument->name, described->name);
        set->sampler = sampler;
        set->is_set = 1;
        return CL_SUCCESS;
    }
    if (value == NULL)
        return warploom_refuse(CL_INVALID_ARG_VALUE, call, "argument %u (`%s`) of `%s` has no value", index, argument->name,
                               described->name);
    if (set->value == NULL)
        set->value = malloc(size);
    if (set->value == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(set->value, value, size);
    set->is_set = 1;
    return CL_SUCCESS;
}

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info what, size_t size, void *value, size_t *needed)
{
    if (!IS(kernel, KERNEL))
        return CL_INVALID_KERNEL;
    const struct described *described = kernel->described;
    cl_program program = kernel->program;
    switch (what) {
    case CL_KERNEL_FUNCTION_NAME: return warploom_answer(described->name, strlen(described->name) + 1, size, value, needed);
    case CL_KERNEL_NUM_ARGS: return warploom_answer(&described->count, sizeof(cl_uint), size, value, needed);
    case CL_KERNEL_REFERENCE_COUNT: return warploom_answer(&kernel->references, sizeof(cl_uint), size, value, needed);
    case CL_KERNEL_CONTEXT: return warploom_answer(&program->context, sizeof program->context, size, value, needed);
    case CL_KERNEL_PROGRAM: return warploom_answer(&program, sizeof program, size, value, needed);
    case CL_KERNEL_ATTRIBUTES: return warploom_answer("", 1, size, value, needed);
    default: return CL_INVALID_VALUE;
    }
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what, size_t size, void *value, size_t *needed)
{
    if (!IS(kernel, KERNEL))
        return CL_INVALID_KERNEL;
    if (index >= kernel->described->count)
        return CL_INVALID_ARG_INDEX;
    const char *name = kernel->described->arguments[index].name;
    if (what != CL_KERNEL_ARG_NAME)
        return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    return warploom_answer(name, strlen(name) + 1, size, value, needed);
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what, size_t size,
                                void *value, size_t *needed)
{
    (void)device;
    if (!IS(kernel, KERNEL))
        return CL_INVALID_KERNEL;
    size_t number;
    cl_ulong bytes;
    switch (what) {
    case CL_KERNEL_WORK_GROUP_SIZE: number = 1024; break;
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: number = 32; break;
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return warploom_answer(kernel->described->required, sizeof kernel->described->required, size, value, needed);
    case CL_KERNEL_LOCAL_MEM_SIZE:
        bytes = kernel->described->local_bytes;
        return warploom_answer(&bytes, sizeof bytes, size, value, needed);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        bytes = 0;
        return warploom_answer(&bytes, sizeof bytes, size, value, needed);
    default: return CL_INVALID_VALUE;
    }
    return warploom_answer(&number, sizeof number, size, value, needed);
}

/* How many work items a group has: what is asked for, or what the kernel requires, or a size that divides. */
static cl_int shape(const struct described *kernel, cl_uint dimensions, const size_t *global, const size_t *local,
                    struct range *range)
{
    const char *call = "clEnqueueNDRangeKernel";
    const size_t *required = kernel->required;
    size_t all = 1, room = 256;
    for (cl_uint d = 0; d < 3; d++) {
        size_t items = d < dimensions ? global[d] : 1, group = 1;
        if (items == 0)
            return warploom_refuse(CL_INVALID_GLOBAL_WORK_SIZE, call, "`%s` has no work items in dimension %u", kernel->name, d);
        if (d < dimensions && local != NULL)
            group = local[d];
        else if (required[0] != 0)
            group = required[d];
        else if (d < dimensions)
            for (group = room < items ? room : items; items % group != 0;)
                group--;
        if (required[0] != 0 && group != required[d])
            return warploom_refuse(CL_INVALID_WORK_GROUP_SIZE, call, "`%s` requires groups of %zu x %zu x %zu", kernel->name,
                                   required[0], required[1], required[2]);
        if (group == 0 || items % group != 0)
            return warploom_refuse(CL_INVALID_WORK_GROUP_SIZE, call,
                                   "`%s`: %zu work items in dimension %u are no whole number of groups of %zu", kernel->name,
                                   items, d, group);
        all *= group;
        room = room / group > 0 ? room / group : 1;
        range->items[d] = (unsigned)group;
        range->groups[d] = (unsigned)(items / group);
    }
    if (all > 1024 || range->items[2] > 64)
        return warploom_refuse(CL_INVALID_WORK_GROUP_SIZE, call, "`%s`: a group of %zu work items is too large", kernel->name, all);
    return CL_SUCCESS;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                              const size_t *global, const size_t *local, cl_uint waits, const cl_event *wait,
                              cl_event *event)
{
    const char *call = "clEnqueueNDRangeKernel";
    cl_ulong queued = warploom_nanoseconds();
    if (!IS(queue, QUEUE))
        return warploom_refuse(CL_INVALID_COMMAND_QUEUE, call, "this is no queue");
    if (!IS(kernel, KERNEL))
        return warploom_refuse(CL_INVALID_KERNEL, call, "this is no kernel");
    if (dimensions < 1 || dimensions > 3)
        return warploom_refuse(CL_INVALID_WORK_DIMENSION, call, "a range has one to three dimensions, not %u", dimensions);
    if (global == NULL)
        return warploom_refuse(CL_INVALID_GLOBAL_WORK_SIZE, call, "the range has no size");
    cl_int status = warploom_wait_list(waits, wait, call);
    struct range range = {0};
    if (status == CL_SUCCESS)
        status = shape(kernel->described, dimensions, global, local, &range);
    if (status != CL_SUCCESS)
        return status;
    const struct described *described = kernel->described;
    size_t local_bytes = 0;
    size_t at[256];
    void *values[256];
    for (unsigned i = 0; i < described->count && i < 256; i++) {
        struct set_argument *set = &kernel->set[i];
        int was_released = 0;
        if (!set->is_set)
            return warploom_refuse(CL_INVALID_KERNEL_ARGS, call, "argument %u (`%s`) of `%s` was not set", i,
                                   described->arguments[i].name, described->name);
        values[i] = set->value;
        if (described->arguments[i].kind == ARGUMENT_LOCAL) {
            at[i] = local_bytes;
            /* Vectors of sixteen lanes may lie there. */
            local_bytes += (set->size + 127) / 128 * 128;
            values[i] = &at[i];
        } else if (described->arguments[i].kind == ARGUMENT_BUFFER) {
            was_released = set->memory != NULL && !IS(set->memory, BUFFER);
            at[i] = set->memory != NULL && !was_released ? (size_t)set->memory->memory : 0;
            values[i] = &at[i];
        } else if (described->arguments[i].kind == ARGUMENT_IMAGE) {
            was_released = !IS(set->memory, IMAGE);
            values[i] = &set->memory->image;
        } else if (described->arguments[i].kind == ARGUMENT_SAMPLER) {
            was_released = !IS(set->sampler, SAMPLER);
            values[i] = &set->sampler->bits;
        }
        if (was_released)
            return warploom_refuse(CL_INVALID_MEM_OBJECT, call, "argument %u (`%s`) of `%s` was released", i,
                                   described->arguments[i].name, described->name);
    }
    struct built_for what = {{0, 0, 0}, described->asks_dimensions ? dimensions : 1};
    for (cl_uint d = 0; d < dimensions && offset != NULL; d++)
        what.offset[d] = offset[d];
    if (what.offset[0] != 0 || what.offset[1] != 0 || what.offset[2] != 0 || what.dimensions != 1) {
        const struct variant *variant = variant_for(kernel->program, what);
        described = NULL;
        for (unsigned i = 0; variant != NULL && i < variant->built.count; i++)
            if (strcmp(variant->built.kernels[i].name, kernel->described->name) == 0)
                described = &variant->built.kernels[i];
        if (described == NULL)
            return CL_INVALID_PROGRAM_EXECUTABLE;
    }
    cl_ulong start = warploom_nanoseconds();
    int error = warploom_open_cl_run(described, range, local_bytes, values);
    if (error != cudaSuccess)
        return warploom_refuse(CL_OUT_OF_RESOURCES, call, "`%s`: %s", described->name, cudaGetErrorString((cudaError_t)error));
    return warploom_done(queue, CL_COMMAND_NDRANGE_KERNEL, queued, start, event, CL_SUCCESS);
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint waits, const cl_event *wait, cl_event *event)
{
    size_t one = 1;
    return clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, waits, wait, event);
}
