//@ emit: cuda opencl
//@ run: cpu sim
// Two buffers of 32 KiB: CUDA's kernels load ahead, OpenCL's do not, for NVIDIA's driver has 48 KiB of local memory.
#include <stdio.h>

#define N 4096
float a[64][N], s[64];

int main(void)
{
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i + j) % 5;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc s[*]
#pragma hicuda kernel rows tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
        float sum = 0;
        for (int jj = 0; jj < N; jj += 128) {
#pragma hicuda shared alloc a[i][jj:jj + 127] copyin
            for (int j = jj; j < jj + 128; j++)
                sum += a[i][j];
#pragma hicuda shared remove a
        }
        s[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout s[*]
#pragma hicuda global free a s
    printf("%g %g\n", s[0], s[63]);
    return 0;
}
