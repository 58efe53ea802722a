//@ run: processor
// The size of a tile may be known at run time alone; one of more than a warp ends the kernel, as on a GPU.
#include <cooperative_groups.h>
#include <iostream>

namespace cg = cooperative_groups;

__global__ void ranks(int *a, int size)
{
    cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), size);
    a[threadIdx.x] = tile.thread_rank();
}

int main()
{
    int *a;
    cudaMallocManaged(&a, 128 * sizeof *a);
    for (int size : {4, 32, 64}) {
        ranks<<<1, 128>>>(a, size);
        std::cout << cudaGetErrorName(cudaDeviceSynchronize());
        std::cout << " " << a[7] << " " << a[127] << "\n";
    }
    return 0;
}
