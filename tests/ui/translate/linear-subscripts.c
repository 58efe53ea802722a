//@ emit: cuda cpu
//@ run: cpu
// With a shape, `p[i * w + j]` is a two-dimensional access, also in parts.
#include <stdio.h>
#include <stdlib.h>

static void fill(int *p, int h, int w)
{
#pragma hicuda shape p[h][w]
#pragma hicuda global alloc p[1:h-1][*] copyin
#pragma hicuda kernel number tblock(h - 1) thread(16)
#pragma hicuda loop_partition over_tblock
    for (int i = 1; i < h; i++) {
        int base = i * w;
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < w; j++) {
            int at = base + j;
            p[at] = p[i * w + j] + at;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout p[1:h-1][*]
#pragma hicuda global free p
}

int main(void)
{
    int *p = calloc(6 * 20, sizeof *p);
    fill(p, 6, 20);
    printf("%d %d %d\n", p[0], p[20], p[119]);
    free(p);
    return 0;
}
