//@ emit: cuda
//@ run: cpu sim
// `vector` for every length, with rows that begin anywhere: what does not fit is read element by element.
#include <stdio.h>
#include <stdlib.h>

static double total;

/* Rows of `width` elements that lie one behind the other: only some of them begin at a multiple of 16 bytes. */
static void rows(int height, int width, int taps)
{
    int n = height * width;
    float *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i * 7 % 13, b[i] = 0;
#pragma hicuda shape a[height][width] b[height][width]
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda kernel filter thread(2, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < height; i++)
#pragma hicuda loop_partition over_tblock over_thread jam(4:4) vector(a) independent
        for (int j = 0; j < width - taps + 1; j++) {
            float sum = 0;
            for (int k = 0; k < taps; k++)
                sum += a[i * width + j + k] * (k + 1);
            b[i * width + j] = sum;
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*][*]
#pragma hicuda global free a b
    for (int i = 0; i < n; i++)
        total += b[i] * (i % 7);
    free(a);
    free(b);
}

/* A device copy that begins in the middle of the host's array, and neighbours on both sides. */
static void part(const float *a, float *b, int first, int last)
{
#pragma hicuda global alloc a[first-2:last+1] copyin
#pragma hicuda global alloc b[first:last]
#pragma hicuda kernel stencil tblock(3) thread(4)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread jam(8:4) vector(a)
    for (int i = first; i <= last; i++)
        b[i] = a[i - 2] + 2 * a[i] + 3 * a[i + 1];
#pragma hicuda kernel_end
#pragma hicuda global copyout b[first:last]
#pragma hicuda global free a b
}

int main(void)
{
    const int widths[] = { 1, 3, 4, 7, 16, 30, 31, 32, 33, 60 };
    static float a[80], b[80];
    for (int w = 0; w < 10; w++)
        for (int taps = 1; taps <= 21; taps += 4)
            if (taps <= widths[w])
                rows(5, widths[w], taps);
    for (int i = 0; i < 80; i++)
        a[i] = i * i % 17;
    for (int first = 2; first < 9; first++)
        for (int last = first; last < 79; last += 5) {
            part(a, b, first, last);
            for (int i = first; i <= last; i++)
                total += b[i] * (i % 5);
        }
    printf("%.0f\n", total);
    return 0;
}
