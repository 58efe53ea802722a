//@ run: cpu
// One filter for an image in a texture with constant weights, and for both in global memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned char u8; typedef unsigned short u16;
enum { W = 48, H = 32, R = 2 };
static int conv(const u8 (*im)[W], int y, int x, const int *k) {
    int s = 0;
    for (int dy = -R; dy <= R; dy++)
        for (int dx = -R; dx <= R; dx++) {
            int yy = y + dy, xx = x + dx;
            if (yy < 0 || yy >= H || xx < 0 || xx >= W) continue;
            s += im[yy][xx] * k[(dy + R) * 5 + dx + R];
        }
    return s / 16;
}
static u8 sat(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }
static void work(const u8 (*im)[W], u8 (*out)[W], const int k[25]) {
#pragma hicuda kernel cv tblock(H / 8, W / 16) thread(8, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int y = 0; y < H; y++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int x = 0; x < W; x++)
            out[y][x] = sat(conv(im, y, x, k));
#pragma hicuda kernel_end
}
static void hist(const u8 (*im)[W], u16 *h) {
    int bins[256];
    memset(bins, 0, sizeof bins);
#pragma hicuda global alloc bins[*] copyin
#pragma hicuda kernel hi tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int p = 0; p < W * H; p++) {
#pragma hicuda atomic
        bins[im[p / W][p % W]]++;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout bins[*]
#pragma hicuda global free bins
    for (int i = 0; i < 256; i++) h[i] = bins[i];
}
int main(void) {
    static u8 a[H][W], b[H][W]; u16 h[256]; int k[25];
    for (int i = 0; i < 25; i++) k[i] = i % 5 - 1;
    for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) a[y][x] = (x * 7 + y * 13) & 255;
#pragma hicuda texture copyin a[*][*]
#pragma hicuda constant copyin k[*]
#pragma hicuda global alloc b[*][*]
    work(a, b, k);
#pragma hicuda texture remove a
#pragma hicuda constant remove k
    hist(b, h);
#pragma hicuda global copyout b[*][*]
#pragma hicuda global alloc a[*][*]
#pragma hicuda global alloc k[*] copyin
    work(b, a, k);
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a b k
    unsigned s = 0; for (int i = 0; i < 256; i++) s = s * 31 + h[i];
    for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) s = s * 31 + a[y][x] + b[y][x];
    printf("%u\n", s);
    return 0;
}
