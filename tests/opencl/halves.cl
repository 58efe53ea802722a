// Numbers of sixteen bits in memory, in all their forms.

__kernel void there_and_back(__global const half *from, __global half *to)
{
    size_t i = get_global_id(0);
    vstore_half(vload_half(i, from), i, to);
}

// A number and its neighbours, rounded in each way: five halves for each.
__kernel void rounded(__global const float *from, __global half *to)
{
    size_t i = get_global_id(0);
    float v = from[i];
    __global half *mine = to + 5 * i;
    vstore_half(v, 0, mine);
    vstore_half_rte(v, 1, mine);
    vstore_half_rtz(v, 2, mine);
    vstore_half_rtp(v, 3, mine);
    vstore_half_rtn(v, 4, mine);
}

// Three lanes lie behind each other, or in the room of four.
__kernel void lanes(__global const half *from, __global half *packed, __global half *aligned, __global float *sums)
{
    size_t i = get_global_id(0);
    float3 v = vload_half3(i, from);
    vstore_half3(v * 2.0f, i, packed);
    vstorea_half3_rtz(v + 1.0f, i, aligned);
    float4 w = vload_half4(i, from) + vloada_half4(i, from);
    sums[i] = w.x + w.y + w.z + w.w;
}

// What a work item asks of its range.
__kernel void dimensions(__global uint *to)
{
    size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
    to[i] = 10 * get_work_dim() + (uint)get_global_size(get_work_dim() - 1);
}
