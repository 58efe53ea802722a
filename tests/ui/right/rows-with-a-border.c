// Sizes that were computed before the directives are known by their formulas.
void smooth(float *u, float *v, int n)
{
    int w = n + 2, size;
    size = w * w;
#pragma hicuda global alloc u[0:size-1] copyin
#pragma hicuda global alloc v[0:size-1] copyin
#pragma hicuda kernel smoothing tblock(4, 4) thread(8, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i <= n; i++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j <= n; j++)
            v[i * w + j] = 0.5f * (u[(i - 1) * w + j] + u[(i + 1) * w + j]);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout v[0:size-1]
#pragma hicuda global free u v
}
