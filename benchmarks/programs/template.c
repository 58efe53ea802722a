// A template held against every place of an image: the pixels under its mask are added up, then scaled.
#include <stdio.h>
#include <stdlib.h>

static void convolve(int size, int side, const float *image, const int *mask, float *th)
{
    int places = size - side + 1;

    for (int m = 0; m < places; m++)
        for (int n = 0; n < places; n++) {
            th[m * places + n] = 0;
            for (int i = 0; i < side; i++)
                for (int j = 0; j < side; j++)
                    if (mask[i * side + j] != 0)
                        th[m * places + n] += image[(i + m) * size + j + n];
        }
}

static void scale(int places, float *th, float bright, float bias)
{
    for (int m = 0; m < places; m++)
        for (int n = 0; n < places; n++)
            th[m * places + n] = th[m * places + n] * bright - bias;
}

int main(int argc, char **argv)
{
    int size = argc > 1 ? atoi(argv[1]) : 96, side = argc > 2 ? atoi(argv[2]) : 8, places = size - side + 1, bright = 0;
    double sum = 0;
    if (side < 1 || places < 1)
        return 1;
    float *image = malloc(sizeof(float) * size * size), *th = malloc(sizeof(float) * places * places);
    int *mask = malloc(sizeof(int) * side * side);
    if (!image || !th || !mask)
        return 1;
    for (int i = 0; i < size * size; i++)
        image[i] = (float)(i * 7 % 256);
    for (int i = 0; i < side * side; i++) {
        mask[i] = i % 5 != 0;
        bright += mask[i];
    }
    convolve(size, side, image, mask, th);
    scale(places, th, 1.0f / (bright + 1), 100);
    for (int i = 0; i < places * places; i++)
        sum += th[i] * (1 + i % 3);
    printf("template %.5g\n", sum);
    free(image);
    free(th);
    free(mask);
    return 0;
}
