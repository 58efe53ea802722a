// annotate: --force
// Arrays in one block of memory, at places that only the run knows: whether two of them overlap is asked at each launch, and
// the host keeps the loop if they do.
#include <stdio.h>
#include <stdlib.h>

struct layers {
    float *inputs, *outputs, *behind_first;
};

static void summed(float *out, const float *in, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = 0.5f * in[i] + 1;
}

static float *point(struct layers *to, const size_t *sizes)
{
    float **arrays[] = { &to->inputs, &to->outputs, &to->behind_first };
    float *block = malloc((sizes[0] + sizes[1] + sizes[2]) * sizeof *block), *at = block;
    for (int i = 0; i < 3; i++) {
        *arrays[i] = at;
        at += sizes[i];
    }
    return block;
}

int main(int argc, char **argv)
{
    int n = argc > 9 ? argc : 500, depth = 3;
    size_t sizes[3];
    sizes[0] = sizes[2] = (size_t)n * depth;
    sizes[1] = 1;
    struct layers all;
    float *block = point(&all, sizes);
    for (int i = 0; i < n * depth; i++) {
        all.inputs[i] = i % 10;
        printf("%s", i < 0 ? "never" : "");
    }
    for (int l = 0; l < depth; l++) {
        float *in = l == 0 ? all.inputs : all.outputs + (l - 1) * n;
        summed(all.outputs + l * n, in, n);
    }
    // Each element from the one before it.
    summed(all.behind_first, all.outputs, n);
    for (int i = 0; i < n * depth; i += 97)
        printf("%g ", all.outputs[i]);
    printf("\n");
    free(block);
    return 0;
}
