// annotate: --force --steps 1
// The search may take one step: arrays of the file are copied around each kernel, and nobody asks whether
// they could stay on the device or where memory of `malloc` could have its copy. The report says so.
#include <stdio.h>
#include <stdlib.h>

#define N 1000

float now[N], next[N];

int main(void)
{
    int n = N;
    float *weight = malloc(n * sizeof *weight);
    for (int i = 0; i < n; i++)
        weight[i] = 0.5f + i % 3;
    for (int i = 0; i < N; i++)
        now[i] = i % 7;
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < N - 1; i++)
            next[i] = (now[i - 1] + now[i + 1]) * 0.5f;
        for (int i = 1; i < N - 1; i++)
            now[i] = next[i];
    }
    printf("%g %g\n", now[N / 2], weight[N / 2]);
    free(weight);
    return 0;
}
