//@ run: cpu sim
//@ emit: cuda cpu
// The smallest and the largest value, and where each is first: ties, an empty loop, values that are no better
// than the one from before, several pairs in one loop.
#include <stdio.h>
#define N 10000

float a[N];
int b[N];

static void nearest(int n, float limit)
{
    float least = limit;
    int at = -1;
    long most_at = 7;
    int most = -5;
#pragma hicuda kernel extremes tblock(12) thread(96)
#pragma hicuda loop_partition over_tblock over_thread reduction(min: least at at) reduction(max: most at most_at)
    for (int i = 0; i < n; i++) {
        if (a[i] < least) {
            least = a[i];
            at = i;
        }
        if (most < b[i]) {
            most_at = i;
            most = b[i];
        }
    }
#pragma hicuda kernel_end
    printf("%d: %g at %d, %d at %ld\n", n, least, at, most, most_at);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = (i * 7919 % 1000) / 8.0f;
        b[i] = i * 31 % 977;
    }
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
    nearest(N, 1e9f);
    nearest(N, 0);
    nearest(5, 1e9f);
    nearest(0, 3);
#pragma hicuda global free a b
    return 0;
}
