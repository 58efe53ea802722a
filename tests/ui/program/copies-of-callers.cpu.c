// ==== copies-of-callers-finish.c ====
#include "copies-of-callers.h"

#include "warploom_runtime.h"

void finish(float *cells, int size)
{
    memcpy(cells, ((float *)hicuda_copy_of(cells, "copies-of-callers-finish.c:5: global copyout cells[*][*]")), sizeof(float) * size * size);
    free(hicuda_forget(cells, "copies-of-callers-finish.c:6: global free cells"));
}

// ==== copies-of-callers-step.c ====
#include "copies-of-callers.h"

#include "warploom_runtime.h"

// copies-of-callers-step.c:5: kernel relax_all
static inline void relax_all_iteration(float *restrict to, const float *restrict from, int size, int i)
{
    for (int j = 1; j < size - 1; j++)
        to[i * size + j] = (from[(i - 1) * size + j] + from[(i + 1) * size + j] + from[i * size + j - 1] + from[i * size + j + 1]) / 4;
}

static void relax_all(float *restrict to, const float *restrict from, int size)
{
    #pragma omp parallel for
    for (int i = 1; i < size - 1; i++)
        relax_all_iteration(to, from, size, i);
}

void relax(float *to, const float *from, int size)
{
    relax_all((float *)hicuda_copy_of(to, "copies-of-callers-step.c:5: kernel relax_all tblock(4, 4) thread(8, 8)"), (float *)hicuda_copy_of(from, "copies-of-callers-step.c:5: kernel relax_all tblock(4, 4) thread(8, 8)"), size);
}

// ==== copies-of-callers.c ====
//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/copies-of-callers-step.c parts/copies-of-callers-finish.c
//@ flags: -Iinclude
// The caller allocates, a function of another file computes, and a third
// copies out and releases. Pointers are swapped between the steps.
#include <stdio.h>
#include <stdlib.h>
#include "copies-of-callers.h"

float total;

#include "warploom_runtime.h"

int main(void)
{
    int n = 24;
    float *now = malloc(n * n * sizeof *now), *next = malloc(n * n * sizeof *next);
    for (int i = 0; i < n * n; i++)
        now[i] = next[i] = i % 7;
    float *d_now = hicuda_alloc(sizeof(float) * n * n, "copies-of-callers.c:20: global alloc now[*][*] copyin");
    hicuda_remember(now, 0, sizeof(float) * n * n, d_now, "copies-of-callers.c:20: global alloc now[*][*] copyin");
    memcpy(((float *)hicuda_copy_of(now, "copies-of-callers.c:20: global alloc now[*][*] copyin")), now, sizeof(float) * n * n);
    float *d_next = hicuda_alloc(sizeof(float) * n * n, "copies-of-callers.c:21: global alloc next[*][*] copyin");
    hicuda_remember(next, 0, sizeof(float) * n * n, d_next, "copies-of-callers.c:21: global alloc next[*][*] copyin");
    memcpy(((float *)hicuda_copy_of(next, "copies-of-callers.c:21: global alloc next[*][*] copyin")), next, sizeof(float) * n * n);
    for (int t = 0; t < 4; t++) {
        relax(next, now, n);
        float *other = now;
        now = next;
        next = other;
    }
    finish(now, n);
    free(hicuda_forget(next, "copies-of-callers.c:29: global free next"));
    for (int i = 0; i < n * n; i++)
        total += now[i];
    printf("%g %g\n", now[n + 1], total);
    free(now);
    free(next);
    return 0;
}

// ==== warploom_runtime.h ====
// What the translated files of this program share.
#ifndef WARPLOOM_RUNTIME_H
#define WARPLOOM_RUNTIME_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Device memory on a machine without a device: memory of its own. What was
// never copied in is filled with a pattern, so that a forgotten copy shows.
static inline void *hicuda_alloc(size_t bytes, const char *directive)
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
// Weak: every file has it, the program has one.
__attribute__((weak)) struct hicuda_copy {
    const char *host;
    size_t first, bytes;
    char *device;
    int is_there;
} hicuda_copies[1024];

static inline void hicuda_remember(const void *host, size_t first, size_t bytes, void *device, const char *directive)
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

// Weak: every file has it, the program has one.
__attribute__((weak)) struct hicuda_copy *hicuda_find(const void *host, const char *directive)
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
static inline void *hicuda_copy_of(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    return copy->device + ((const char *)host - copy->host) - copy->first;
}

static inline void *hicuda_forget(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    copy->is_there = 0;
    return copy->device;
}

#endif

