//@ coalesce: diff
// Three kernels, three remedies; what is outside stays to the byte.
#define N 1000   /* not a multiple of anything */

__global__ void turned(float *c, const float *a)	/* a tab */
{
    int i = blockIdx.x * 16 + threadIdx.x;
    int j = blockIdx.y * 16 + threadIdx.y;
    if (i < N && j < N)
        c[i * N + j] = 2 * a[i * N + j];
}

// Rows are independent, and so are their elements.
__global__ void scaled(float *a, const float *factor, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float f = factor[row];  // once per row
    for (int j = 2; j <= N - 1; j++)
        a[row * N + j] *= f;
}

__global__ void fine(float *a)
{
    a[blockIdx.x * 128 + threadIdx.x] += 1;
}

__global__ void summed(float *sums, const float *a, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        float sum = 0;
        for (int j = 0; j < N; j++) {
            sum += a[row * N + j]; // in order
        }
        sums[row] = sum;
    }
}

void run(float *a, float *b, float *sums, int n)
{
    dim3 grid((N + 15) / 16, (N + 15) / 16), block(16, 16);
    turned<<<grid, block>>>(b, a);
    scaled<<<(n + 255) / 256, 256>>>(a, sums, n);
    fine<<<n, 128>>>(a);
    summed<<<(n + 255) / 256, 256>>>(sums, a, n);
}
