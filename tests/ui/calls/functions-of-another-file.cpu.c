// ==== functions-of-another-file.c ====
//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/spring.c
//@ flags: -Iinclude
// Functions of another file, with the types, tables and variables they need.
#include <stdio.h>
#include "spring.h"

#define N 32

float x[N], force[N], moved[N];
int frozen = 7;

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

// functions-of-another-file.c:22: kernel forces
static void forces(const float *restrict x, float *restrict force, spring s)
{
    #pragma omp parallel for firstprivate(s)
    for (int i = 1; i < N - 1; i++)
        force[i] = pull(&s, x, i, LEFT) + pull(&s, x, i, RIGHT);
}

struct window {
    int first;
    int last;
};

static const float damping_device[4] = {1.0f, 0.5f, 0.25f, 0.125f};

static const int first = 4;

static int is_in_device(struct window w, int i)
{
    return w.first <= i && i <= w.last;
}

static float damped_motion(int i, int frozen, const float *force)
{
    struct window w = {first, 20};
    return i == frozen ? 0 : force[i] * (is_in_device(w, i) ? damping_device[i % 4] : 1);
}

// functions-of-another-file.c:27: kernel motion
static void motion(const float *restrict force, float *restrict moved, const float *restrict x, int frozen)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        moved[i] = x[i] + damped_motion(i, frozen, force);
}

int main(void)
{
    spring s = {0.5f, 2};
    for (int i = 0; i < N; i++)
        x[i] = i * 0.75f + i % 3;
    float *d_x = hicuda_alloc(sizeof x, "functions-of-another-file.c:19: global alloc x[*] copyin");
    memcpy(d_x, x, sizeof x);
    float *d_force = hicuda_alloc(sizeof force, "functions-of-another-file.c:20: global alloc force[*] clear");
    memset(d_force, 0, sizeof force);
    float *d_moved = hicuda_alloc(sizeof moved, "functions-of-another-file.c:21: global alloc moved[*]");
    forces(d_x, d_force, s);
    motion(d_force, d_moved, d_x, frozen);
    memcpy(force, d_force, sizeof force);
    memcpy(moved, d_moved, sizeof moved);
    free(d_x);
    free(d_force);
    free(d_moved);
    float total = damped(5);
    for (int i = 0; i < N; i++)
        total += moved[i] * (i + 1);
    printf("%g\n", total);
    return 0;
}

// ==== spring.c ====
#include "spring.h"

struct window { int first, last; };
static const int first = 4;
static const float damping[4] = {1.0f, 0.5f, 0.25f, 0.125f};

static int is_in(struct window w, int i)
{
    return w.first <= i && i <= w.last;
}

float pull(const spring *s, const float *x, int i, enum side side)
{
    int other = side == LEFT ? i - 1 : i + 1;
    float length = x[other] > x[i] ? x[other] - x[i] : x[i] - x[other];
    return (length - s->rest) * s->stiffness * (side == RIGHT ? 1 : -1);
}

float damped(int i)
{
    struct window w = {first, 20};
    return i == frozen ? 0 : force[i] * (is_in(w, i) ? damping[i % 4] : 1);
}

