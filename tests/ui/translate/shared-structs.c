//@ emit: cuda
//@ run: cpu
// Structs, and rows of small numbers, are aligned in shared
// memory so that they are read in one piece, or with their neighbours.
#include <stdio.h>

#define N 64

struct body { float x, y, z, mass; };
struct pair { short low; int high; };
struct three { int a, b, c; };

struct body bodies[N];
struct pair pairs[N];
struct three threes[N];
unsigned short pixels[N][16];
int sums[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        bodies[i] = (struct body){ i, 2 * i, 3 * i, 1 };
        pairs[i] = (struct pair){ i, i + 1 };
        threes[i] = (struct three){ i, i - 1, i - 2 };
        for (int j = 0; j < 16; j++)
            pixels[i][j] = i * j;
    }
#pragma hicuda global alloc bodies[*] copyin
#pragma hicuda global alloc pairs[*] copyin
#pragma hicuda global alloc threes[*] copyin
#pragma hicuda global alloc pixels[*][*] copyin
#pragma hicuda global alloc sums[*]
#pragma hicuda kernel add tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
#pragma hicuda shared alloc bodies[i] copyin
#pragma hicuda shared alloc pairs[i] copyin
#pragma hicuda shared alloc threes[i] copyin
#pragma hicuda shared alloc pixels[i][0:15] copyin
        int sum = (int)(bodies[i].x + bodies[i].y + bodies[i].mass) + pairs[i].low + pairs[i].high + threes[i].c;
        for (int j = 0; j < 16; j++)
            sum += pixels[i][j];
        sums[i] = sum;
#pragma hicuda shared remove bodies pairs threes pixels
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout sums[*]
#pragma hicuda global free bodies pairs threes pixels sums
    for (int i = 0; i < N; i += 7)
        printf("%d ", sums[i]);
    printf("\n");
    return 0;
}
