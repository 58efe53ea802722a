//@ run: cpu
//@ also: parts/image-filters.c parts/image-edges.c parts/image-levels.c
//@ flags: -Iinclude
// An image goes through filters, each in a file of its own with data directives of its own.
#include <stdio.h>
#include <stdlib.h>
#include "image.h"

image *image_new(int w, int h)
{
    image *img = malloc(sizeof *img);
    img->dim.width = w;
    img->dim.height = h;
    img->data = malloc(w * h);
    return img;
}

int main(void)
{
    unsigned hist[256];
    image *a = image_new(67, 43), *b = image_new(67, 43), *t;
    int n = a->dim.width * a->dim.height;
    for (int i = 0; i < n; i++)
        a->data[i] = (i * 7 + i * i / 31) % 256;
    make_gauss(3);
    blur_rows(a, b, 3);
    blur_columns(b, a, 3);
    sobel(a, b);
    t = a; a = b; b = t;
    histogram(a, hist);
    threshold(a, otsu(hist, n));
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 31 + a->data[i];
    printf("checksum %u\n", sum);
    return 0;
}
