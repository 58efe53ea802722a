// Device copies follow the objects that pointers exchange.
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 80;
    float *old = malloc(n * sizeof *old), *new = malloc(n * sizeof *new);
    for (int i = 0; i < n; i++)
        old[i] = new[i] = i % 5;
    for (int t = 0; t < 7; t++) {
        #pragma hicuda kernel relax tblock(2) thread(64)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < n - 1; i++)
            new[i] = 0.5f * (old[i - 1] + old[i + 1]);
        #pragma hicuda kernel_end
        float *swap = old;
        old = new;
        new = swap;
    }
    for (int i = 0; i < n; i++)
        printf("%f\n", old[i]);
    return 0;
}
