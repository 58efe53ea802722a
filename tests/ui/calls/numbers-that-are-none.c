//@ emit: cuda opencl
//@ run: cpu sim
// What <math.h> asks about numbers, of `float` and of `double`: each target has its own words for it.
#include <math.h>
#include <stdio.h>

#define N 64

float x[N];
double y[N];
int said[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 4 == 0 ? NAN : i % 4 == 1 ? -INFINITY : i % 4 == 2 ? -0.0f : i - 30.0f;
        y[i] = i % 5 == 0 ? -NAN : i % 5 == 1 ? INFINITY : i % 5 == 2 ? 1e-310 : 30.0 - i;
    }
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*] copyin
#pragma hicuda global alloc said[*]
#pragma hicuda kernel ask tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        int single = (isnan(x[i]) != 0) + 2 * (isinf(x[i]) != 0) + 4 * (isfinite(x[i]) != 0) + 8 * (signbit(x[i]) != 0);
        int wide = (isnan(y[i]) != 0) + 2 * (isinf(y[i]) != 0) + 4 * (isfinite(y[i]) != 0) + 8 * (signbit(y[i]) != 0);
        int compared = isgreater(x[i], 3.0f) + 2 * islessequal(y[i], x[i]) + 4 * isunordered(x[i], y[i]);
        float limit = y[i] > 0 ? INFINITY : NAN;
        said[i] = single + 16 * wide + 256 * compared + 2048 * (isinf(limit) != 0) + 4096 * (isnan(limit) != 0);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout said[*]
#pragma hicuda global free x y said
    for (int i = 0; i < N; i++)
        printf("%d%c", said[i], i % 16 == 15 ? '\n' : ' ');
    return 0;
}
