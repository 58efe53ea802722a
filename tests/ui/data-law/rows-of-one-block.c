// The rows behind pointers may be parts of one block, which the host reads by another name.
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int h = 6, w = 16;
    float **b = malloc(h * sizeof *b), *block = malloc(h * w * sizeof *block);
    for (int i = 0; i < h; i++) {
        b[i] = block + i * w;
        for (int j = 0; j < w; j++)
            b[i][j] = i + j;
    }
#pragma hicuda shape b[h][w]
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda kernel twice tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < h; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < w; j++)
            b[i][j] *= 2;
#pragma hicuda kernel_end
#pragma hicuda global free b
    printf("%g\n", block[5]); //~ E0640 `b`
    return 0;
}
