//@ run: cpu
// Every element is written before it is used: member by member, in two loops, by rows and columns of one
// subscript, in a triangle, in what is called. Nothing is copied that was not asked for, and nothing is said.
#include <stdio.h>
#include <stdlib.h>
struct pair { int low; struct { int a, b; } high; };
struct pair pairs[64];
int twice[64], lower[16][16];

static void fill(int h, int w, int *flat)
{
#pragma hicuda global alloc flat[0:h*w-1]
#pragma hicuda kernel rows tblock(2, 2) thread(4, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < h; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < w; j++)
            flat[i * w + j] = i - j;
#pragma hicuda kernel_end
#pragma hicuda global copyout flat[0:h*w-1]
#pragma hicuda global free flat
}

int main(void)
{
    int h = 5, w = 12, *flat = malloc(h * w * sizeof *flat);
    fill(h, w, flat);
#pragma hicuda global alloc pairs[*]
#pragma hicuda global alloc twice[*]
#pragma hicuda global alloc lower[*][*]
#pragma hicuda kernel all tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        pairs[i].low = i;
        pairs[i].high.a = pairs[i].low + 1;
        pairs[i].high.b = pairs[i].high.a + 1;
        twice[i] = i;
        twice[i] = 2 * twice[i];
    }
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 16; i++) {
        for (int j = 0; j <= i; j++)
            lower[i][j] = j;
        for (int j = 1; j <= i; j++)
            lower[i][j] += lower[i][j - 1];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout pairs[*]
#pragma hicuda global copyout twice[*]
#pragma hicuda global copyout lower[*][*]
#pragma hicuda global free pairs twice lower
    int sum = 0;
    for (int i = 0; i < 16; i++)
        for (int j = 0; j <= i; j++)
            sum += lower[i][j];
    for (int i = 0; i < h; i++)
        sum += flat[i * w + i];
    printf("%d %d %d %d\n", sum, pairs[7].high.b, twice[9], flat[h * w - 1]);
    return 0;
}
