//@ coalesce: diff
// Threads of two dimensions whose loop goes along the rows: none of them shares a row.
__global__ void heat(float *__restrict__ out, const float *__restrict__ in, int nx, int ny, int nz)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny)
        return;
    for (int k = 1; k < nz - 1; k++) {
        int p = (i * ny + j) * nz + k;
        out[p] = in[p - 1] + in[p + 1] - 2 * in[p];
    }
}

// Another thread would write the element, perhaps behind this one.
__global__ void twice(float *out, const float *in, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[x * n + y] = in[y * n + x];
    out[0] = 1;
}

void go(float *out, const float *in, int nx, int ny, int nz)
{
    heat<<<dim3((nx + 7) / 8, (ny + 7) / 8), dim3(8, 8)>>>(out, in, nx, ny, nz);
    twice<<<dim3(nx / 16, nx / 16), dim3(16, 16)>>>(out, in, nx);
}
