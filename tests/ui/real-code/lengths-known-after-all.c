//@ emit: cuda cpu
//@ run: cpu
// Arrays of variable length whose length is a number in this kernel.
#include <stdio.h>
static void row(const float *x, float *y, int n, int w) {
    float tmp[w];
    for (int k = 0; k < w; k++) tmp[k] = x[k] * 2;
    float s = 0;
    for (int k = 0; k < w; k++) s += tmp[k];
    *y = s;
}
#define W 8
int main(void) {
    enum { N = 40 };
    float x[N + W], y[N];
    int w = W;
    for (int i = 0; i < N + W; i++) x[i] = i % 5;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*]
#pragma hicuda kernel k tblock(2) thread(20)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) row(&x[i], &y[i], N, W);
#pragma hicuda kernel_end
#pragma hicuda kernel k2 tblock(2) thread(20)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        const int len = W;
        float t[len];
        for (int k = 0; k < len; k++) t[k] = x[i + k];
        for (int k = 0; k < len; k++) y[i] += t[len - 1 - k];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free x y
    for (int i = 0; i < 6; i++) printf("%g ", y[i]);
    printf("\n");
    return 0;
}
