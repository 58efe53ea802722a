//@ coalesce: diff
// Some elements are written, and rows are not known to be apart.
__global__ void k(float *__restrict__ y, float *__restrict__ a, int pitch, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    int count = 0;
    for (int j = 0; j < n; j++)
        if (a[row * pitch + j] < 0) {
            a[row * pitch + j] = 0;
            count = count / 2 + 1;
        }
    y[row] = count;
}

void run(float *__restrict__ y, float *__restrict__ a, int pitch, int n)
{
    k<<<n / 64, 64>>>(y, a, pitch, n);
}
