//@ run: cpu h200
// Rows of a sparse matrix, a warp each, summed by shuffles; templates that call templates.
#include <stdio.h>
#include <stdlib.h>

#define WARP_SIZE 32
#define FULL_MASK 0xffffffff

template <typename T>
__inline__ __device__ T warpReduceSum(T val)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down_sync(FULL_MASK, val, offset);
    return val;
}

template <typename IndexType, typename ValueType, int VECTORS_PER_BLOCK = 4>
__global__ void spmv_csr_vector(const IndexType num_rows, const IndexType *__restrict__ ptr, const IndexType *indices, const ValueType *data, const ValueType *x, ValueType *y)
{
    const IndexType row = blockIdx.x * VECTORS_PER_BLOCK + threadIdx.x / WARP_SIZE;
    const int lane = threadIdx.x & (WARP_SIZE - 1);
    if (row < num_rows) {
        ValueType dot = 0;
        for (IndexType jj = ptr[row] + lane; jj < ptr[row + 1]; jj += WARP_SIZE)
            dot += data[jj] * x[indices[jj]];
        dot = warpReduceSum(dot);
        if (lane == 0) y[row] += dot;
    }
}

template <typename T>
T *toDevice(const T *host, size_t count)
{
    T *device;
    cudaMalloc(&device, count * sizeof(T));
    cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice);
    return device;
}

int main(void)
{
    const int rows = 101, per = 37;
    static int ptr[rows + 1], indices[rows * per];
    static double data[rows * per], x[rows], y[rows];
    int nnz = 0;
    for (int r = 0; r < rows; r++) {
        ptr[r] = nnz;
        x[r] = r % 5 - 1.5;
        for (int k = 0; k < r % per; k++) {
            indices[nnz] = (r * 13 + k * 7) % rows;
            data[nnz++] = (k % 3) * 0.5;
        }
    }
    ptr[rows] = nnz;
    int *d_ptr = toDevice(ptr, rows + 1), *d_indices = toDevice(indices, nnz);
    double *d_data = toDevice<double>(data, nnz), *d_x = toDevice(x, rows), *d_y = toDevice(y, rows);
    spmv_csr_vector<int, double><<<(rows + 3) / 4, 4 * WARP_SIZE>>>(rows, d_ptr, d_indices, d_data, d_x, d_y);
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int r = 0; r < rows; r++) {
        double sum = 0;
        for (int k = ptr[r]; k < ptr[r + 1]; k++) sum += data[k] * x[indices[k]];
        wrong += sum != y[r];
    }
    printf("%d wrong of %d rows, %d values\n", wrong, rows, nnz);
    cudaFree(d_ptr); cudaFree(d_indices); cudaFree(d_data); cudaFree(d_x); cudaFree(d_y);
    return 0;
}
