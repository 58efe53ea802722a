//@ run: cpu
// Memory of both sides: the host writes it, a kernel changes it, the host reads
// it; copies and sets work on it too.
#include <cmath>
#include <iostream>

__global__ void add(int n, const float *x, float *y)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, step = blockDim.x * gridDim.x;
    for (int i = first; i < n; i += step)
        y[i] = x[i] + y[i];
}

int main(void)
{
    const int n = 1 << 12;
    float *x, *y, *other;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));
    cudaMalloc(&other, n * sizeof(float));
    for (int i = 0; i < n; i++) {
        x[i] = 1.0f;
        y[i] = 2.0f;
    }
    for (int turn = 0; turn < 3; turn++) {
        add<<<4, 256>>>(n, x, y);
        cudaDeviceSynchronize();
        x[turn] += 1;
    }
    float worst = 0.0f;
    for (int i = 0; i < n; i++)
        worst = fmax(worst, fabs(y[i] - 5.0f));
    std::cout << "largest difference: " << worst << std::endl;
    cudaMemcpy(other, y, n * sizeof(float), cudaMemcpyDefault);
    cudaMemset(y, 0, n * sizeof(float));
    add<<<16, 256>>>(n, other, y);
    cudaDeviceSynchronize();
    std::cout << y[0] << ' ' << y[1] << ' ' << y[n - 1] << std::endl;
    cudaFree(x);
    cudaFree(y);
    cudaFree(other);
    return 0;
}
