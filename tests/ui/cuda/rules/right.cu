// What nvcc takes, though no header says so: `atoi`, `exit`, `INT_MAX`, `min`.
#include <cstdio>
__device__ int table[4] = {1, 2, 3, 4};
__managed__ int managed = 5;
__global__ void k(int *a) { a[threadIdx.x] = table[threadIdx.x] + managed; }
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4, *a;
    cudaError err = cudaMalloc(&a, n * sizeof(int));
    if (err != cudaSuccess || n == INT_MAX)
        exit(EXIT_FAILURE);
    k<< <1, 4>> >(a);
    printf("%d\n", min(n, 3) + managed);
    goto end;
end:
    return 0;
}
