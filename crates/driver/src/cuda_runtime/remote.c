/* The device is a simulator in another process: every call is a message
   through a socket, answered before it returns. */
#define _GNU_SOURCE
#include "cuda_runtime.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct request {
    unsigned long long operation, a, b, c, bytes;
};

struct reply {
    unsigned long long status, value, extra, bytes;
};

enum { ALLOC = 1, RELEASE, WRITE, READ, SET, COPY, LAUNCH, SYMBOL, ROOM, BUILD, KERNEL };

static int door = -1;
static void fail(const char *what)
{
    fprintf(stderr, "the simulated device is gone (%s)\n", what);
    exit(2);
}

static void send_all(const void *bytes, size_t count)
{
    const char *at = bytes;
    while (count > 0) {
        ssize_t sent = write(door, at, count);
        if (sent <= 0)
            fail("write");
        at += sent;
        count -= sent;
    }
}

static void receive_all(void *bytes, size_t count)
{
    char *at = bytes;
    while (count > 0) {
        ssize_t got = read(door, at, count);
        if (got <= 0)
            fail("read");
        at += got;
        count -= got;
    }
}

static void open_door(void)
{
    /* The simulator started this program and left it one end of a socket. */
    const char *number = getenv("WARPLOOM_DEVICE");
    if (number == NULL)
        fail("this program runs under `warploom run --target sim` only");
    door = atoi(number);
    if (fcntl(door, F_SETFD, FD_CLOEXEC) != 0)
        fail("it has no connection");
}

/* Sends a request with what belongs to it. */
static struct reply ask(struct request request, const void *bytes)
{
    struct reply reply;
    if (door < 0)
        open_door();
    send_all(&request, sizeof request);
    send_all(bytes, request.bytes);
    receive_all(&reply, sizeof reply);
    return reply;
}

/* Managed memory lies at one address on both sides. Between launches it is the
   host's; a launch takes it along and brings it back. */
struct managed {
    char *start;
    size_t size;
    struct managed *next;
};
static struct managed *managed;
enum { PAGE = 4096 };
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

static int is_managed(const void *pointer, size_t count)
{
    const char *at = pointer;
    for (const struct managed *m = managed; m != NULL; m = m->next)
        if (at >= m->start && at < m->start + m->size && count <= m->size - (size_t)(at - m->start))
            return 1;
    return 0;
}

static void take_along(void)
{
    for (const struct managed *m = managed; m != NULL; m = m->next)
        ask((struct request){WRITE, .a = (size_t)m->start, .bytes = m->size}, m->start);
}

static void bring_back(void)
{
    for (const struct managed *m = managed; m != NULL; m = m->next) {
        struct reply reply = ask((struct request){READ, .a = (size_t)m->start, .b = m->size}, NULL);
        if (reply.status == cudaSuccess)
            receive_all(m->start, reply.bytes);
    }
}

static size_t whole_pages(size_t size)
{
    return size == 0 ? PAGE : (size + PAGE - 1) / PAGE * PAGE;
}

cudaError_t warploom_managed(void **pointer, size_t size)
{
    *pointer = NULL;
    struct reply reply = ask((struct request){ALLOC, .a = size, .b = PAGE}, NULL);
    if (reply.status != cudaSuccess)
        return (cudaError_t)reply.status;
    void *wanted = (void *)(size_t)reply.value;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    void *start = mmap(wanted, whole_pages(size), PROT_READ | PROT_WRITE, flags, -1, 0);
    struct managed *kept = malloc(sizeof *kept);
    if (start != wanted || kept == NULL) {
        if (start != MAP_FAILED)
            munmap(start, whole_pages(size));
        free(kept);
        ask((struct request){RELEASE, .a = (size_t)wanted}, NULL);
        return cudaErrorMemoryAllocation;
    }
    *kept = (struct managed){start, size, managed};
    managed = kept;
    *pointer = start;
    return cudaSuccess;
}

/* Only what lies at one address on both sides is seen by kernels. */
cudaError_t warploom_mapped(void **device, void *host)
{
    *device = is_managed(host, 0) ? host : NULL;
    return *device == NULL ? cudaErrorNotSupported : cudaSuccess;
}

cudaError_t warploom_alloc(void **pointer, size_t size)
{
    struct reply reply = ask((struct request){ALLOC, .a = size}, NULL);
    *pointer = (void *)(size_t)reply.value;
    return (cudaError_t)reply.status;
}

cudaError_t warploom_release(void *pointer)
{
    for (struct managed **at = &managed; *at != NULL; at = &(*at)->next)
        if ((*at)->start == pointer) {
            struct managed *gone = *at;
            *at = gone->next;
            munmap(gone->start, whole_pages(gone->size));
            free(gone);
            break;
        }
    return (cudaError_t)ask((struct request){RELEASE, .a = (size_t)pointer}, NULL).status;
}

int warploom_is_device(const void *pointer)
{
    if (is_managed(pointer, 0))
        return 1;
    return ask((struct request){READ, .a = (size_t)pointer, .b = 0}, NULL).status == cudaSuccess;
}

cudaError_t warploom_write(void *to, const void *from, size_t count)
{
    if (is_managed(to, count)) {
        memmove(to, from, count);
        return cudaSuccess;
    }
    return (cudaError_t)ask((struct request){WRITE, .a = (size_t)to, .bytes = count}, from).status;
}

cudaError_t warploom_read(void *to, const void *from, size_t count)
{
    if (is_managed(from, count)) {
        memmove(to, from, count);
        return cudaSuccess;
    }
    struct reply reply = ask((struct request){READ, .a = (size_t)from, .b = count}, NULL);
    if (reply.status == cudaSuccess)
        receive_all(to, reply.bytes);
    return (cudaError_t)reply.status;
}

cudaError_t warploom_copy(void *to, const void *from, size_t count)
{
    if (is_managed(from, count))
        return warploom_write(to, from, count);
    if (is_managed(to, count))
        return warploom_read(to, from, count);
    struct request request = {COPY, .a = (size_t)to, .b = (size_t)from, .c = count};
    return (cudaError_t)ask(request, NULL).status;
}

cudaError_t warploom_set(void *to, int byte, size_t count)
{
    if (is_managed(to, count)) {
        memset(to, byte, count);
        return cudaSuccess;
    }
    struct request request = {SET, .a = (size_t)to, .b = (unsigned char)byte, .c = count};
    return (cudaError_t)ask(request, NULL).status;
}

/* A program of OpenCL: what was said about it, and the table of its kernels. */
int warploom_build(const void *message, size_t bytes, char **log, char **table)
{
    struct reply reply = ask((struct request){BUILD, .bytes = bytes}, message);
    size_t for_log = reply.value, for_table = reply.bytes - reply.value;
    *log = calloc(for_log + 1, 1);
    *table = calloc(for_table + 1, 1);
    if (*log == NULL || *table == NULL)
        fail("memory");
    receive_all(*log, for_log);
    receive_all(*table, for_table);
    return (int)reply.status;
}

void warploom_room(size_t *free_bytes, size_t *total_bytes)
{
    struct reply reply = ask((struct request){ROOM}, NULL);
    *free_bytes = reply.value;
    *total_bytes = reply.extra;
}

cudaError_t warploom_find(const void *host, unsigned symbol, size_t size, void **pointer)
{
    struct reply reply = ask((struct request){SYMBOL, .a = symbol}, NULL);
    (void)host, (void)size;
    *pointer = (void *)(size_t)reply.value;
    return (cudaError_t)reply.status;
}

cudaError_t warploom_kernel(const char *name, unsigned *number)
{
    struct reply reply = ask((struct request){KERNEL, .bytes = strlen(name)}, name);
    if (reply.status != cudaSuccess) {
        fprintf(stderr, "the simulated device has no kernel `%s`\n", name);
        exit(2);
    }
    *number = (unsigned)reply.value;
    return (cudaError_t)reply.status;
}

const char warploom_device_name[] = "Warploom simulator";

cudaError_t warploom_launch(unsigned kernel, dim3 grid, dim3 block, size_t shared_bytes, unsigned count,
                             const void *const *args, const size_t *sizes)
{
    unsigned head[8] = {kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z, (unsigned)shared_bytes};
    size_t total = sizeof head;
    for (unsigned i = 0; i < count; i++)
        total += sizes[i];
    char *message = malloc(total), *at = message + sizeof head;
    if (message == NULL)
        return warploom_note(cudaErrorMemoryAllocation);
    memcpy(message, head, sizeof head);
    for (unsigned i = 0; i < count; i++) {
        memcpy(at, args[i], sizes[i]);
        at += sizes[i];
    }
    take_along();
    struct reply reply = ask((struct request){LAUNCH, .bytes = total}, message);
    free(message);
    if (reply.bytes > 0) {
        char *printed = malloc(reply.bytes);
        if (printed == NULL)
            fail("memory");
        receive_all(printed, reply.bytes);
        fwrite(printed, 1, reply.bytes, stdout);
        free(printed);
    }
    bring_back();
    return warploom_note((cudaError_t)reply.status);
}
