// What the eight plain loops share: their size, their numbers, and a few numbers of the result.
#ifndef LOOPS_H
#define LOOPS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The first argument, or a small size.
static inline int size(int argc, char **argv, int small)
{
    return argc > 1 ? atoi(argv[1]) : small;
}

// Numbers between 0.5 and 1.5.
static inline float *filled(size_t count)
{
    float *numbers = malloc(count * sizeof *numbers);
    if (!numbers) {
        fprintf(stderr, "no memory for %zu numbers\n", count);
        exit(2);
    }
    unsigned seed = 12345;
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        numbers[i] = 0.5f + (float)(seed >> 8) / 16777216.0f;
    }
    return numbers;
}

// Sums may be added up in another order: four digits.
static inline void print(const float *numbers, size_t count)
{
    size_t step = count < 8 ? 1 : count / 8;
    for (size_t i = 0; i < count; i += step)
        printf("%s%.4g", i ? " " : "", numbers[i]);
    printf("\n");
}

#endif
