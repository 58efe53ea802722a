//@ coalesce: diff
// Twelve bytes of each thread: what is written becomes whole sectors on the way to memory.
__global__ void darken(float *rgb, int n)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= n)
        return;
    rgb[3 * i] *= 0.5f;
    rgb[3 * i + 1] *= 0.5f;
    rgb[3 * i + 2] *= 0.5f;
}

void run(float *rgb, int n)
{
    darken<<<(n + 127) / 128, 128>>>(rgb, n);
}
