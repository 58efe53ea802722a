// With a shape, p[i*w + j] is p[i][j]: rows 1 to h-2 are enough here.
void f(float *p, float *q, int h, int w)
{
#pragma hicuda shape p[h][w] q[h][w]
#pragma hicuda global alloc p[*][*] copyin
#pragma hicuda global alloc q[1:h-2][*]
#pragma hicuda kernel k tblock(16, 16) thread(8, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < h - 1; i++) {
        int base = i * w;
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < w; j++)
            q[base + j] = p[base - w + j] + p[base + w + j];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout q[*][*]
#pragma hicuda global free p q
}
