/* Between the calls of OpenCL and the device that has the kernels. */
#ifndef WARPLOOM_OPEN_CL_HOST_H
#define WARPLOOM_OPEN_CL_HOST_H

#include <stddef.h>

/* What an argument is: a buffer, local memory of a size that the host says, an image, a sampler, or a value. */
enum argument_kind {
    ARGUMENT_BUFFER = 'b',
    ARGUMENT_LOCAL = 'l',
    ARGUMENT_IMAGE = 'i',
    ARGUMENT_SAMPLER = 's',
    ARGUMENT_VALUE = 'v'
};

struct argument {
    char kind;
    /* Of what the kernel takes. */
    size_t size;
    /* Of images: which CL_MEM_OBJECT_… it has to be. */
    unsigned object;
    char name[64];
};

/* A kernel as its program describes it. */
struct described {
    char name[256];
    unsigned number;
    size_t local_bytes;
    size_t required[3];
    /* It may ask how many dimensions the range has. */
    unsigned asks_dimensions;
    unsigned count;
    struct argument *arguments;
    /* How it is started, where that is a function here. */
    void *entry;
};

struct built {
    unsigned count;
    struct described *kernels;
    /* What the compiler said; ours to free. */
    char *log;
    void *library;
};

/* What a program is built for: where ids begin, and how many dimensions there are. */
struct built_for {
    size_t offset[3], dimensions;
};

struct range {
    unsigned groups[3], items[3];
};

/* Compiles a program; zero if it is right. */
int warploom_open_cl_build(const char *source, const char *options, const struct built_for *what, struct built *built);
void warploom_open_cl_forget(struct built *built);
/* Runs a kernel; a number of CUDA's for what went wrong. */
int warploom_open_cl_run(const struct described *kernel, struct range range, size_t local_bytes, void **values);
/* Reads the table that describes a program's kernels. */
int warploom_open_cl_describe(const char *table, struct built *built);
extern const int warploom_open_cl_is_simulator;

#endif
