/* OpenCL's programs on the simulator: it compiles them, and starts their kernels by number. */
#include "cuda_runtime.h"
#include "host.h"

#include <stdlib.h>
#include <string.h>

const int warploom_open_cl_is_simulator = 1;

/* In the device of CUDA's runtime, which has the connection. */
int warploom_build(const void *message, size_t bytes, char **log, char **table);

int warploom_open_cl_build(const char *source, const char *options, const struct built_for *what, struct built *built)
{
    unsigned long long head[4] = {what->offset[0], what->offset[1], what->offset[2], what->dimensions};
    size_t for_options = strlen(options) + 1, for_source = strlen(source);
    char *message = malloc(sizeof head + for_options + for_source), *table = NULL;
    if (message == NULL)
        return -1;
    memcpy(message, head, sizeof head);
    memcpy(message + sizeof head, options, for_options);
    memcpy(message + sizeof head + for_options, source, for_source);
    int status = warploom_build(message, sizeof head + for_options + for_source, &built->log, &table);
    free(message);
    if (status == 0)
        status = warploom_open_cl_describe(table, built);
    free(table);
    return status;
}

void warploom_open_cl_forget(struct built *built)
{
    for (unsigned i = 0; i < built->count; i++)
        free(built->kernels[i].arguments);
    free(built->kernels);
    free(built->log);
    *built = (struct built){0};
}

int warploom_open_cl_run(const struct described *kernel, struct range range, size_t local_bytes, void **values)
{
    size_t sizes[256];
    const void *args[256];
    for (unsigned i = 0; i < kernel->count; i++) {
        args[i] = values[i];
        sizes[i] = kernel->arguments[i].size;
    }
    dim3 grid = {range.groups[0], range.groups[1], range.groups[2]};
    dim3 block = {range.items[0], range.items[1], range.items[2]};
    return warploom_launch(kernel->number, grid, block, local_bytes, kernel->count, args, sizes);
}
