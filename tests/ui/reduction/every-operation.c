//@ emit: cuda cpu
//@ run: cpu
// Nine operations, several types and ways of writing an update, in one loop.
#include <math.h>
#include <stdio.h>

int k[3000];
double d[3000];

int main(void)
{
    int n = 2999;
    long sum = -4;
    double product = 0.5, least = 1e9, most = -1e9;
    unsigned char all_bits = 0xff;
    unsigned any_bits = 1, parity = 6;
    int ok = 5, found = 0;
    for (int i = 0; i < 3000; i++) {
        k[i] = i * 37 % 1024;
        d[i] = i % 500 == 0 ? 2 : 1;
    }
#pragma hicuda global alloc k[*] copyin
#pragma hicuda global alloc d[*] copyin
#pragma hicuda kernel every tblock(5) thread(70)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: sum) reduction(*: product) \
    reduction(min: least) reduction(max: most) reduction(&: all_bits) reduction(|: any_bits) \
    reduction(^: parity) reduction(&&: ok) reduction(||: found)
    for (int i = 0; i < n; i++) {
        sum -= k[i];
        product = d[i] * product;
        if (d[i] - k[i] < least)
            least = d[i] - k[i];
        most = fmax(most, k[i] * 0.5);
        all_bits &= k[i] | 0x55;
        any_bits = any_bits | k[i] << 2;
        parity ^= k[i];
        if (k[i] < 0)
            ok = 0;
        found = found || k[i] == 1023;
    }
#pragma hicuda kernel_end
#pragma hicuda global free k d
    printf("%ld %g %g %g\n", sum, product, least, most);
    printf("%x %x %x %d %d\n", all_bits, any_bits, parity, ok, found);
    return 0;
}
