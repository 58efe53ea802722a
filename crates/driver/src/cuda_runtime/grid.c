/* Kernels of CUDA C++: what a thread knows of itself, the shapes of launches that are
   about to be made, and the loop over blocks; or who runs them instead. */
#include "cuda_runtime.h"
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>

_Thread_local uint3 warploom_block_index;
_Thread_local dim3 warploom_block_size, warploom_grid_size;

struct shape {
    dim3 grid, block;
    size_t bytes;
};

/* An argument of a launch may itself launch: shapes are a stack. */
enum { MOST_NESTED = 64 };
static _Thread_local struct shape shapes[MOST_NESTED];
static _Thread_local unsigned nested;
#ifdef WARPLOOM_ELSEWHERE
enum { in_kernel = 0 };
#else
static _Thread_local int in_kernel;
#endif

void warploom_configure(dim3 grid, dim3 block, size_t bytes)
{
    if (in_kernel) {
        fprintf(stderr, "a kernel launches a kernel: dynamic parallelism needs a GPU\n");
        exit(1);
    }
    if (nested == MOST_NESTED) {
        fprintf(stderr, "launches within the arguments of launches: too many\n");
        exit(1);
    }
    shapes[nested++] = (struct shape){grid, block, bytes};
}

#ifdef WARPLOOM_ELSEWHERE
cudaError_t warploom_launch_named(const char *kernel, unsigned count, const void *const *args, const size_t *sizes)
{
    if (nested == 0) {
        fprintf(stderr, "a kernel is called like a function: launch it with <<<…>>>\n");
        exit(1);
    }
    const struct shape shape = shapes[--nested];
    unsigned number;
    const cudaError_t status = warploom_kernel(kernel, &number);
    if (status != cudaSuccess)
        return warploom_note(status);
    return warploom_launch(number, shape.grid, shape.block, shape.bytes, count, args, sizes);
}
#else
struct work {
    void (*thread)(void *args);
    void *args;
};

static void run(uint3 index, void *work)
{
    const struct work *todo = work;
    (void)index;
    todo->thread(todo->args);
}

cudaError_t warploom_run_grid(void (*thread)(void *args), void *args)
{
    if (nested == 0 || in_kernel) {
        fprintf(stderr, "a kernel is called like a function: launch it with <<<…>>>\n");
        exit(1);
    }
    const struct shape shape = shapes[--nested];
    const cudaError_t status = warploom_may_launch(shape.grid, shape.block, shape.bytes);
    if (status != cudaSuccess)
        return status;
    struct work work = {thread, args};
    const unsigned long long rows = (unsigned long long)shape.grid.y * shape.grid.z;
    const unsigned long long blocks = rows * shape.grid.x;
#pragma omp parallel for schedule(dynamic)
    for (unsigned long long at = 0; at < blocks; at++) {
        const unsigned long long row = at / shape.grid.x;
        warploom_block_index = (uint3){at % shape.grid.x, row % shape.grid.y, row / shape.grid.y};
        warploom_block_size = shape.block;
        warploom_grid_size = shape.grid;
        in_kernel = 1;
        warploom_run_block(shape.block, run, &work);
        in_kernel = 0;
    }
    return cudaSuccess;
}
#endif
