// Exclusive sums: up and down a tree in local memory, then the sums of the groups before.
__kernel void scan_groups(__global const uint *in, __global uint *out, __global uint *totals, __local uint *t)
{
    const uint lid = get_local_id(0), n = 2 * get_local_size(0), base = get_group_id(0) * n;
    t[2 * lid] = in[base + 2 * lid];
    t[2 * lid + 1] = in[base + 2 * lid + 1];
    uint offset = 1;
    for (uint d = n >> 1; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < d) {
            uint a = offset * (2 * lid + 1) - 1, b = offset * (2 * lid + 2) - 1;
            t[b] += t[a];
        }
        offset <<= 1;
    }
    if (lid == 0) {
        totals[get_group_id(0)] = t[n - 1];
        t[n - 1] = 0;
    }
    for (uint d = 1; d < n; d <<= 1) {
        offset >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < d) {
            uint a = offset * (2 * lid + 1) - 1, b = offset * (2 * lid + 2) - 1;
            uint kept = t[a];
            t[a] = t[b];
            t[b] += kept;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[base + 2 * lid] = t[2 * lid];
    out[base + 2 * lid + 1] = t[2 * lid + 1];
}

__kernel void add_totals(__global uint *out, __global const uint *totals)
{
    uint before = 0;
    for (uint g = 0; g < get_group_id(0); g++)
        before += totals[g];
    out[get_global_id(0)] += before;
}
