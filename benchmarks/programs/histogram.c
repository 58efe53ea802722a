// How often each brightness occurs in an image, and the image with all of them equally often.
#include <stdio.h>
#include <stdlib.h>

#define LEVELS 256

static unsigned histogram[LEVELS];
static unsigned char mapped[LEVELS];

int main(int argc, char **argv)
{
    int width = argc > 1 ? atoi(argv[1]) : 100, height = width * 3 / 4, pixels = width * height;
    unsigned char *image = malloc(pixels), *even = malloc(pixels);
    if (!image || !even)
        return 1;
    for (int i = 0; i < pixels; i++)
        image[i] = (unsigned char)(i * i % 251 / 2);
    for (int i = 0; i < pixels; i++)
        histogram[image[i]]++;
    unsigned below = 0;
    for (int level = 0; level < LEVELS; level++) {
        below += histogram[level];
        mapped[level] = (unsigned char)((unsigned long long)below * (LEVELS - 1) / (unsigned)pixels);
    }
    for (int i = 0; i < pixels; i++)
        even[i] = mapped[image[i]];
    unsigned hash = 0;
    for (int i = 0; i < pixels; i++)
        hash = hash * 31 + even[i];
    printf("%u %u %u\n", hash, histogram[0], histogram[100]);
    free(image);
    free(even);
    return 0;
}
