/* Groups of threads that work together: a block, and tiles of a warp. */
#ifndef WARPLOOM_COOPERATIVE_GROUPS_H
#define WARPLOOM_COOPERATIVE_GROUPS_H
#include "cuda_runtime.h"

namespace cooperative_groups {

inline unsigned warploom_rank()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

class thread_block {
public:
    static void sync() { __syncthreads(); }
    static unsigned thread_rank() { return warploom_rank(); }
    static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned num_threads() { return size(); }
    static dim3 group_index() { return blockIdx; }
    static dim3 thread_index() { return threadIdx; }
    static dim3 group_dim() { return blockDim; }
    static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() { return {}; }

/* Lanes of a warp, by their mask. */
class warploom_lanes {
public:
    explicit warploom_lanes(unsigned mask) : mask(mask) {}
    unsigned lanes() const { return mask; }
    void sync() const { __syncwarp(mask); }
    unsigned size() const { return __popc(mask); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const { return __popc(mask & ((1u << warploom_lane()) - 1)); }
    unsigned meta_group_rank() const { return warploom_rank() / size(); }
    unsigned meta_group_size() const { return (thread_block::size() + size() - 1) / size(); }
    int any(int predicate) const { return __any_sync(mask, predicate); }
    int all(int predicate) const { return __all_sync(mask, predicate); }
    unsigned ballot(int predicate) const { return packed(__ballot_sync(mask, predicate)); }
    template <class T> unsigned match_any(T value) const { return packed(__match_any_sync(mask, value)); }
    template <class T> T shfl(T value, unsigned rank) const { return ::warploom::take(mask, value, lane(rank % size())); }
    template <class T> T shfl_up(T value, unsigned delta) const
    {
        unsigned rank = thread_rank();
        return ::warploom::take(mask, value, lane(rank < delta ? rank : rank - delta));
    }
    template <class T> T shfl_down(T value, unsigned delta) const
    {
        unsigned rank = thread_rank();
        return ::warploom::take(mask, value, lane(rank + delta < size() ? rank + delta : rank));
    }
    template <class T> T shfl_xor(T value, unsigned bits) const
    {
        unsigned rank = thread_rank() ^ bits;
        return ::warploom::take(mask, value, lane(rank < size() ? rank : thread_rank()));
    }

protected:
    unsigned mask;
    /* The lane of a rank. */
    int lane(unsigned rank) const
    {
        for (int lane = 0; lane < 32; lane++)
            if (mask >> lane & 1 && rank-- == 0)
                return lane;
        return warploom_lane();
    }
    /* A mask of lanes as one of ranks. */
    unsigned packed(unsigned lanes) const
    {
        unsigned ranks = 0, rank = 0;
        for (int lane = 0; lane < 32; lane++)
            if (mask >> lane & 1)
                ranks |= (lanes >> lane & 1) << rank++;
        return ranks;
    }
};

inline unsigned warploom_tile_mask(unsigned size)
{
    unsigned first = ::warploom_lane() / size * size;
    return (size >= 32 ? 0xffffffffu : (1u << size) - 1) << first;
}

template <unsigned Size, class Parent = void> class thread_block_tile : public warploom_lanes {
    static_assert(Size <= 32, "tiles of more than a warp are not there: use the block, or tiles of 32");
    static_assert(Size > 0 && (Size & (Size - 1)) == 0, "the size of a tile is a power of two");

public:
    thread_block_tile() : warploom_lanes(warploom_tile_mask(Size)) {}
    template <class Other> thread_block_tile(const thread_block_tile<Size, Other> &) : thread_block_tile() {}
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static unsigned thread_rank() { return ::warploom_lane() % Size; }
};
class thread_group : public warploom_lanes {
public:
    thread_group(thread_block) : warploom_lanes(0), whole(true) {}
    thread_group(warploom_lanes lanes) : warploom_lanes(lanes), whole(false) {}
    void sync() const { whole ? __syncthreads() : warploom_lanes::sync(); }
    unsigned size() const { return whole ? thread_block::size() : warploom_lanes::size(); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const { return whole ? thread_block::thread_rank() : warploom_lanes::thread_rank(); }

private:
    bool whole;
};
class coalesced_group : public warploom_lanes {
public:
    using warploom_lanes::warploom_lanes;
};
inline __attribute__((always_inline)) coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned Size, class Parent> thread_block_tile<Size, Parent> tiled_partition(const Parent &) { return {}; }
/* CUDA's own ends the kernel if the size is none of a part of a warp. */
inline thread_group tiled_partition(const thread_group &, unsigned size)
{
    if (size == 0 || size > 32 || (size & (size - 1)) != 0)
        __trap();
    return warploom_lanes(warploom_tile_mask(size));
}
template <class Group> void sync(const Group &group) { group.sync(); }
/* The lanes of a group that say the same. */
template <class Group> coalesced_group binary_partition(const Group &group, bool predicate)
{
    const unsigned set = __ballot_sync(group.lanes(), predicate);
    return coalesced_group(predicate ? set : group.lanes() & ~set);
}
template <class Group, class Label> coalesced_group labeled_partition(const Group &group, Label label)
{
    return coalesced_group(__match_any_sync(group.lanes(), label));
}

/* All blocks at once. */
class grid_group {
public:
    static unsigned long long size() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * thread_block::size(); }
    static unsigned long long num_threads() { return size(); }
    static unsigned long long thread_rank()
    {
        return (blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z)) * thread_block::size() + warploom_rank();
    }
    static bool is_valid() { return warploom_is_cooperative() || num_blocks() == 1; }
    static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    static unsigned long long block_rank() { return blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z); }
    static dim3 group_dim() { return gridDim; }
    static dim3 dim_blocks() { return gridDim; }
    static dim3 block_index() { return blockIdx; }
    static void sync()
    {
        if (!is_valid()) {
            fprintf(stderr, "blocks of a grid wait for each other: launch it with cudaLaunchCooperativeKernel\n");
            exit(1);
        }
        num_blocks() == 1 ? __syncthreads() : warploom_wait_for_grid();
    }
};
inline grid_group this_grid() { return {}; }

template <class T = void> struct plus { template <class A> A operator()(A a, A b) const { return a + b; } };
template <class T = void> struct less { template <class A> A operator()(A a, A b) const { return b < a ? b : a; } };
template <class T = void> struct greater { template <class A> A operator()(A a, A b) const { return b > a ? b : a; } };
template <class T = void> struct bit_and { template <class A> A operator()(A a, A b) const { return a & b; } };
template <class T = void> struct bit_or { template <class A> A operator()(A a, A b) const { return a | b; } };
template <class T = void> struct bit_xor { template <class A> A operator()(A a, A b) const { return a ^ b; } };
template <class Group, class T, class Combine> T reduce(const Group &group, T value, Combine combine)
{
    T all = group.shfl(value, 0);
    for (unsigned rank = 1; rank < group.size(); rank++)
        all = combine(all, group.shfl(value, rank));
    return all;
}
template <class Group, class T, class Combine> T inclusive_scan(const Group &group, T value, Combine combine)
{
    T before = group.shfl(value, 0);
    for (unsigned rank = 1; rank < group.size(); rank++) {
        T next = group.shfl(value, rank);
        if (rank <= group.thread_rank())
            before = combine(before, next);
    }
    return before;
}
template <class Group, class T> T inclusive_scan(const Group &group, T value) { return inclusive_scan(group, value, plus<T>()); }
template <class Group, class T> T exclusive_scan(const Group &group, T value) { return inclusive_scan(group, value) - value; }
template <class Group> bool invoke_one_is_first(const Group &group) { return group.thread_rank() == 0; }
template <class Group, class To, class From> void memcpy_async(const Group &group, To *to, const From *from, size_t bytes)
{
    for (size_t at = group.thread_rank(); at < bytes; at += group.size())
        ((char *)to)[at] = ((const char *)from)[at];
}
template <class Group> void wait(const Group &group) { group.sync(); }
template <unsigned Stages, class Group> void wait_prior(const Group &group) { group.sync(); }

}
#endif
