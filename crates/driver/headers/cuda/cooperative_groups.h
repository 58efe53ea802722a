/* Groups of threads that work together, as far as kernels are read: a block, tiles of a warp,
   the lanes that are at one place. Blocks that wait for each other are not among them. The
   namespace is left out, as it is from kernels. */
#ifndef WARPLOOM_COOPERATIVE_GROUPS_H
#define WARPLOOM_COOPERATIVE_GROUPS_H

struct thread_block {
    int whole;
    __device__ void sync() const { __syncthreads(); }
    __device__ unsigned int thread_rank() const
    {
        return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    }
    __device__ unsigned int size() const { return blockDim.x * blockDim.y * blockDim.z; }
    __device__ unsigned int num_threads() const { return blockDim.x * blockDim.y * blockDim.z; }
    __device__ uint3 thread_index() const { return threadIdx; }
    __device__ uint3 group_index() const { return blockIdx; }
    __device__ dim3 group_dim() const { return blockDim; }
    __device__ dim3 dim_threads() const { return blockDim; }
};
__device__ inline thread_block this_thread_block()
{
    thread_block block;
    block.whole = 1;
    return block;
}

struct grid_group {
    int whole;
    __device__ unsigned long long size() const
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * blockDim.x * blockDim.y * blockDim.z;
    }
    __device__ unsigned long long num_threads() const { return size(); }
    __device__ unsigned long long thread_rank() const
    {
        unsigned long long block = blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
        unsigned int rank = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
        return block * (blockDim.x * blockDim.y * blockDim.z) + rank;
    }
};
__device__ inline grid_group this_grid()
{
    grid_group grid;
    grid.whole = 1;
    return grid;
}

/* Members are no templates here. */
#define WARPLOOM_SHUFFLES(T)                                                                                          \
    __device__ T shfl(T value, unsigned int from) const { return __shfl_sync(mask, value, from, Size); }             \
    __device__ T shfl_up(T value, unsigned int by) const { return __shfl_up_sync(mask, value, by, Size); }           \
    __device__ T shfl_down(T value, unsigned int by) const { return __shfl_down_sync(mask, value, by, Size); }       \
    __device__ T shfl_xor(T value, unsigned int bits) const { return __shfl_xor_sync(mask, value, bits, Size); }
template <unsigned int Size, typename Parent = thread_block> struct thread_block_tile {
    unsigned int mask;
    unsigned int rank;
    __device__ void sync() const { __syncwarp(mask); }
    __device__ unsigned int thread_rank() const { return rank; }
    __device__ unsigned int size() const { return Size; }
    __device__ unsigned int num_threads() const { return Size; }
    __device__ unsigned int meta_group_rank() const
    {
        return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / Size;
    }
    __device__ unsigned int meta_group_size() const
    {
        return (blockDim.x * blockDim.y * blockDim.z + Size - 1) / Size;
    }
    WARPLOOM_SHUFFLES(int)
    WARPLOOM_SHUFFLES(unsigned int)
    WARPLOOM_SHUFFLES(long long)
    WARPLOOM_SHUFFLES(unsigned long long)
    WARPLOOM_SHUFFLES(float)
    WARPLOOM_SHUFFLES(double)
    __device__ int any(int predicate) const { return __any_sync(mask, predicate); }
    __device__ int all(int predicate) const { return __all_sync(mask, predicate); }
    __device__ unsigned int ballot(int predicate) const
    {
        return __ballot_sync(mask, predicate) >> (__ffs(mask) - 1);
    }
};
template <unsigned int Size> __device__ inline thread_block_tile<Size> tiled_partition(thread_block block)
{
    _Static_assert(Size <= 32, "tiles of more than a warp are not there: use the block, or tiles of 32");
    thread_block_tile<Size> tile;
    unsigned int lane = block.thread_rank() % 32;
    tile.rank = lane % Size;
    tile.mask = (Size >= 32 ? 0xffffffffu : (1u << Size) - 1) << (lane - tile.rank);
    return tile;
}

struct coalesced_group {
    unsigned int mask;
    __device__ void sync() const { __syncwarp(mask); }
    __device__ unsigned int size() const { return __popc(mask); }
    __device__ unsigned int num_threads() const { return __popc(mask); }
    __device__ unsigned int thread_rank() const
    {
        unsigned int lane = (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
        return __popc(mask & ((1u << lane) - 1));
    }
    /* The lane of a rank. */
    __device__ int lane_of(unsigned int rank) const
    {
        unsigned int rest = mask;
        for (unsigned int i = 0; i < rank; i++)
            rest &= rest - 1;
        return __ffs(rest) - 1;
    }
    __device__ int shfl(int value, unsigned int from) const { return __shfl_sync(mask, value, lane_of(from), 32); }
    __device__ unsigned int shfl(unsigned int value, unsigned int from) const { return __shfl_sync(mask, value, lane_of(from), 32); }
    __device__ float shfl(float value, unsigned int from) const { return __shfl_sync(mask, value, lane_of(from), 32); }
    __device__ int any(int predicate) const { return __any_sync(mask, predicate); }
    __device__ int all(int predicate) const { return __all_sync(mask, predicate); }
};
__device__ inline coalesced_group coalesced_threads()
{
    coalesced_group group;
    group.mask = __activemask();
    return group;
}

#ifdef WARPLOOM_READS_CLASSES
/* What `reduce` combines with, and the values of a group combined from its first lane on. */
template <typename T> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <typename T> struct less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <typename T> struct greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
template <typename T> struct bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <typename T> struct bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <typename T> struct bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };
template <unsigned int Size, typename T, typename F>
__device__ T reduce(const thread_block_tile<Size> &tile, T value, F combine)
{
    T all = tile.shfl(value, 0);
    for (unsigned int i = 1; i < Size; i++)
        all = combine(all, tile.shfl(value, i));
    return all;
}
#endif

template <typename Group> __device__ void sync(const Group &group) { group.sync(); }

#endif
