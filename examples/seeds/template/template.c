// A template held against every place of an image, as the lecture on memory hierarchies has it: sequential C, without
// a directive. `warploom annotate` writes those that run it on a GPU.
#include <stdio.h>
#include <stdlib.h>

#ifndef IMAGE_NROWS
#define IMAGE_NROWS 96
#define IMAGE_NCOLS 112
#define TEMPLATE_NROWS 8
#define TEMPLATE_NCOLS 8
#endif

#define NROWS (IMAGE_NROWS - TEMPLATE_NROWS + 1)
#define NCOLS (IMAGE_NCOLS - TEMPLATE_NCOLS + 1)

static float image[IMAGE_NROWS][IMAGE_NCOLS], th[NROWS][NCOLS];
static int mask[TEMPLATE_NROWS][TEMPLATE_NCOLS];

static void convolve(float bc, float bias)
{
    int i, j, m, n;

    for (m = 0; m < NROWS; m++)
        for (n = 0; n < NCOLS; n++)
            th[m][n] = 0;
    /* the pixels under the mask, added up at each place */
    for (m = 0; m < NROWS; m++) {
        for (n = 0; n < NCOLS; n++) {
            for (i = 0; i < TEMPLATE_NROWS; i++) {
                for (j = 0; j < TEMPLATE_NCOLS; j++) {
                    if (mask[i][j] != 0) {
                        th[m][n] += image[i + m][j + n];
                    }
                }
            }
        }
    }
    /* scaled by the bright pixels, less the bias */
    for (m = 0; m < NROWS; m++)
        for (n = 0; n < NCOLS; n++)
            th[m][n] = th[m][n] * bc - bias;
}

int main(void)
{
    int bright = 0;
    double sum = 0;

    for (int i = 0; i < IMAGE_NROWS; i++)
        for (int j = 0; j < IMAGE_NCOLS; j++)
            image[i][j] = (i * 7 + j * 13) % 256;
    for (int i = 0; i < TEMPLATE_NROWS; i++)
        for (int j = 0; j < TEMPLATE_NCOLS; j++) {
            mask[i][j] = (i * TEMPLATE_NCOLS + j) % 5 != 0;
            bright += mask[i][j];
        }
    convolve(1.0f / (bright + 1), 100);
    for (int m = 0; m < NROWS; m++)
        for (int n = 0; n < NCOLS; n++)
            sum += th[m][n] * (1 + (m + n) % 3);
    printf("template %.6g\n", sum);
    return 0;
}
