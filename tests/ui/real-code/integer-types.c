//@ emit: cuda cpu
//@ run: cpu
// 16-bit data, 64-bit counters, size_t indices and unsigned wrap-around mean
// what C says.
#include <stdio.h>
#include <stdint.h>
#include <stddef.h>

#define N 64

unsigned short pixel[N];
short delta[N];
uint64_t counter[N];
uint8_t wrapped[N];
int64_t difference[N];

int main(void)
{
    const unsigned shift = 3;
    for (size_t i = 0; i < N; i++)
        pixel[i] = (unsigned short)(65535u - i * 777u);
#pragma hicuda global alloc pixel[*] copyin
#pragma hicuda global alloc delta[*] clear
#pragma hicuda global alloc counter[*]
#pragma hicuda global alloc wrapped[*]
#pragma hicuda global alloc difference[*] clear
#pragma hicuda kernel widths tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (size_t i = 0; i < N; i++) {
        delta[i] = i > 0 ? pixel[i] - pixel[i - 1] : 0;
        counter[i] = (uint64_t)pixel[i] << 32 | (unsigned)(i * 0x9e3779b9u);
        wrapped[i] = (uint8_t)(pixel[i] * pixel[i]) >> shift;
        difference[i] = (int)i - 5 > -1 ? (int64_t)i * INT32_MAX : -1 - (int64_t)(unsigned)-1;
        if (-1 < (int)i && (unsigned)-1 > i)
            counter[i] ^= ~0ull >> (i % 60);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout delta[*]
#pragma hicuda global copyout counter[*]
#pragma hicuda global copyout wrapped[*]
#pragma hicuda global copyout difference[*]
#pragma hicuda global free pixel delta counter wrapped difference
    uint64_t all = 0;
    for (int i = 0; i < N; i++)
        all = all * 1099511628211u + (uint64_t)delta[i] + counter[i] + wrapped[i] + (uint64_t)difference[i];
    printf("%llu\n", (unsigned long long)all);
    return 0;
}
