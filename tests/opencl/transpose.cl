#define T 16
__kernel void transpose(__global float *out, __global const float *in, int width, int height, __local float *block)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x < width && y < height)
        block[get_local_id(1) * (T + 1) + get_local_id(0)] = in[y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * T + get_local_id(0);
    y = get_group_id(0) * T + get_local_id(1);
    if (x < height && y < width)
        out[y * height + x] = block[get_local_id(0) * (T + 1) + get_local_id(1)];
}
