#define BINS 64
__kernel void histogram(__global const uchar *data, volatile __global uint *bins, uint n)
{
    __local uint mine[BINS];
    for (uint b = get_local_id(0); b < BINS; b += get_local_size(0))
        mine[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&mine[data[i] & (BINS - 1)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = get_local_id(0); b < BINS; b += get_local_size(0))
        atomic_add(&bins[b], mine[b]);
}

// What else is atomic: each of these ends the same in any order.
__kernel void others(__global int *cell, __global int *old)
{
    int id = get_global_id(0);
    atomic_max(&cell[0], id * 3);
    atomic_min(&cell[1], -id);
    atomic_or(&cell[2], 1 << (id & 15));
    atomic_and(&cell[3], ~(1 << (id & 7)));
    atomic_xor(&cell[4], id);
    atomic_sub(&cell[5], 2);
    atomic_dec(&cell[6]);
    old[id] = atomic_add(&cell[7], 0);
    for (int seen = cell[8], was;; seen = was)
        if ((was = atomic_cmpxchg(&cell[8], seen, seen + id)) == seen)
            break;
}
