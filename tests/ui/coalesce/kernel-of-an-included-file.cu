//@ coalesce: diff
// Only the named file is written: of a kernel that could be better, and stands in another one, it is said.
#include "include/rows.cuh"

int main()
{
    float *a, *sums;
    cudaMalloc(&a, 512 * 512 * sizeof(float));
    cudaMalloc(&sums, 512 * sizeof(float));
    cudaMemset(a, 0, 512 * 512 * sizeof(float));
    sum_rows<<<2, 256>>>(sums, a, 512);
    twice<<<1, 512>>>(sums);
    cudaFree(a);
    cudaFree(sums);
    return 0;
}
