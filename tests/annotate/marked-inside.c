// annotate:
// The mark is at the inner loop: no kernel is made around it, though one could be.
#include <stdio.h>

#define N 64

float a[N][N];

int main(void)
{
    for (int i = 0; i < N; i++) {
#pragma hicuda kernel row
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < N; j++)
            a[i][j] = i * j % 7;
#pragma hicuda kernel_end
    }
    float sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i][i];
    printf("%.0f\n", sum);
    return 0;
}
