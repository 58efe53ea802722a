//@ emit: cuda cpu
//@ run: cpu
// Arrays of an iteration's own, in the kernel and in a function it calls.
#include <stdio.h>

#define N 32
#define BINS 6

unsigned char image[N * 16];
int median[N], histogram[N][BINS];

static void sort(int *v, int n)
{
    for (int i = 1; i < n; i++) {
        int key = v[i], j = i - 1;
        for (; j >= 0 && v[j] > key; j--)
            v[j + 1] = v[j];
        v[j + 1] = key;
    }
}

static int middle_of(const unsigned char *p, int n)
{
    int v[16];
    for (int i = 0; i < n; i++)
        v[i] = p[i];
    sort(v, n);
    return v[n / 2];
}

int main(void)
{
    for (int i = 0; i < N * 16; i++)
        image[i] = i * i % 251;
#pragma hicuda global alloc image[*] copyin
#pragma hicuda global alloc median[*]
#pragma hicuda global alloc histogram[*][*]
#pragma hicuda kernel sorted tblock(4) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        int counts[BINS] = {0};
        median[i] = middle_of(image + i * 16, 16);
        for (int k = 0; k < 16; k++)
            counts[image[i * 16 + k] % BINS]++;
        for (int b = 0; b < BINS; b++)
            histogram[i][b] = counts[b];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout median[*]
#pragma hicuda global copyout histogram[*][*]
#pragma hicuda global free image median histogram
    long total = 0;
    for (int i = 0; i < N; i++)
        for (int b = 0; b < BINS; b++)
            total = total * 5 % 1000003 + histogram[i][b] + median[i];
    printf("%ld\n", total);
    return 0;
}
