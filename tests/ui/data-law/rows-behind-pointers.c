// Rows behind pointers keep the law as one array does.
#include <stdio.h>
#include <stdlib.h>
static void doubled(float **rows, int h, int w)
{
#pragma hicuda kernel twice tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < h; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < w; j++)
            rows[i][j] *= 2;
#pragma hicuda kernel_end
}
int main(void)
{
    int h = 6, w = 16;
    float **a = malloc(h * sizeof *a), **b = malloc(h * sizeof *b);
    for (int i = 0; i < h; i++) {
        a[i] = malloc(w * sizeof **a);
        b[i] = malloc(w * sizeof **b);
        for (int j = 0; j < w; j++)
            a[i][j] = b[i][j] = i + j;
    }
#pragma hicuda shape a[h][w] b[h][w]
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
    doubled(a, h, w);
    doubled(b, h, w);
#pragma hicuda global copyout a[1:h-1][*]
#pragma hicuda global free a b
    printf("%g %g\n", a[3][3], a[0][2]); //~ E0640 `a`
    return 0;
}
