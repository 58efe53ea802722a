// Three dimensions in a linear array.
void f(float *a, float *b, int d, int h, int w)
{
#pragma hicuda global alloc a[0:d*h*w-1]
#pragma hicuda global alloc b[0:d*h*w-1] copyin
#pragma hicuda kernel k tblock(d, 4) thread(1, 64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int z = 0; z < d; z++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                a[(z * h + y) * w + x] = b[(z * h + y) * w + x];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:d*h*w-1]
#pragma hicuda global free a b
}
