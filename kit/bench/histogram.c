// How often each byte occurs among 2^28: each block counts its share in shared
// memory and adds what it has to the whole.
#include <stdio.h>
#include <stdlib.h>

#define BLOCKS 1056

static void histogram(int n, const unsigned char *data, unsigned hist[256])
{
    int chunk = (n + BLOCKS - 1) / BLOCKS;
#pragma hicuda shape data[n]
#pragma hicuda global alloc data[*] copyin
#pragma hicuda global alloc hist[*] copyin
#pragma hicuda kernel count tblock(BLOCKS) thread(512)
#pragma hicuda loop_partition over_tblock
    for (int b = 0; b < BLOCKS; b++) {
        unsigned part[256];
        int first = b * chunk, end = first + chunk < n ? first + chunk : n;
#pragma hicuda shared alloc part[*]
#pragma hicuda loop_partition over_thread
        for (int k = 0; k < 256; k++)
            part[k] = 0;
#pragma hicuda loop_partition over_thread
        for (int i = first; i < end; i++) {
#pragma hicuda atomic
            part[data[i]]++;
        }
#pragma hicuda loop_partition over_thread
        for (int k = 0; k < 256; k++) {
#pragma hicuda atomic
            hist[k] += part[k];
        }
#pragma hicuda shared remove part
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout hist[*]
#pragma hicuda global free data hist
}

int main(void)
{
    int n = 1 << 28;
    unsigned char *data = malloc(n);
    unsigned hist[256] = { 0 }, seed = 5;

    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        data[i] = (seed >> 24) & (seed >> 16);
    }
    histogram(n, data, hist);
    // In shares of the whole: a kernel that is timed runs several times.
    double all = 0;
    for (int k = 0; k < 256; k++)
        all += hist[k];
    for (int k = 0; k < 256; k += 5)
        printf("%.3f\n", 1000 * hist[k] / all);
    return 0;
}
