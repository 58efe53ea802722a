/* The device of CUDA programs that run on the processor: its memory is the
   heap, kept apart from the program's own by a list of what was allocated, so
   that a pointer of the wrong side is an error here too. */
#include "cuda_runtime.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct allocation {
    char *start;
    size_t size;
    struct allocation *next;
};
static struct allocation *allocations;
/* Threads of the host allocate at the same time, and so do those of kernels. */
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

/* Is the whole range in one allocation or variable of the device? */
static int holds(const void *pointer, size_t count)
{
    const char *at = pointer;
    int found = 0;
    pthread_mutex_lock(&guard);
    for (const struct allocation *a = allocations; a != NULL && !found; a = a->next)
        found = at >= a->start && (size_t)(at - a->start) <= a->size && a->size - (size_t)(at - a->start) >= count;
    pthread_mutex_unlock(&guard);
    return found;
}

static cudaError_t keep(void *start, size_t size)
{
    struct allocation *kept = malloc(sizeof *kept);
    if (kept == NULL)
        return cudaErrorMemoryAllocation;
    pthread_mutex_lock(&guard);
    *kept = (struct allocation){start, size, allocations};
    allocations = kept;
    pthread_mutex_unlock(&guard);
    return cudaSuccess;
}

cudaError_t warploom_alloc(void **pointer, size_t size)
{
    if (posix_memalign(pointer, 256, size == 0 ? 1 : size) != 0) {
        *pointer = NULL;
        return cudaErrorMemoryAllocation;
    }
    return keep(*pointer, size);
}

cudaError_t warploom_release(void *pointer)
{
    struct allocation *gone = NULL;
    pthread_mutex_lock(&guard);
    for (struct allocation **at = &allocations; *at != NULL; at = &(*at)->next)
        if ((*at)->start == pointer) {
            gone = *at;
            *at = gone->next;
            break;
        }
    pthread_mutex_unlock(&guard);
    if (gone == NULL)
        return cudaErrorInvalidValue;
    free(gone->start);
    free(gone);
    return cudaSuccess;
}

int warploom_is_device(const void *pointer)
{
    return holds(pointer, 0);
}

cudaError_t warploom_write(void *to, const void *from, size_t count)
{
    if (!holds(to, count))
        return cudaErrorInvalidValue;
    memcpy(to, from, count);
    return cudaSuccess;
}

cudaError_t warploom_read(void *to, const void *from, size_t count)
{
    if (!holds(from, count))
        return cudaErrorInvalidValue;
    memcpy(to, from, count);
    return cudaSuccess;
}

cudaError_t warploom_copy(void *to, const void *from, size_t count)
{
    if (!holds(to, count) || !holds(from, count))
        return cudaErrorInvalidValue;
    memmove(to, from, count);
    return cudaSuccess;
}

cudaError_t warploom_set(void *to, int byte, size_t count)
{
    if (!holds(to, count))
        return cudaErrorInvalidValue;
    memset(to, byte, count);
    return cudaSuccess;
}

void warploom_room(size_t *free_bytes, size_t *total_bytes)
{
    *total_bytes = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    *free_bytes = (size_t)sysconf(_SC_AVPHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

/* Here the variable itself is the device's. */
cudaError_t warploom_find(const void *host, unsigned symbol, size_t size, void **pointer)
{
    (void)symbol;
    *pointer = (void *)host;
    return holds(host, size) ? cudaSuccess : keep(*pointer, size);
}

cudaError_t warploom_managed(void **pointer, size_t size)
{
    return warploom_alloc(pointer, size);
}

/* Kernels run in this process. */
cudaError_t warploom_mapped(void **device, void *host)
{
    *device = host;
    return cudaSuccess;
}

const char warploom_device_name[] = "Warploom on the processor";
