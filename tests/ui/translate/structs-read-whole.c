//@ emit: cuda
//@ run: cpu
// A struct of 8 or 16 bytes that a loop wants as a whole is read by one
// instruction; a field, a place and a struct of another size are not.
#include <stdio.h>

#define N 64

struct pair {
    float first, second;
};
struct four {
    int a, b, c, d;
};
struct three {
    float x, y, z;
};

struct pair pairs[N][2], swapped[N][2];
struct four fours[N];
struct three threes[N];
float sums[N];

static float added(struct pair p, struct four f, struct three t)
{
    return p.first + p.second + f.a + f.b + f.c + f.d + t.x + t.y + t.z;
}

static float of_pointer(const struct pair *p)
{
    return p->first - p->second;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        pairs[i][0] = (struct pair) { i, 2 };
        pairs[i][1] = (struct pair) { 3, i };
        fours[i] = (struct four) { i, 1, 2, 3 };
        threes[i] = (struct three) { 1, i, 2 };
    }
#pragma hicuda global alloc pairs[*][*] copyin
#pragma hicuda global alloc swapped[*][*]
#pragma hicuda global alloc fours[*] copyin
#pragma hicuda global alloc threes[*] copyin
#pragma hicuda global alloc sums[*]
#pragma hicuda kernel add tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        struct four once = fours[i];
        sums[i] = once.d;
        for (int k = 0; k < 2; k++) {
            struct four f = fours[(i + k) % N];
            f.a += fours[N - 1 - i].b;
            swapped[i][k] = pairs[i][1 - k];
            sums[i] += added(pairs[i][k], f, threes[i]) + of_pointer(&pairs[i][k]);
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout sums[*]
#pragma hicuda global copyout swapped[*][*]
#pragma hicuda global free pairs swapped fours threes sums
    for (int i = 0; i < N; i += 9)
        printf("%g %g %g\n", sums[i], swapped[i][0].second, swapped[i][1].first);
    return 0;
}
