// The sum by CUB's DeviceReduce.
extern "C" {
#include "sum.h"
}
#include "../hand.h"

#include <cub/cub.cuh>

extern "C" SUM_TYPE sum(const SUM_TYPE a[SUM_LENGTH])
{
    Device<SUM_TYPE> numbers(a, SUM_LENGTH), result(1);
    size_t bytes = 0;
    SUM_TYPE total;
    CHECK(cub::DeviceReduce::Sum(nullptr, bytes, (SUM_TYPE *)numbers, (SUM_TYPE *)result, SUM_LENGTH));
    Device<char> scratch(bytes);
    CHECK(cub::DeviceReduce::Sum((char *)scratch, bytes, (SUM_TYPE *)numbers, (SUM_TYPE *)result, SUM_LENGTH));
    result.copy_to(&total);
    return total;
}
