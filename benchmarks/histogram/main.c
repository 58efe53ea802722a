// Bytes of which some are much more frequent than others.
#include "../harness.h"
#include "histogram.h"

int main(void)
{
    unsigned char *data = room(HISTOGRAM_LENGTH, 1);
    unsigned count[256] = { 0 }, expected[256] = { 0 }, seed = 5;
    struct error e = { 0 };

    for (int i = 0; i < HISTOGRAM_LENGTH; i++) {
        seed = seed * 1664525u + 1013904223u;
        data[i] = (seed >> 24) & (seed >> 16);
        expected[data[i]]++;
    }
    histogram(data, count);
    for (int k = 0; k < 256; k++)
        compare(&e, expected[k], count[k]);
    return verdict("histogram", e, 0);
}
