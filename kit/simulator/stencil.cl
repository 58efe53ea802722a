/* stencil.cu for Oclgrind, one sweep: oclgrind-kernel --data-races --inst-counts stencil.sim */
#define N 1024

kernel void sweep(global float *next, global const float *now)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && x < N - 1 && y > 0 && y < N - 1)
        next[y * N + x] = 0.25f * (now[y * N + x - 1] + now[y * N + x + 1] + now[(y - 1) * N + x] +
                                   now[(y + 1) * N + x]);
}
