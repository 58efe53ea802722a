// Inputs that are the same on every machine, and the verdict that every
// benchmark ends with.
#ifndef HARNESS_H
#define HARNESS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// A linear congruential generator; its upper 24 bits.
static inline float uniform(unsigned *seed, float low, float high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (float)(*seed >> 8) / (1 << 24);
}

// Memory for `count` elements, or the end of the program.
static inline void *room(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory) {
        fprintf(stderr, "no memory for %zu elements\n", count);
        exit(2);
    }
    return memory;
}

// Under the kit's timer launches are repeated, and what they add up to is not
// meant to be right.
static inline int is_only_timed(void)
{
    return getenv("LAUNCH_TIMES") != NULL;
}

// The largest difference from the reference so far, and its scale.
struct error {
    double difference, scale;
};

static inline void compare(struct error *e, double expected, double actual)
{
    double difference = fabs(expected - actual);
    // A result that is not a number must not pass.
    if (!(difference <= e->difference))
        e->difference = difference == difference ? difference : INFINITY;
    if (fabs(expected) > e->scale)
        e->scale = fabs(expected);
}

// Prints the error relative to the largest value; the status of the program.
static inline int verdict(const char *name, struct error e, double allowed)
{
    double relative = e.difference / (e.scale > 0 ? e.scale : 1);
    int good = relative <= allowed;
    printf("%s: %s, error %.1e of %.1e allowed\n", name, good ? "correct" : "WRONG", relative, allowed);
    return good ? 0 : 1;
}

#endif
