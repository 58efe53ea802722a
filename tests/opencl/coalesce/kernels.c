// Runs the kernels of a file, and says what they computed: `kernels.cl 97 35`.
#include "../host.h"

static int n, m;
static float *a, *b;

// What an array holds, to the last bit.
static void show(const char *name, cl_mem from, int count)
{
    unsigned sum = 2166136261u, bits;
    fetch(from, count * sizeof(float), b);
    for (int i = 0; i < count; i++) {
        memcpy(&bits, &b[i], sizeof bits);
        sum = (sum ^ bits) * 16777619u;
    }
    printf("%s %08x\n", name, sum);
}

static size_t up(size_t count, size_t to)
{
    return (count + to - 1) / to * to;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    n = atoi(argv[2]), m = atoi(argv[3]);
    int all = n * m;
    a = malloc(all * sizeof *a), b = malloc(all * sizeof *b);
    for (int i = 0; i < all; i++)
        a[i] = (i * 37 % 101) / 8.0f - 5;
    start(argv[1], "");
    cl_mem in = buffer(all * sizeof *a, a), other = buffer(all * sizeof *a, a), out = buffer(all * sizeof *a, a);
    cl_kernel k = kernel("transpose");
    arguments(k, "mmii", out, in, m, n);
    run2(k, up(m, 16), up(n, 16), 16, 16);
    show("transpose", out, all);
    k = kernel("scale");
    arguments(k, "mmii", out, in, n, m);
    // All rows but the first sixteen.
    size_t first = 16, rows = up(n, 16) - 16, group = 16;
    check(clEnqueueNDRangeKernel(queue, k, 1, &first, &rows, &group, 0, NULL, NULL), "the launch");
    show("scale", out, all);
    k = kernel("smooth");
    arguments(k, "mmii", in, out, n, m);
    run(k, up(n, 64), 64);
    show("smooth", out, all);
    k = kernel("row_sum");
    arguments(k, "mmii", out, in, n, m);
    run(k, up(n, 64), 64);
    show("row_sum", out, n);
    k = kernel("luminance");
    arguments(k, "mmi", in, out, all / 4);
    run(k, up(all / 4, 32), 32);
    show("luminance", out, all / 4);
    k = kernel("add");
    arguments(k, "mmmii", out, in, other, n, m);
    run2(k, up(n, 16), up(m, 16), 16, 16);
    show("add", out, all);
    k = kernel("row_product");
    arguments(k, "mmmii", out, in, other, n, m);
    run(k, up(n, 32), 32);
    show("row_product", out, n);
    k = kernel("row_maximum");
    arguments(k, "mmii", out, in, n, m);
    run(k, up(n, 32), 32);
    show("row_maximum", out, n);
    return 0;
}
