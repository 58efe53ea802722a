//@ run: cpu sim
// Updates of an array that stand in braces, one pair or two: OpenMP's atomic statement is none.
#include <stdio.h>
#include <stdlib.h>

#define N 1000

int main(int argc, char **argv)
{
    (void)argv;
    int range = 7 * argc, total = 0;
    int *keys = malloc(N * sizeof *keys), *holes = malloc(range * sizeof *holes);
    double *weights = malloc(range * sizeof *weights);
    for (int i = 0; i < N; i++)
        keys[i] = i * i % range;
    for (int i = 0; i < range; i++)
        holes[i] = weights[i] = i;
#pragma hicuda global alloc keys[0:N-1] copyin
#pragma hicuda global alloc holes[0:range-1] copyin
#pragma hicuda global alloc weights[0:range-1] copyin
#pragma hicuda kernel count
#pragma hicuda loop_partition over_tblock over_thread reduction(+: holes[*])
    for (int i = 0; i < N; i++)
    {
        holes[keys[i]]++; //~ W1104 cannot tell whether this access to `holes` stays inside
    }
#pragma hicuda kernel_end
#pragma hicuda kernel weigh
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
#pragma hicuda atomic
        {
            {
                weights[keys[i]] += 0.5; //~ W1104 cannot tell whether this access to `weights` stays inside
            }
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout holes[*]
#pragma hicuda global copyout weights[*]
#pragma hicuda global free keys holes weights
    for (int i = 0; i < range; i++) {
        printf("%d %g\n", holes[i], weights[i]);
        total += holes[i];
    }
    printf("%d\n", total);
    free(keys);
    free(holes);
    free(weights);
    return 0;
}
