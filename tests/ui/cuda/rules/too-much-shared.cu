// Static shared memory has 48 KB at most.
__global__ void k(float *a)
{
    __shared__ float tile[128][128]; //~ E0937 the kernel `k` declares 65536 bytes of shared memory
    tile[threadIdx.x][threadIdx.y] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
