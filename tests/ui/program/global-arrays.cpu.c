// ==== global-arrays-update.c ====
#include "global-arrays.h"

#include "warploom_runtime.h"

// global-arrays-update.c:5: kernel add
static void add(int (*restrict cells)[20], const int *restrict limit, int by)
{
    #pragma omp parallel for collapse(2)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            if (cells[i][j] < *limit)
                cells[i][j] += by;
        }
}

void update(int by)
{
    add((int (*)[20])hicuda_copy_of(cells, "global-arrays-update.c:5: kernel add tblock(ROWS) thread(COLUMNS)"), (int *)hicuda_copy_of(&limit, "global-arrays-update.c:5: kernel add tblock(ROWS) thread(COLUMNS)"), by);
}

// ==== global-arrays.c ====
//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/global-arrays-update.c
//@ flags: -Iinclude
// Arrays and a counter at file level: allocated in one function, used in
// functions of both files, through one that has no word for them.
#include <stdio.h>
#include "global-arrays.h"

int cells[ROWS][COLUMNS];
int limit = 5;
static int seen[ROWS];

#include "warploom_runtime.h"

// global-arrays.c:16: kernel count_rows
static inline void count_rows_iteration(const int (*restrict cells)[20], const int *restrict limit, int *restrict seen, int i)
{
    {
        int seen_sum = 0;
        for (int j = 0; j < COLUMNS; j++) {
            if (cells[i][j] > *limit)
                seen_sum++;
        }
        seen[i] = seen_sum;
    }
}

static void count_rows(const int (*restrict cells)[20], const int *restrict limit, int *restrict seen)
{
    #pragma omp parallel for
    for (int i = 0; i < ROWS; i++)
        count_rows_iteration(cells, limit, seen, i);
}

static void count(void)
{
    count_rows((int (*)[20])hicuda_copy_of(cells, "global-arrays.c:16: kernel count_rows tblock(2) thread(8)"), (int *)hicuda_copy_of(&limit, "global-arrays.c:16: kernel count_rows tblock(2) thread(8)"), (int *)hicuda_copy_of(seen, "global-arrays.c:16: kernel count_rows tblock(2) thread(8)"));
}

static void once(void)
{
    update(3);
    count();
}

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            cells[i][j] = (i * 7 + j * 3) % 11;
    int (*d_cells)[20] = hicuda_alloc(sizeof cells, "global-arrays.c:38: global alloc cells[*][*] copyin");
    hicuda_remember(cells, 0, sizeof cells, d_cells, "global-arrays.c:38: global alloc cells[*][*] copyin");
    memcpy(d_cells, cells, sizeof cells);
    int *d_seen = hicuda_alloc(sizeof seen, "global-arrays.c:39: global alloc seen[*]");
    hicuda_remember(seen, 0, sizeof seen, d_seen, "global-arrays.c:39: global alloc seen[*]");
    int *d_limit = hicuda_alloc(sizeof limit, "global-arrays.c:40: global alloc limit copyin");
    hicuda_remember(&limit, 0, sizeof limit, d_limit, "global-arrays.c:40: global alloc limit copyin");
    memcpy(d_limit, &limit, sizeof limit);
    once();
    once();
    memcpy(seen, d_seen, sizeof seen);
    memcpy(cells, d_cells, sizeof cells);
    free(d_cells);
    hicuda_forget(cells, "global-arrays.c:45: global free cells seen limit");
    free(d_seen);
    hicuda_forget(seen, "global-arrays.c:45: global free cells seen limit");
    free(d_limit);
    hicuda_forget(&limit, "global-arrays.c:45: global free cells seen limit");
    int sum = 0;
    for (int i = 0; i < ROWS; i++)
        sum = sum * 3 + seen[i];
    printf("%d %d\n", sum, cells[2][3]);
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

