// Columns of a linear array.
void f(float *a, int h, int w)
{
#pragma hicuda global alloc a[0:h*w-1] copyin
#pragma hicuda kernel k tblock((w + 63) / 64) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int j = 0; j < w; j++)
        for (int i = 1; i < h; i++)
            a[i * w + j] += a[(i - 1) * w + j];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:h*w-1]
#pragma hicuda global free a
}
