//@ coalesce: diff
// A kernel that says how many threads its blocks have keeps them.
__global__ void __launch_bounds__(64) smooth(const float *in, float *out, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float state = 0;
    for (int j = 0; j < m; j++) {
        state = 0.75f * state + 0.25f * in[row * m + j];
        out[row * m + j] = state;
    }
}

void run(const float *in, float *out, int n, int m)
{
    smooth<<<(n + 63) / 64, 64>>>(in, out, n, m);
}
