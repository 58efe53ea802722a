// Rows and columns of a linear array, both partitioned.
void f(float *a, int h, int w)
{
#pragma hicuda global alloc a[0:h*w-1]
#pragma hicuda kernel k tblock((h + 15) / 16, (w + 15) / 16) thread(16, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < h; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < w; j++)
            a[i * w + j] = i + j;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:h*w-1]
#pragma hicuda global free a
}
