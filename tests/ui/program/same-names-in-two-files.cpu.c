// ==== same-names-in-two-files.c ====
//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/same-names-second.c parts/same-names-plain.c
//@ flags: -Iinclude
// Static functions and constants of one name in two files; a third
// file has no directive and passes through as it is.
#include <stdio.h>
#include "same-names.h"

static float change(float x) { return x + 1; }

static const float weight[4] = { 1, 2, 3, 4 };

#include "warploom_runtime.h"

static float c_weight[4];

// same-names-in-two-files.c:20: kernel apply
static void apply(float *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < LENGTH; i++)
        a[i] = change(a[i]) * c_weight[i % 4];
}

int main(void)
{
    float a[LENGTH];
    fill(a, LENGTH);
    float *d_a = hicuda_alloc(sizeof a, "same-names-in-two-files.c:18: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    memcpy(c_weight, weight, sizeof weight);
    apply(d_a);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    second(a);
    printf("%g %g %g\n", a[0], a[1], a[LENGTH - 1]);
    return 0;
}

// ==== same-names-plain.c ====
#include "same-names.h"

void fill(float *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = (float)i / 2;
}

// ==== same-names-second.c ====
#include "same-names.h"

static float change(float x) { return x * 10; }

static const float weight[4] = { 1, 0, 1, 0 };

#include "warploom_runtime.h"

static float c_weight[4];

// same-names-second.c:11: kernel apply_again
static void apply_again(float *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < LENGTH; i++)
        a[i] = change(a[i]) + c_weight[i % 4];
}

void second(float *a)
{
    float *d_a = hicuda_alloc(sizeof(float) * 64, "same-names-second.c:9: global alloc a[0:LENGTH-1] copyin");
    memcpy(d_a, a, sizeof(float) * 64);
    memcpy(c_weight, weight, sizeof weight);
    apply_again(d_a);
    memcpy(a, d_a, sizeof(float) * 64);
    free(d_a);
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

#endif

