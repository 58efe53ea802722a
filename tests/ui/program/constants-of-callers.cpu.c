// ==== constants-of-callers-look.c ====
// Kernels that read constants of a caller in another file.
int offsets[4] = { 3, 1, 4, 1 };

#include "warploom_runtime.h"

static int c_offsets[4];

void set_offsets_of_look(const void *host)
{
    memcpy(c_offsets, host, sizeof c_offsets);
}

static float c_t[16];

void set_t_of_look(const void *host)
{
    memcpy(c_t, host, sizeof c_t);
}

// constants-of-callers-look.c:6: kernel shift
static void shift(float *restrict r, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        r[i] += c_t[(i + c_offsets[i % 4]) % 16];
}

static void shifted(const float *values, float *r, int n)
{
    shift((float *)hicuda_copy_of(r, "constants-of-callers-look.c:6: kernel shift tblock(4) thread(16)"), n);
}

// constants-of-callers-look.c:16: kernel far
static void far(float *restrict r, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        r[i] += c_t[15 - i % 16];
}

void look(const float *t, float *r, int n)
{
    shifted(t, r, n);
    far((float *)hicuda_copy_of(r, "constants-of-callers-look.c:16: kernel far tblock(4) thread(16)"), n);
}

// ==== constants-of-callers.c ====
//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/constants-of-callers-look.c
// Constants that callers fill, in functions of this file and of another.
#include <stdio.h>

float table[16];
extern int offsets[4];

void look(const float *t, float *r, int n);

#include "warploom_runtime.h"

static float c_table[16];

// constants-of-callers.c:14: kernel near
static void near(float *restrict r, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        r[i] = c_table[i % 16];
}

static void here(const float *t, float *r, int n)
{
    near((float *)hicuda_copy_of(r, "constants-of-callers.c:14: kernel near tblock(4) thread(16)"), n);
}

static int c_offsets[4];
void set_t_of_look(const void *host);
void set_offsets_of_look(const void *host);

int main(void)
{
    float r[64], total = 0;
    for (int i = 0; i < 16; i++)
        table[i] = i * i;
    float *d_r = hicuda_alloc(sizeof r, "constants-of-callers.c:26: global alloc r[*]");
    hicuda_remember(r, 0, sizeof r, d_r, "constants-of-callers.c:26: global alloc r[*]");
    memcpy(c_table, table, sizeof table);
    set_t_of_look(table);
    memcpy(c_offsets, offsets, sizeof offsets);
    set_offsets_of_look(offsets);
    here(table, r, 64);
    look(table, r, 64);
    memcpy(r, d_r, sizeof r);
    free(d_r);
    hicuda_forget(r, "constants-of-callers.c:32: global free r");
    for (int i = 0; i < 64; i++)
        total += r[i] * (i + 1);
    printf("%g\n", total);
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

