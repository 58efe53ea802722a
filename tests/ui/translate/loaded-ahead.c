//@ emit: cuda
//@ run: cpu
// A loop over sections loads the next one while it works, unless something
// could change what it loads.
#include <stdio.h>

#define N 256
#define TILE 32

struct body {
    float x, mass;
};

struct body bodies[N];
float a[N], b[N], c[N], d[N];
double wide[40][N];

// Structs, a number of sections that is not known, and a loop around them.
static void pulls(int n)
{
#pragma hicuda global alloc bodies[*] copyin
#pragma hicuda kernel pull tblock(N/64) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        float sum = 0;
        for (int round = 0; round < 2; round++)
            for (int tile = 0; tile < n; tile += TILE) {
#pragma hicuda shared alloc bodies[tile:tile+TILE-1] copyin
#pragma hicuda barrier
                for (int j = 0; j < TILE; j++)
                    sum += bodies[tile + j].mass * (bodies[tile + j].x - a[i]);
#pragma hicuda barrier
#pragma hicuda shared remove bodies
            }
        b[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global free bodies
}

// Downwards, with a border, and so much that it is no longer static.
static void blurs(void)
{
#pragma hicuda kernel blur tblock(1) thread(256)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int row = 39 - 13; row >= 0; row -= 13) {
#pragma hicuda shared alloc wide[row:row+13][i:i+1] copyin
#pragma hicuda barrier
            for (int k = 0; k < 13; k++)
                sum += wide[row + k][i] - (i < N - 1 ? wide[row + k + 1][i + 1] : 0);
#pragma hicuda barrier
#pragma hicuda shared remove wide
        }
        c[i] = sum;
    }
#pragma hicuda kernel_end
}

// Where a loop may end early, a section is loaded when it is needed.
static void ends(int n)
{
#pragma hicuda kernel search tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
        float sum = 0;
        for (int tile = 0; tile < N; tile += TILE) {
#pragma hicuda shared alloc a[tile:tile+TILE-1] copyin
#pragma hicuda barrier
            for (int j = tile; j < tile + TILE; j++)
                sum += a[j];
#pragma hicuda barrier
#pragma hicuda shared remove a
            if (tile > n)
                break;
        }
        b[i] += sum;
    }
#pragma hicuda kernel_end
}

// And so is what the kernel writes.
static void writes(void)
{
#pragma hicuda kernel fold tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
        float sum = 0;
        for (int tile = 64; tile < N; tile += 64) {
#pragma hicuda shared alloc d[tile:tile+63] copyin
#pragma hicuda barrier
            sum += d[tile + i] + d[tile + 63 - i];
#pragma hicuda barrier
#pragma hicuda shared remove d
        }
        d[i] = sum;
    }
#pragma hicuda kernel_end
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        bodies[i] = (struct body) { i % 9, i % 4 };
        a[i] = i % 5;
        d[i] = i % 3;
        for (int k = 0; k < 40; k++)
            wide[k][i] = (i + k) % 7;
    }
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda global alloc c[*]
#pragma hicuda global alloc d[*] copyin
#pragma hicuda global alloc wide[*][*] copyin
    pulls(128);
    blurs();
    ends(100);
    writes();
#pragma hicuda global copyout b[*]
#pragma hicuda global copyout c[*]
#pragma hicuda global copyout d[*]
#pragma hicuda global free a b c d wide
    for (int i = 0; i < N; i += 37)
        printf("%g %g %g\n", b[i], c[i], d[i]);
    return 0;
}
