//@ emit: cuda cpu
//@ run: cpu
// Triangular and conditional bounds, steps, commas and second induction
// variables, bounds in a struct.
#include <stdio.h>

#define N 24

struct extent { int x, y; };
int lower[N][N], band[N], pairs[N], strided[N];

int main(void)
{
    struct extent grid = {N, N - 3};
    int reach = 2;
#pragma hicuda global alloc lower[*][*] clear
#pragma hicuda global alloc band[*]
#pragma hicuda global alloc pairs[*]
#pragma hicuda global alloc strided[*] clear
#pragma hicuda kernel shapes tblock(3) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < grid.x; i++) {
        for (int j = 0; j <= i; j++)
            lower[i][j] = i * j;
        int sum = 0;
        for (int j = i < reach ? 0 : i - reach; j < (i + reach < grid.y ? i + reach : grid.y); j++)
            sum += j;
        band[i] = sum;
        int up, down, meet = 0;
        for (up = 0, down = N - 1; up < down; up++, down--)
            meet += up * down;
        pairs[i] = meet + i;
        int k = 0;
        for (int j = i; j < N; j += 3, k += 2)
            strided[i] += j * k;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout lower[*][*]
#pragma hicuda global copyout band[*]
#pragma hicuda global copyout pairs[*]
#pragma hicuda global copyout strided[*]
#pragma hicuda global free lower band pairs strided
    long total = 0;
    for (int i = 0; i < N; i++) {
        total = total * 3 + band[i] + pairs[i] + strided[i];
        for (int j = 0; j < N; j++)
            total += lower[i][j];
    }
    printf("%ld\n", total);
    return 0;
}
