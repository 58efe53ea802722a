// Sums of groups, in a tree in local memory of the host's size.
__kernel void sum(__global const float *in, __global float *sums, __local float *tree, int n)
{
    uint lid = get_local_id(0), stride = get_global_size(0);
    float mine = 0.0f;
    for (uint i = get_global_id(0); i < n; i += stride)
        mine += in[i];
    tree[lid] = mine;
    for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < s)
            tree[lid] += tree[lid + s];
    }
    if (lid == 0)
        sums[get_group_id(0)] = tree[0];
}

// The same with vectors.
__kernel void sum4(__global const float4 *in, __global float *sums, __local float4 *tree, int n)
{
    int lid = get_local_id(0);
    float4 mine = (float4)(0.0f);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        mine += in[i];
    tree[lid] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (lid < s)
            tree[lid] += tree[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) {
        float4 all = tree[0];
        all.lo += all.hi;
        sums[get_group_id(0)] = all.x + all.y;
    }
}
