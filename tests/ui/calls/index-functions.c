//@ emit: cuda cpu
//@ run: cpu
// Subscripts that a function computes are known to the last element.
#include <stdio.h>
#include <stdlib.h>

#define W 16
#define H 12

static inline int at(int row, int column)
{
    return row * W + column;
}

static int right_of(int row, int column) { return at(row, column) + 1; }

int main(void)
{
    int *image = malloc(W * H * sizeof *image), *edge = calloc(W * H, sizeof *edge);
    for (int k = 0; k < W * H; k++)
        image[k] = k * k % 31;
#pragma hicuda shape image[H][W] edge[H][W]
#pragma hicuda global alloc image[*][*] copyin
#pragma hicuda global alloc edge[*][*] clear
#pragma hicuda kernel edges tblock(3,2) thread(4,8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int y = 0; y < H; y++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int x = 0; x < W - 1; x++)
            edge[at(y, x)] = image[right_of(y, x)] - image[at(y, x)];
#pragma hicuda kernel_end
#pragma hicuda global copyout edge[*][*]
#pragma hicuda global free image edge
    int total = 0;
    for (int k = 0; k < W * H; k++)
        total += edge[k] * (k % 9);
    printf("%d\n", total);
    free(image);
    free(edge);
    return 0;
}
