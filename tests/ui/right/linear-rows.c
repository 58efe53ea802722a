// Rows of a linear array.
void f(float *a, int h, int w)
{
#pragma hicuda global alloc a[0:h*w-1] copyin
#pragma hicuda kernel k tblock((h + 63) / 64) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            a[i * w + j] *= 2;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:h*w-1]
#pragma hicuda global free a
}
