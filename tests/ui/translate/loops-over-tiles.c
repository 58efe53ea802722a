//@ emit: cuda
//@ run: cpu
// A loop over a section in shared or constant memory counts from where the
// section begins; where its index is used otherwise, that is added.
#include <stdio.h>

#define N 128
#define TILE 32

int a[N], b[N], c[N], weight[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i % 7;
        weight[i] = i % 5 - 2;
    }
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] clear
#pragma hicuda global alloc c[*] clear
    for (int first = 0; first < N; first += TILE) {
#pragma hicuda constant copyin weight[first:first+TILE-1]
#pragma hicuda kernel batch tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++) {
            for (int k = first; k < first + TILE; k++)
                b[i] += a[i] * weight[k] + k;
            // One that does not begin with the section stays as it is.
            for (int k = first + 1; k < first + TILE; k += 2)
                b[i] -= weight[k];
        }
#pragma hicuda kernel_end
#pragma hicuda constant remove weight
    }
#pragma hicuda kernel tiles tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int tile = 0; tile < N; tile += TILE) {
#pragma hicuda shared alloc a[tile:tile+TILE-1] copyin
#pragma hicuda barrier
            for (int j = tile; j < tile + TILE; j += 2)
                sum += a[j] * (j - i);
#pragma hicuda barrier
#pragma hicuda shared remove a
        }
        c[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global copyout c[*]
#pragma hicuda global free a b c
    for (int i = 0; i < N; i += 13)
        printf("%d %d\n", b[i], c[i]);
    return 0;
}
