//@ coalesce: diff
// Sizes that are constants, in arrays of two dimensions.
#define N 1000
#define T 16

__global__ void multiply(float (*c)[N], const float (*a)[N], const float (*b)[N])
{
    const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
    if (row >= N || column >= N)
        return;
    float sum = 0.f;
    // the row of one, the column of the other
#pragma unroll 4
    for (int k = 0; k < N; ++k)
        sum += a[row][k] * b[k][column];
    c[row][column] = sum;
}

void run(float (*c)[N], const float (*a)[N], const float (*b)[N])
{
    dim3 threads(T, T);
    dim3 blocks((N + T - 1) / T, (N + T - 1) / T);
    multiply<<<blocks, threads>>>(c, a, b);
}
