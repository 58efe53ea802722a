//@ emit: cuda cpu
//@ run: cpu
// A buffer of the file that each call fills before it reads it is the thread's own.
#include <stdio.h>
static float work[8];
static float median(const float *x) {
    for (int k = 0; k < 8; k++) work[k] = x[k];
    for (int i = 1; i < 8; i++) {
        float v = work[i]; int j = i;
        while (j > 0 && work[j - 1] > v) { work[j] = work[j - 1]; j--; }
        work[j] = v;
    }
    return (work[3] + work[4]) / 2;
}
static int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
int main(void) {
    enum { N = 200 };
    float x[N + 8], y[N], z[N];
    for (int i = 0; i < N + 8; i++) x[i] = (i * 37) % 101;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*]
#pragma hicuda global alloc z[*]
#pragma hicuda kernel med tblock(4) thread(50)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) y[i] = median(x + i);
#pragma hicuda kernel_end
#pragma hicuda kernel cl tblock(4) thread(50)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        int a = clampi(i - 3, 0, N - 1), b = clampi(i + 3, 0, N - 1);
        z[i] = x[a] + x[b];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global copyout z[*]
#pragma hicuda global free x y z
    float s = 0, t = 0;
    for (int i = 0; i < N; i++) { s += y[i] * (i % 3); t += z[i] * (i % 5); }
    printf("%g %g\n", s, t);
    return 0;
}
