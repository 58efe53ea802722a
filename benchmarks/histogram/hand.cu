// The counts by CUB's DeviceHistogram.
extern "C" {
#include "histogram.h"
}
#include "../hand.h"

#include <cub/cub.cuh>

extern "C" void histogram(const unsigned char data[HISTOGRAM_LENGTH], unsigned count[256])
{
    Device<unsigned char> bytes(data, HISTOGRAM_LENGTH);
    Device<unsigned> counts(256);
    size_t size = 0;
    unsigned char *from = bytes;
    unsigned *to = counts;
    CHECK(cub::DeviceHistogram::HistogramEven(nullptr, size, from, to, 257, 0, 256, HISTOGRAM_LENGTH));
    Device<char> scratch(size);
    CHECK(cub::DeviceHistogram::HistogramEven((char *)scratch, size, from, to, 257, 0, 256, HISTOGRAM_LENGTH));
    counts.copy_to(count);
}
