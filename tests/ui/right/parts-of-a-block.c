//@ run: cpu sim
// Arrays in one block of memory, at places that only the run knows: a function that has copies of two of them around its
// kernel is right by itself, whichever they are. That they do not overlap is tested when it runs.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    float *inputs, *outputs;
} layers;

static void squared(float *out, float *in, int n)
{
#pragma hicuda global alloc in[0:n-1] copyin
#pragma hicuda global alloc out[0:n-1]
#pragma hicuda kernel squares tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        out[i] = in[i] * in[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*]
#pragma hicuda global free in out
}

static void added(float *sum, float *more, int n)
{
#pragma hicuda global alloc more[0:n-1] copyin
#pragma hicuda global alloc sum[0:n-1] copyin
#pragma hicuda kernel sums tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        sum[i] += more[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout sum[*]
#pragma hicuda global free more sum
}

static float *point(layers *to, const size_t *sizes)
{
    float **arrays[] = { &to->inputs, &to->outputs };
    float *block = malloc((sizes[0] + sizes[1]) * sizeof *block), *at = block;
    for (int i = 0; i < 2; i++) {
        *arrays[i] = at;
        at += sizes[i];
    }
    return block;
}

int main(void)
{
    int n = 100, depth = 3;
    size_t sizes[2];
    sizes[0] = sizes[1] = (size_t)n * depth;
    layers all;
    float *block = point(&all, sizes);
    for (int i = 0; i < n * depth; i++)
        all.inputs[i] = i % 10;
    for (int l = 0; l < depth; l++) {
        float *in = all.inputs + l * n, *out = all.outputs + l * n;
        squared(out, in, n);
        added(out, in, n);
    }
    float sum = 0;
    for (int i = 0; i < n * depth; i++)
        sum += all.outputs[i];
    printf("%g %g\n", sum, all.outputs[2 * n + 7]);
    free(block);
    return 0;
}
