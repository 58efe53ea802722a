// An array that each round of the loop has anew.
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    float total = 0;
    for (int round = 1; round < 4; round++) {
        float *part = malloc(round * 10 * sizeof *part);
        #pragma hicuda kernel fill tblock(1) thread(32)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < round * 10; i++)
            part[i] = i;
        #pragma hicuda kernel_end
        total += part[round * 10 - 1];
        free(part);
    }
    printf("%f\n", total);
    return 0;
}
