// What `ahead` and `order` ask for, where it cannot be.
#define N 1024

float a[N], b[64], d[N], m[64][64];
short s[N];

// The kernel writes what it would load early.
void written(void)
{
#pragma hicuda global alloc d[*] copyin
#pragma hicuda kernel fold tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
        float sum = 0;
        for (int tile = 64; tile < N; tile += 64) {
#pragma hicuda shared alloc d[tile:tile+63] copyin ahead(1) //~ E0560 the next section of `d`
#pragma hicuda barrier
            sum += d[tile + i] + d[tile + 63 - i];
#pragma hicuda barrier
#pragma hicuda shared remove d
        }
        d[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout d[*]
#pragma hicuda global free d
}

void others(int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc s[*] copyin
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel left tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
        float sum = 0;
        // Left early.
        for (int tile = 0; tile < N; tile += 64) {
#pragma hicuda shared alloc a[tile:tile+63] copyin ahead(1) //~ E0560 the next section of `a`
#pragma hicuda barrier
            for (int j = tile; j < tile + 64; j++)
                sum += a[j];
            if (tile > n)
                break;
#pragma hicuda barrier
#pragma hicuda shared remove a
        }
        b[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel halves tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
        float sum = 0;
        // Halves of words.
        for (int tile = 0; tile < N; tile += 64) {
#pragma hicuda shared alloc s[tile:tile+63] copyin ahead(1) //~ E0560 the next section of `s`
#pragma hicuda barrier
            for (int j = tile; j < tile + 64; j++)
                sum += s[j];
#pragma hicuda barrier
#pragma hicuda shared remove s
        }
        b[i] += sum;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel both tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
        float sum = 0;
        // They do not agree.
        for (int tile = 0; tile < 64; tile += 16) {
#pragma hicuda shared alloc a[tile:tile+15] copyin ahead(1) //~ E0560 the next section of `a`
#pragma hicuda shared alloc m[0][tile:tile+15] copyin ahead(0)
#pragma hicuda barrier
            for (int j = tile; j < tile + 16; j++)
                sum += a[j] * m[0][j];
#pragma hicuda barrier
#pragma hicuda shared remove a m
        }
        b[i] += sum;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel alone tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
        // There is no loop over sections.
#pragma hicuda shared alloc a[0:63] copyin ahead(1) //~ E0560 `ahead(1)` of `a` has no next section
#pragma hicuda barrier
        b[i] += a[63 - i];
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a s m b
}
