// Kernels that read constants of a caller in another file.
int offsets[4] = { 3, 1, 4, 1 };

static void shifted(const float *values, float *r, int n)
{
#pragma hicuda kernel shift tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        r[i] += values[(i + offsets[i % 4]) % 16];
#pragma hicuda kernel_end
}

void look(const float *t, float *r, int n)
{
    shifted(t, r, n);
#pragma hicuda kernel far tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        r[i] += t[15 - i % 16];
#pragma hicuda kernel_end
}
