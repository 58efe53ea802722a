//@ emit: cuda
//@ run: cpu h200
// Loops that read along an array, of any type and length: whole vectors and what is left.
#include <stdio.h>

#define N 9973

signed char bytes[N];
short shorts[N];
double doubles[N];
int keys[N];
float weights[N];
int hist[10];

int main(void)
{
    static const int lengths[] = { 0, 1, 3, 15, 16, 17, 1000, 4096, N };
    for (int i = 0; i < N; i++) {
        bytes[i] = i * 7 % 41 - 20;
        shorts[i] = i * 13 % 301 - 150;
        doubles[i] = i % 9 * 0.25;
        keys[i] = i * 31 % 10;
        weights[i] = i % 5;
    }
#pragma hicuda global alloc bytes[*] copyin
#pragma hicuda global alloc shorts[*] copyin
#pragma hicuda global alloc doubles[*] copyin
#pragma hicuda global alloc keys[*] copyin
#pragma hicuda global alloc weights[*] copyin
#pragma hicuda global alloc hist[*] copyin
    for (int k = 0; k < 9; k++) {
        int n = lengths[k], sum = 0, most = -1000, position = 0;
        double total = 0, weighted = 0;
#pragma hicuda kernel narrow tblock(3) thread(40)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread reduction(+: sum, position) reduction(max: most)
        for (int i = 0; i < n; i++) {
            sum += bytes[i];
            if (shorts[i] > most)
                most = shorts[i];
            position += i % 3;
        }
#pragma hicuda kernel_end
#pragma hicuda kernel wide tblock(2) thread(33)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread reduction(+: total, weighted)
        for (long i = 0; i < n; i++) {
            total += doubles[i];
            weighted += doubles[i] * weights[i];
        }
#pragma hicuda kernel_end
#pragma hicuda kernel found tblock(2) thread(64)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread reduction(+: hist[*])
        for (int i = 0; i < n; i++)
            if (weights[i] > 1)
                hist[keys[i]] += i % 2;
#pragma hicuda kernel_end
        printf("%d: %d %d %d %g %g\n", n, sum, most, position, total, weighted);
    }
#pragma hicuda global copyout hist[*]
#pragma hicuda global free bytes shorts doubles keys weights hist
    for (int k = 0; k < 10; k++)
        printf("%d ", hist[k]);
    printf("\n");
    return 0;
}
