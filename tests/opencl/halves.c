#include "host.h"

static unsigned hash(const cl_ushort *of, int count)
{
    unsigned sum = 17;
    for (int i = 0; i < count; i++)
        sum = sum * 31 + of[i];
    return sum;
}

// The float between two halves that differ by one, or anything else that rounding looks at.
static float number(unsigned i)
{
    unsigned bits = (i * 2654435761u) & 0x800fffffu, exponent = 127 - 27 + i % 45;
    if (i % 3 == 0)
        bits &= 0x80001000u | i << 13;
    bits = (bits & 0x807fffffu) | exponent << 23;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

int main(void)
{
    enum { all = 63488, some = 4096, vectors = 16 };
    static cl_ushort halves[all], back[all], rounded[5 * some], aligned[4 * vectors];
    static float numbers[some], sums[vectors];
    static cl_uint answers[16];
    start("halves.cl", "");
    // All but those that are no numbers.
    for (unsigned i = 0; i < all; i++)
        halves[i] = (cl_ushort)(i < 31745 ? i : i + 1023);
    for (unsigned i = 0; i < some; i++)
        numbers[i] = number(i);
    numbers[0] = 65519.99f, numbers[1] = 65520.0f, numbers[2] = -1e9f, numbers[3] = INFINITY, numbers[4] = -1e-9f;
    cl_mem from = buffer(sizeof halves, halves), to = buffer(sizeof back, NULL), floats = buffer(sizeof numbers, numbers);
    cl_mem pieces = buffer(sizeof rounded, NULL), room = buffer(sizeof aligned, aligned), totals = buffer(sizeof sums, sums);
    cl_kernel k = kernel("there_and_back");
    arguments(k, "mm", from, to);
    run(k, all, 64);
    fetch(to, sizeof back, back);
    printf("back: %d\n", memcmp(halves, back, sizeof back) == 0);
    clReleaseKernel(k);
    k = kernel("rounded");
    arguments(k, "mm", floats, pieces);
    run(k, some, 64);
    fetch(pieces, sizeof rounded, rounded);
    printf("rounded: %08x\n", hash(rounded, 5 * some));
    for (int i = 0; i < 8; i++, printf("\n"))
        for (int how = 0; how < 5; how++)
            printf(" %04x", rounded[5 * i + how]);
    clReleaseKernel(k);
    for (int i = 0; i < 4 * vectors; i++)
        halves[i] = (cl_ushort)(0x3c00 + 37 * i);
    check(clEnqueueWriteBuffer(queue, from, CL_TRUE, 0, sizeof halves, halves, 0, NULL, NULL), "a write");
    k = kernel("lanes");
    arguments(k, "mmmm", from, to, room, totals);
    run(k, vectors, 4);
    fetch(to, sizeof back, back);
    fetch(room, sizeof aligned, aligned);
    fetch(totals, sizeof sums, sums);
    printf("lanes: %08x %08x\n", hash(back, 3 * vectors), hash(aligned, 4 * vectors));
    for (int i = 0; i < vectors; i += 5)
        printf(" %g", sums[i]);
    clReleaseKernel(k);
    k = kernel("dimensions");
    cl_mem asked = buffer(sizeof answers, answers);
    arguments(k, "m", asked);
    run(k, 4, 2);
    fetch(asked, sizeof answers, answers);
    printf("\ndimensions: %u", answers[3]);
    run2(k, 4, 2, 2, 2);
    fetch(asked, sizeof answers, answers);
    printf(" %u", answers[7]);
    size_t global[3] = {4, 4, 1};
    check(clEnqueueNDRangeKernel(queue, k, 3, NULL, global, NULL, 0, NULL, NULL), "the launch");
    fetch(asked, sizeof answers, answers);
    printf(" %u\n", answers[15]);
    cl_mem made[] = {from, to, floats, pieces, room, totals, asked};
    for (int i = 0; i < 7; i++)
        clReleaseMemObject(made[i]);
    clReleaseKernel(k);
    verdict("halves", 0);
}
