// Tiles of more than a warp need the block's barrier, and are not there: the line that asks for one is told.
#include <cooperative_groups.h>
#include <iostream>

namespace cg = cooperative_groups;

__global__ void ranks(int *a)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    auto large = cg::tiled_partition<64>(cg::this_thread_block()); //~ E0930 tiles of more than a warp are not there
    a[threadIdx.x] = tile.thread_rank() + large.thread_rank();
}

int main()
{
    std::cout << "nothing\n";
    return 0;
}
