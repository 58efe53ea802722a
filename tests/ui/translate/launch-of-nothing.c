//@ emit: cuda cpu
//@ run: cpu
// A launch of no blocks or no threads: nothing is run if there is nothing to do, else by one.
#include <stdio.h>

int a[100], b[100], c[100], d[4];

/* No iteration, no block. */
static void covered(int n)
{
#pragma hicuda kernel by_ceiling tblock((n + 15) / 16) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma hicuda kernel_end
#pragma hicuda kernel a_block_each tblock(n) thread(16)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < n; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 1; j++)
            a[i] += j + 1;
#pragma hicuda kernel_end
}

/* Fewer blocks or threads than work. */
static void rounded_down(int n)
{
#pragma hicuda kernel by_floor tblock(n / 16) thread(n / 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        b[i] = 2 * i;
#pragma hicuda kernel_end
#pragma hicuda kernel by_threads tblock(n / 32, 2) thread(n / 16)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < n / 10; i++)
#pragma hicuda loop_partition over_tblock
        for (int j = 0; j < 2; j++)
#pragma hicuda loop_partition over_thread
            for (int k = 0; k < 5; k++)
                c[10 * i + 5 * j + k] = i + j + k;
#pragma hicuda kernel_end
}

/* Something is done beside the loop. */
static void beside(int n)
{
#pragma hicuda kernel with_mark tblock((n + 15) / 16) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] += 3;
#pragma hicuda singular
    d[1] = n;
#pragma hicuda singular_end
#pragma hicuda kernel_end
}

int main(void)
{
    unsigned check = 0;
    for (int n = 0; n <= 100; n = n * 2 + 5) {
#pragma hicuda global alloc a[*] clear
#pragma hicuda global alloc b[*] clear
#pragma hicuda global alloc c[*] clear
#pragma hicuda global alloc d[*] clear
        for (int i = 0; i < 100; i++)
            a[i] = b[i] = c[i] = d[i % 4] = 0;
        covered(n);
        rounded_down(n);
        beside(n);
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout b[*]
#pragma hicuda global copyout c[*]
#pragma hicuda global copyout d[*]
#pragma hicuda global free a b c d
        for (int i = 0; i < 100; i++)
            check = check * 31u + (unsigned)(a[i] + b[i] + c[i] + d[i % 4]);
        printf("%d: %u\n", n, check);
    }
    return 0;
}
