// A random image and mask, and some of the sums in double precision.
#include "../harness.h"
#include "template.h"

static int is_on(unsigned *seed)
{
    return uniform(seed, 0, 1) < 0.8f;
}

int main(void)
{
    float (*image)[SIZE] = room(SIZE, sizeof *image), (*th)[PLACES] = room(PLACES, sizeof *th);
    int (*mask)[SIDE] = room(SIDE, sizeof *mask), on = 0;
    unsigned seed = 7;

    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            image[i][j] = uniform(&seed, 0, 256);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            on += mask[i][j] = is_on(&seed);
    const float scale = 1.0f / (on + 1), bias = 100;
    match(image, mask, th, scale, bias);

    if (is_only_timed())
        return 0;
    struct error e = { 0 };
    for (int m = 0; m < PLACES; m += 7)
        for (int n = m % 13; n < PLACES; n += 13) {
            double sum = 0;
            for (int i = 0; i < SIDE; i++)
                for (int j = 0; j < SIDE; j++)
                    if (mask[i][j])
                        sum += image[i + m][j + n];
            compare(&e, sum * scale - bias, th[m][n]);
        }
    return verdict("template", e, 1e-3);
}
