// Rows through tiles, in order.
#include "harness.h"
#define TILES 3
#include "hand.h"

__global__ void smooth(const float *in, float *out, int n, int m)
{
    __shared__ Ring<float> ring;
    float state = 0;
    rewrite_rows(ring, in, out, n, m, 0, m, [&](int, float value) { return state = 0.75f * state + 0.25f * value; });
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    smooth<<<blocks_of(n), helpers()>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
