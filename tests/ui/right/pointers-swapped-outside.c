// Two buffers change roles between the kernels, on the host.
float first[256], second[256];
void f(int steps)
{
    float *from = first, *to = second;
#pragma hicuda shape from[256] to[256]
#pragma hicuda global alloc from[*] copyin
#pragma hicuda global alloc to[*] copyin
    for (int s = 0; s < steps; s++) {
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < 255; i++)
            to[i] = from[i - 1] + from[i + 1];
#pragma hicuda kernel_end
        float *t = from;
        from = to;
        to = t;
    }
#pragma hicuda global copyout from[*]
#pragma hicuda global free from to
}
