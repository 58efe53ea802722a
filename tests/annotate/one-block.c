// annotate: --force
// Steps that are over before a launch would have begun: one block runs all of them.
#include <stdio.h>

enum { N = 900, SIDE = 40, LARGE = 100000 };

static float a[N], b[N], plate[SIDE][SIDE], next[SIDE][SIDE], far[LARGE], near[LARGE];

// Its ends are set by the first thread.
static void ring(int steps)
{
    for (int t = 0; t < steps; t++) {
        a[0] = a[N - 2];
        a[N - 1] = a[1];
        for (int i = 1; i < N - 1; i++)
            b[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
        for (int i = 1; i < N - 1; i++)
            a[i] = b[i];
    }
}

// Two dimensions of threads.
static void heat(int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < SIDE - 1; i++)
            for (int j = 1; j < SIDE - 1; j++)
                next[i][j] = 0.25f * (plate[i - 1][j] + plate[i + 1][j] + plate[i][j - 1] + plate[i][j + 1]);
        for (int i = 1; i < SIDE - 1; i++)
            for (int j = 1; j < SIDE - 1; j++)
                plate[i][j] = next[i][j];
    }
}

// Each step needs a sum of the last one.
static void scaled(int steps)
{
    for (int t = 0; t < steps; t++) {
        int sum = 0;
        for (int i = 0; i < N; i++)
            sum += (int)a[i];
        float by = sum % 2 ? 1.5f : 0.5f;
        for (int i = 0; i < N; i++)
            a[i] = a[i] * by + 1;
    }
}

// Too much for one block.
static void wide(int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < LARGE - 1; i++)
            near[i] = 0.5f * (far[i - 1] + far[i + 1]);
        for (int i = 1; i < LARGE - 1; i++)
            far[i] = near[i];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (float)(i % 13);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            plate[i][j] = (float)((i * j) % 17);
    for (int i = 0; i < LARGE; i++)
        far[i] = (float)(i % 5);
    ring(50);
    heat(20);
    scaled(7);
    wide(3);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 3);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            sum += plate[i][j];
    printf("%.3f %.3f\n", sum, far[77]);
    return 0;
}
