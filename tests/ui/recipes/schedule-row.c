//@ run: cpu sim
//@ emit: cuda
// Elimination by rows: those before the pivot's see it as it was, those after it as it becomes. Three kernels in a round.
#include <stdio.h>

#define N 24

static float a[N][N];

static void eliminate(void)
{
#pragma hicuda schedule((k, (i >= k) + (i > k), [i], [j]))
    for (int k = 0; k < N; k++) {
#pragma hicuda kernel elimination thread(4, 32)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                a[i][j] = i == k ? a[k][j] * 0.5f : a[i][j] - a[k][j] * 0.25f;
#pragma hicuda kernel_end
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 5 + j * 3) % 11;
#pragma hicuda global alloc a[*][*] copyin
    eliminate();
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += a[i][j] * (i + 2 * j);
    printf("%.3f\n", sum);
    return 0;
}
