//@ emit: cuda cpu
//@ run: cpu
// `float **` with rows allocated one by one, and with rows of one block: a `shape` tells
// their lengths, and the device has them as one block, copied row by row.
#include <stdio.h>
#include <stdlib.h>
static void blur(float **dst, float **src, int h, int w) {
#pragma hicuda kernel kblur tblock(8) thread(32)
#pragma hicuda loop_partition over_tblock
    for (int y = 1; y < h - 1; y++)
#pragma hicuda loop_partition over_thread
        for (int x = 1; x < w - 1; x++) {
            float *up = src[y - 1], *row = src[y];
            dst[y][x] = (up[x] + row[x - 1] + row[x + 1] + src[y + 1][x]) / 4;
        }
#pragma hicuda kernel_end
}
static float pick(float **a, int i, int j) { return a[i][j] + 1; }
static float sum_row(const float *r, int n) { float s = 0; for (int k = 0; k < n; k++) s += r[k]; return s; }
int main(void) {
    int h = 17, w = 23;
    float **a = malloc(h * sizeof *a), **b = malloc(h * sizeof *b);
    float *block = malloc(h * w * sizeof(float));
    for (int i = 0; i < h; i++) { a[i] = malloc(w * sizeof **a); b[i] = block + i * w; }
    for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) { a[i][j] = (i * 7 + j * 3) % 11; b[i][j] = a[i][j]; }
#pragma hicuda shape a[h][w] b[h][w]
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
    for (int t = 0; t < 3; t++) {
        blur(b, a, h, w);
        float **x = a; a = b; b = x;
    }
    float s[64];
#pragma hicuda global alloc s[*]
#pragma hicuda kernel sums tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < h; i++) {
        s[i] = sum_row(a[i], w);
        if (i > 3) s[i] += pick(a, i, i % 5);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout s[0:h-1]
#pragma hicuda global copyout a[2:h-2][1:w-3]
#pragma hicuda global free a b s
    float tot = 0;
    for (int i = 0; i < h; i++) { tot += s[i] * (i + 1); for (int j = 0; j < w; j++) tot += 0; }
    for (int i = 2; i <= h - 2; i++) for (int j = 1; j <= w - 3; j++) tot += a[i][j] * (j % 3);
    printf("%.3f\n", tot);
    return 0;
}
