// Right in C, and not in C++.
#include <stdlib.h>

static inline float *room(size_t count)
{
    float *numbers = calloc(count, sizeof *numbers);
    return numbers;
}
