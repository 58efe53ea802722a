//@ emit: cuda cpu
//@ run: cpu
//@ flags: -Iinclude
// A header, or another `.c`, that has kernels: its text takes the place of the line
// that includes it.
#include <stdio.h>
#define N 64
#ifndef KERNELS_IN_INCLUDED_FILES_H
#define KERNELS_IN_INCLUDED_FILES_H
#include <stdlib.h>
#include <string.h>

// Device memory on a machine without a device: memory of its own. What was
// never copied in is filled with a pattern, so that a forgotten copy shows.
static void *hicuda_alloc(size_t bytes, const char *directive)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "%s: out of memory (%zu bytes)\n", directive, bytes);
        exit(EXIT_FAILURE);
    }
    return memset(memory, 0xff, bytes);
}

// A device copy belongs to the host object, whichever pointer leads to it. Of the object at
// `host` it holds `bytes` bytes from the one with number `first` on.
static struct hicuda_copy {
    const char *host;
    size_t first, bytes;
    char *device;
    int is_there;
} hicuda_copies[1024];

static void hicuda_remember(const void *host, size_t first, size_t bytes, void *device, const char *directive)
{
    for (int i = 0; i < 1024; i++)
        if (!hicuda_copies[i].is_there) {
            hicuda_copies[i].host = (const char *)host;
            hicuda_copies[i].first = first;
            hicuda_copies[i].bytes = bytes;
            hicuda_copies[i].device = (char *)device;
            hicuda_copies[i].is_there = 1;
            return;
        }
    fprintf(stderr, "%s: more than 1024 device copies\n", directive);
    exit(EXIT_FAILURE);
}

static struct hicuda_copy *hicuda_find(const void *host, const char *directive)
{
    struct hicuda_copy *empty = NULL;
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there && hicuda_copies[i].host == host) {
            if (hicuda_copies[i].bytes)
                return &hicuda_copies[i];
            empty = &hicuda_copies[i];
        }
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there
            && (size_t)((const char *)host - hicuda_copies[i].host) - hicuda_copies[i].first < hicuda_copies[i].bytes)
            return &hicuda_copies[i];
    if (empty)
        return empty;
    fprintf(stderr, "%s: this object has no copy on the device\n", directive);
    exit(EXIT_FAILURE);
}

// Where the byte at `host`, the start of an object or inside a copy, is on the device.
static void *hicuda_copy_of(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    return copy->device + ((const char *)host - copy->host) - copy->first;
}

static void *hicuda_forget(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    copy->is_there = 0;
    return copy->device;
}

// kernels-in-included-files.c:8: kernel average
static void average(float *restrict o, const float *restrict a, int n)
{
    #pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
        o[i] = (a[i - 1] + a[i + 1]) / 2;
}

static inline void step(float *o, const float *a, int n)
{
    average((float *)hicuda_copy_of(o, "kernels-in-included-files.c:8: kernel average tblock(2) thread(32)"), (float *)hicuda_copy_of(a, "kernels-in-included-files.c:8: kernel average tblock(2) thread(32)"), n);
}
#endif

int main(void)
{
    float a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i % 6;
    float *d_a = hicuda_alloc(sizeof a, "kernels-in-included-files.c:15: global alloc a[*] copyin");
    hicuda_remember(a, 0, sizeof a, d_a, "kernels-in-included-files.c:15: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    float *d_b = hicuda_alloc(sizeof b, "kernels-in-included-files.c:16: global alloc b[*] copyin");
    hicuda_remember(b, 0, sizeof b, d_b, "kernels-in-included-files.c:16: global alloc b[*] copyin");
    memcpy(d_b, b, sizeof b);
    for (int t = 0; t < 3; t++) {
        step(b, a, N);
        step(a, b, N);
    }
    memcpy(a, d_a, sizeof a);
    free(d_a);
    hicuda_forget(a, "kernels-in-included-files.c:22: global free a b");
    free(d_b);
    hicuda_forget(b, "kernels-in-included-files.c:22: global free a b");
    printf("%g\n", a[7]);
    return 0;
}
