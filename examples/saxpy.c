// y = a*x + y: one thread per element, in blocks of 256.
#include <stdio.h>
#include <stdlib.h>

static void saxpy(int n, float a, const float *x, float *y)
{
#pragma hicuda shape x[n] y[n]
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*] copyin
#pragma hicuda kernel saxpy_kernel tblock((n + 255) / 256) thread(256)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free x y
}

int main(void)
{
    int n = 1000003, wrong = 0;
    float *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);

    for (int i = 0; i < n; i++) {
        x[i] = i % 1000;
        y[i] = i % 7;
    }
    saxpy(n, 2.0f, x, y);
    for (int i = 0; i < n; i++)
        wrong += y[i] != 2.0f * (i % 1000) + i % 7;

    printf("saxpy of %d elements: %s\n", n, wrong ? "FAILED" : "PASSED");
    free(x);
    free(y);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
