/* Kernels of CUDA C++: what a thread knows of itself, the shapes of launches that are
   about to be made, and the loop over blocks; or who runs them instead. */
#include "cuda_runtime.h"
#include "threads.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

_Thread_local dim3 warploom_block_size, warploom_grid_size;

struct shape {
    dim3 grid, block;
    size_t bytes;
    int is_cooperative;
};

/* An argument of a launch may itself launch: shapes are a stack. */
enum { MOST_NESTED = 64 };
static _Thread_local struct shape shapes[MOST_NESTED];
static _Thread_local unsigned nested;
static _Thread_local int is_cooperative;
#ifdef WARPLOOM_ELSEWHERE
enum { in_kernel = 0 };
#else
static _Thread_local int in_kernel;
#endif

void warploom_configure(dim3 grid, dim3 block, size_t bytes)
{
    if (nested == MOST_NESTED) {
        fprintf(stderr, "launches within the arguments of launches: too many\n");
        exit(1);
    }
    shapes[nested++] = (struct shape){grid, block, bytes, 0};
}

void warploom_cooperate(void)
{
    shapes[nested - 1].is_cooperative = 1;
}

/* The shape that was noted last is of a launch that is made later. */
void warploom_take_configuration(dim3 *grid, dim3 *block, size_t *bytes)
{
    if (nested == 0) {
        fprintf(stderr, "a kernel is called like a function: launch it with <<<…>>>\n");
        exit(1);
    }
    const struct shape shape = shapes[--nested];
    *grid = shape.grid;
    *block = shape.block;
    *bytes = shape.bytes;
}

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

void warploom_lock(void)
{
    pthread_mutex_lock(&guard);
}

void warploom_unlock(void)
{
    pthread_mutex_unlock(&guard);
}

int warploom_is_in_kernel(void)
{
    return in_kernel;
}

int warploom_is_cooperative(void)
{
    return is_cooperative;
}

#ifdef WARPLOOM_ELSEWHERE
/* Two files may have kernels of one name for themselves. */
cudaError_t warploom_launch_named(unsigned unit, const char *kernel, unsigned count, const void *const *args, const size_t *sizes)
{
    if (nested == 0) {
        fprintf(stderr, "a kernel is called like a function: launch it with <<<…>>>\n");
        exit(1);
    }
    const struct shape shape = shapes[--nested];
    unsigned number;
    const size_t length = strlen(kernel) + 16;
    char *const name = malloc(length);
    if (name == NULL)
        return warploom_note(cudaErrorMemoryAllocation);
    snprintf(name, length, "%u %s", unit, kernel);
    const cudaError_t status = warploom_kernel(name, &number);
    free(name);
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

/* A block of a grid whose blocks wait for each other. */
struct member {
    pthread_t thread;
    const struct shape *shape;
    struct work *work;
    unsigned long long at;
};

static void run_one(const struct shape *shape, struct work *work, unsigned long long at)
{
    const unsigned long long row = at / shape->grid.x;
    warploom_block_index = (uint3){at % shape->grid.x, row % shape->grid.y, row / shape->grid.y};
    warploom_block_size = shape->block;
    warploom_grid_size = shape->grid;
    in_kernel = 1;
    is_cooperative = shape->is_cooperative;
    warploom_run_block(shape->block, run, work);
    in_kernel = 0;
}

static void *run_member(void *argument)
{
    const struct member *member = argument;
    run_one(member->shape, member->work, member->at);
    warploom_end_block();
    return NULL;
}

/* Shared memory is a processor thread's own, so each block needs one. */
static cudaError_t run_together(const struct shape *shape, struct work *work, unsigned blocks)
{
    const unsigned threads = shape->block.x * shape->block.y * shape->block.z;
    if (blocks > 132 * (2048 / ((threads + 31) / 32 * 32)))
        return warploom_note(cudaErrorCooperativeLaunchTooLarge);
    struct member *members = calloc(blocks, sizeof *members);
    unsigned begun = 0;
    warploom_expect_blocks(blocks);
    for (; members != NULL && begun < blocks; begun++) {
        members[begun] = (struct member){0, shape, work, begun};
        if (pthread_create(&members[begun].thread, NULL, run_member, members + begun) != 0)
            break;
    }
    if (begun < blocks) {
        fprintf(stderr, "no threads for the blocks of a grid that wait for each other\n");
        exit(2);
    }
    for (unsigned at = 0; at < blocks; at++)
        pthread_join(members[at].thread, NULL);
    free(members);
    return warploom_launched();
}

cudaError_t warploom_run_grid(void (*thread)(void *args), void *args)
{
    if (nested == 0) {
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
    if (shape.is_cooperative && blocks > 1)
        return run_together(&shape, &work, blocks > 1u << 20 ? 1u << 20 : (unsigned)blocks);
#pragma omp parallel for schedule(dynamic) if (blocks > 1)
    for (unsigned long long at = 0; at < blocks; at++)
        run_one(&shape, &work, at);
    return warploom_launched();
}
#endif
