//@ emit: cuda opencl
//@ run: cpu sim
// `vector` of numbers of every size: 16 bytes at a time where runs and rows are so long, else 8.
#include <stdio.h>

#define N 203

static unsigned char bytes[N];
static short halves[N];
static int words[N];
static double wides[N];
static int rows[9][30], products[9][30];
static long out[N];

static void sixteen(int n)
{
#pragma hicuda kernel whole tblock((n + 63) / 64) thread(4)
#pragma hicuda loop_partition over_tblock over_thread jam(16:16) vector(bytes, halves, words)
    for (int i = 0; i < n; i++)
        out[i] = bytes[i] + 2 * halves[i] + (words[i] > 3 ? words[i] : 0);
#pragma hicuda kernel_end
}

static void two(int n)
{
#pragma hicuda kernel pairs tblock(7) thread(4)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread jam(4:2) vector(words, wides)
    for (int i = 0; i < n; i++)
        out[i] += (long)(words[i] * wides[i]);
#pragma hicuda kernel_end
}

/* Rows of 30 elements: 8 bytes at a time. */
static void short_rows(void)
{
#pragma hicuda kernel eight tblock(3, 2) thread(3, 4)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 9; i++)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread jam(4:4) vector(rows)
        for (int j = 1; j < 29; j++)
            products[i][j] = rows[i][j - 1] + rows[i][j] * rows[i][j + 1];
#pragma hicuda kernel_end
}

int main(void)
{
    const int lengths[] = { 0, 1, 15, 16, 17, 63, 64, 100, N };
    long sum = 0;
    for (int i = 0; i < N; i++) {
        bytes[i] = i * 3, halves[i] = i - 90, words[i] = i % 7, wides[i] = i / 4;
        rows[i % 9][i % 30] = i;
    }
#pragma hicuda global alloc bytes[*] copyin
#pragma hicuda global alloc halves[*] copyin
#pragma hicuda global alloc words[*] copyin
#pragma hicuda global alloc wides[*] copyin
#pragma hicuda global alloc rows[*][*] copyin
#pragma hicuda global alloc out[*] copyin
#pragma hicuda global alloc products[*][*] copyin
    short_rows();
    for (int l = 0; l < 9; l++) {
        sixteen(lengths[l]);
        two(lengths[l]);
    }
#pragma hicuda global copyout out[*]
#pragma hicuda global copyout products[*][*]
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 30; j++)
            sum += products[i][j] * (i - j);
    for (int i = 0; i < N; i++)
        sum += out[i] * (i + 1);
#pragma hicuda global free bytes halves words wides rows products out
    printf("%ld\n", sum);
    return 0;
}
