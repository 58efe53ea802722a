// Two parts of one block, at places that only the run knows: what a kernel leaves on the device, and what the host does
// meanwhile, may be about any other part.
#include <stdio.h>
#include <stdlib.h>

struct layers {
    float *in, *out;
};

static void kept(float *out, int n)
{
#pragma hicuda global alloc out[0:n-1]
#pragma hicuda kernel filled tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        out[i] = i;
#pragma hicuda kernel_end
#pragma hicuda global free out
}

static void changed(float *out, float *in, int n)
{
#pragma hicuda global alloc in[0:n-1] copyin
#pragma hicuda global alloc out[0:n-1]
    in[3] = 1;
#pragma hicuda kernel copied tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        out[i] = in[i]; //~ W1046 the kernel may read an old `in`
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*] //~ W1153 this may overwrite newer values of `out`
#pragma hicuda global free in out
}

int main(int argc, char **argv)
{
    int n = 64;
    struct layers all;
    float **arrays[] = { &all.in, &all.out };
    float *block = calloc(2 * n, sizeof *block), *at = block;
    for (int i = 0; i < 2; i++) {
        *arrays[i] = at;
        at += n;
    }
    if (argc > 1) {
        kept(all.in, n);
        return all.in[3] > 2; //~ W1045 the host may read an old `out`
    }
    changed(all.out, all.in, n);
    printf("%g\n", all.out[5]); //~ W1045 the host may read an old `out`
    free(block);
    return 0;
}
