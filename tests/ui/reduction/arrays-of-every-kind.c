//@ emit: cuda cpu
//@ run: cpu
// Operations, types and shapes of arrays that threads update together.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 3000

int key[N], value[N];
float weight[N];

// Floating-point sums are added up in a fixed order, a copy for each thread.
float sums[12];
// Two dimensions, several loops.
int pairs[5][7];
// No order matters to the largest, whatever the type.
float most[9];
long long least[9];
// Logical and bitwise ones.
int every[8], some[8];
unsigned bits[8], odd[8];
// Too large for shared memory.
int large[20000];
// Allowed to be combined in any order.
double products[4];

void count(int n, int size, int *flat)
{
#pragma hicuda shape flat[size]
#pragma hicuda global alloc flat[*] copyin
#pragma hicuda kernel by_pointer tblock(4) thread(96)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: flat[*])
    for (int i = 0; i < n; i++)
        flat[key[i] % size] += value[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout flat[*]
#pragma hicuda global free flat
}

int main(void)
{
    unsigned seed = 5;
    int n = N, total = 0, bins[11] = { 0 };
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        key[i] = seed >> 20;
        value[i] = (int)(seed >> 28) - 5;
        weight[i] = (float)(seed >> 24) / 4;
    }
    for (int k = 0; k < 9; k++) {
        most[k] = k == 3 ? 1000 : -1;
        least[k] = 2;
    }
    for (int k = 0; k < 8; k++) {
        every[k] = 5 * (k != 2);
        bits[k] = k;
    }
    products[0] = products[3] = 1;
#pragma hicuda global alloc key[*] copyin
#pragma hicuda global alloc value[*] copyin
#pragma hicuda global alloc weight[*] copyin
#pragma hicuda global alloc sums[*] copyin
#pragma hicuda global alloc pairs[*][*] copyin
#pragma hicuda global alloc most[*] copyin
#pragma hicuda global alloc least[*] copyin
#pragma hicuda global alloc every[*] copyin
#pragma hicuda global alloc some[*] copyin
#pragma hicuda global alloc bits[*] copyin
#pragma hicuda global alloc odd[*] copyin
#pragma hicuda global alloc large[*] copyin
#pragma hicuda global alloc products[*] copyin
#pragma hicuda kernel in_order tblock(5) thread(100)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: sums[*], total)
    for (int i = 0; i < n; i++) {
        sums[key[i] % 12] += weight[i];
        total += value[i];
    }
#pragma hicuda kernel_end
#pragma hicuda kernel by_pairs tblock(3, 2) thread(8, 16)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: pairs[*][*])
    for (int i = 0; i < 50; i++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < 60; j++)
            if (value[i * 60 + j] > 0)
                pairs[i % 5][key[i * 60 + j] % 7] -= value[i * 60 + j];
    }
#pragma hicuda kernel_end
#pragma hicuda kernel extremes tblock(3) thread(64)
#pragma hicuda loop_partition over_tblock over_thread reduction(max: most[*]) reduction(min: least[*])
    for (int i = 0; i < n; i++) {
        most[key[i] % 9] = fmaxf(most[key[i] % 9], weight[i]);
        if (value[i] < least[key[i] % 9])
            least[key[i] % 9] = value[i];
    }
#pragma hicuda kernel_end
#pragma hicuda kernel logic tblock(3) thread(64)
#pragma hicuda loop_partition over_tblock over_thread reduction(&&: every[*]) reduction(||: some[*]) reduction(|: bits[*]) reduction(^: odd[*])
    for (int i = 0; i < n / 4; i++) {
        every[key[i] % 8] = every[key[i] % 8] && value[i] < 9;
        if (value[i] > 8)
            some[key[i] % 8] = 1;
        bits[key[i] % 8] |= key[i];
        odd[key[i] % 8] ^= key[i];
    }
#pragma hicuda kernel_end
#pragma hicuda kernel in_place tblock(3) thread(64)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: large[*])
    for (int i = 0; i < n; i++)
        large[key[i]]++;
#pragma hicuda kernel_end
#pragma hicuda kernel in_any_order tblock(3) thread(64)
#pragma hicuda loop_partition over_tblock over_thread reduction(fast, *: products[*])
    for (int i = 0; i < 40; i++)
        products[key[i] % 4] *= value[i];
#pragma hicuda kernel_end
    count(n, 11, bins);
#pragma hicuda global copyout large[*]
#pragma hicuda global copyout sums[*]
#pragma hicuda global copyout pairs[*][*]
#pragma hicuda global copyout most[*]
#pragma hicuda global copyout least[*]
#pragma hicuda global copyout every[*]
#pragma hicuda global copyout some[*]
#pragma hicuda global copyout bits[*]
#pragma hicuda global copyout odd[*]
#pragma hicuda global copyout products[*]
#pragma hicuda global free key value weight sums pairs most least every some bits odd large products
    printf("%d\n", total);
    for (int k = 0; k < 8; k++) {
        printf("%g %g %lld %d %d", sums[k], most[k], least[k], every[k], some[k]);
        printf(" %u %u %d %d %g\n", bits[k], odd[k], large[k], bins[k], products[k % 4]);
    }
    for (int k = 0; k < 35; k++)
        printf("%d ", pairs[k / 7][k % 7]);
    printf("\n");
    return 0;
}
