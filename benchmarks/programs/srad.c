// Speckle out of an ultrasound image: diffusion that stops at edges.
#include <math.h>
#include <stdio.h>

#ifndef ROWS
#define ROWS 60
#define COLUMNS 52
#endif

static float image[ROWS][COLUMNS], north[ROWS][COLUMNS], south[ROWS][COLUMNS], west[ROWS][COLUMNS],
    east[ROWS][COLUMNS], coefficient[ROWS][COLUMNS];

static float speckle(void)
{
    float sum = 0, squares = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            float value = image[i][j];
            sum += value;
            squares += value * value;
        }
    float mean = sum / (ROWS * COLUMNS);
    float variance = squares / (ROWS * COLUMNS) - mean * mean;
    return variance / (mean * mean);
}

static void diffuse(float q0, float lambda)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            float here = image[i][j];
            float dn = image[i > 0 ? i - 1 : 0][j] - here;
            float ds = image[i < ROWS - 1 ? i + 1 : ROWS - 1][j] - here;
            float dw = image[i][j > 0 ? j - 1 : 0] - here;
            float de = image[i][j < COLUMNS - 1 ? j + 1 : COLUMNS - 1] - here;
            float gradient = (dn * dn + ds * ds + dw * dw + de * de) / (here * here);
            float laplacian = (dn + ds + dw + de) / here;
            float numerator = 0.5f * gradient - laplacian * laplacian / 16.0f;
            float denominator = 1 + 0.25f * laplacian;
            float q = numerator / (denominator * denominator);
            float c = 1.0f / (1.0f + (q - q0) / (q0 * (1 + q0)));
            coefficient[i][j] = c < 0 ? 0 : c > 1 ? 1 : c;
            north[i][j] = dn;
            south[i][j] = ds;
            west[i][j] = dw;
            east[i][j] = de;
        }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            float here = coefficient[i][j];
            float below = coefficient[i < ROWS - 1 ? i + 1 : ROWS - 1][j];
            float right = coefficient[i][j < COLUMNS - 1 ? j + 1 : COLUMNS - 1];
            float divergence = here * north[i][j] + below * south[i][j] + here * west[i][j] + right * east[i][j];
            image[i][j] += 0.25f * lambda * divergence;
        }
}

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            image[i][j] = expf((float)((i * 13 + j * 7) % 29) / 29.0f);
    for (int t = 0; t < 5; t++)
        diffuse(speckle(), 0.5f);
    printf("%.5g %.5g %.5g\n", image[0][0], image[ROWS / 2][COLUMNS / 3], speckle());
    return 0;
}
