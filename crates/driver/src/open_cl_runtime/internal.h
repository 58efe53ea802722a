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
enum magic { CONTEXT = 0x434f4e54, QUEUE = 0x51554555, BUFFER = 0x42554646, PROGRAM = 0x50524f47, KERNEL = 0x4b45524e, EVENT = 0x45564e54 };

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

struct _cl_mem {
    unsigned magic, references;
    cl_context context;
    cl_mem_flags flags;
    /* Of the device. */
    char *memory;
    size_t size;
    void *host;
    /* A part of another buffer begins in it here. */
    cl_mem parent;
    size_t origin;
    struct mapping *mapped;
};

/* The same program for other beginnings of the ids. */
struct variant {
    size_t offset[3];
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
    cl_mem buffer;
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
void warploom_drop_context(cl_context context);
void warploom_drop_program(cl_program program);

#endif
