/* The objects behind OpenCL's handles. All are counted; an object that others need lives until they are gone. */
#ifndef WARPLOOM_OPEN_CL_INTERNAL_H
#define WARPLOOM_OPEN_CL_INTERNAL_H

#include "cuda_runtime.h"
#include "host.h"

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A handle is what it says: a word at its beginning. */
enum magic { CONTEXT = 0x434f4e54, QUEUE = 0x51554555, BUFFER = 0x42554646, PROGRAM = 0x50524f47, KERNEL = 0x4b45524e, EVENT = 0x45564e54, IMAGE = 0x494d4147, SAMPLER = 0x53414d50 };

struct _cl_platform_id { int number; };
struct _cl_device_id { int number; };

struct _cl_context {
    unsigned magic, references;
};

struct _cl_command_queue {
    unsigned magic, references;
    cl_context context;
    cl_command_queue_properties properties;
};

struct mapping {
    void *pointer;
    size_t offset, size;
    cl_map_flags flags;
    struct mapping *next;
};

/* What a kernel is given of an image: the struct of `resolve/src/open_cl/images.rs`. */
struct device_image {
    void *data;
    long row, slice;
    int width, height, depth, order, type, bytes;
};

/* A buffer or an image. */
struct _cl_mem {
    unsigned magic, references;
    cl_context context;
    cl_mem_flags flags;
    /* Of the device. */
    char *memory;
    size_t size;
    void *host;
    /* A part of another buffer begins in it here; an image may lie in one. */
    cl_mem parent;
    size_t origin;
    struct mapping *mapped;
    /* Of images: what kernels see, and of what kind it is. */
    struct device_image image;
    cl_mem_object_type type;
    cl_image_format format;
};

struct _cl_sampler {
    unsigned magic, references;
    cl_context context;
    /* As `CLK_…` has them. */
    cl_uint bits;
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
};

/* The same program for other beginnings of the ids, or other dimensions. */
struct variant {
    struct built_for what;
    struct built built;
    struct variant *next;
};

struct _cl_program {
    unsigned magic, references;
    cl_context context;
    char *source, *options;
    cl_build_status status;
    struct variant *variants;
};

struct set_argument {
    int is_set;
    size_t size;
    void *value;
    /* A buffer or an image. */
    cl_mem memory;
    cl_sampler sampler;
};

struct _cl_kernel {
    unsigned magic, references;
    cl_program program;
    const struct described *described;
    struct set_argument *set;
};

struct _cl_event {
    unsigned magic, references;
    cl_command_queue queue;
    cl_context context;
    cl_command_type type;
    cl_int status;
    cl_ulong queued, start, end;
};

/* What kernels write outside of an image lands behind it: the simulator reports that, here there is room. */
#define BEYOND (warploom_open_cl_is_simulator ? 0 : 16)

#define IS(handle, kind) ((handle) != NULL && (handle)->magic == (unsigned)(kind))

/* Says once on standard error what a call was refused for: most programs only print a number. */
cl_int warploom_refuse(cl_int status, const char *call, const char *why, ...);
/* Hands out `value` as the `…Info` functions do. */
cl_int warploom_answer(const void *value, size_t bytes, size_t size, void *to, size_t *needed);
cl_ulong warploom_nanoseconds(void);
/* Ends a command: its event, if one is wanted. */
cl_int warploom_done(cl_command_queue queue, cl_command_type type, cl_ulong queued, cl_ulong start, cl_event *event,
                     cl_int status);
cl_int warploom_wait_list(cl_uint waits, const cl_event *wait, const char *call);
/* Rows of bytes in memory. */
struct part {
    char *first;
    size_t row, slice, bytes, rows, slices;
};
enum direction { TO_HOST, TO_DEVICE, WITHIN };
/* Copies a part to one of the same extent. */
cl_int warploom_copy_part(enum direction direction, struct part to, struct part from);
static inline void tell(cl_int *to, cl_int status)
{
    if (to != NULL)
        *to = status;
}
void warploom_drop_context(cl_context context);
void warploom_drop_program(cl_program program);

#endif
