#define RADIUS 4
__constant float gauss[2 * RADIUS + 1] = {0.02f, 0.05f, 0.12f, 0.19f, 0.24f, 0.19f, 0.12f, 0.05f, 0.02f};

// Rows with the kernel's own weights, columns with the host's; neighbours come through local memory.
__kernel void rows(__global const float *in, __global float *out, int width)
{
    __local float part[64 + 2 * RADIUS];
    int x = get_global_id(0), y = get_global_id(1), lid = get_local_id(0);
    part[lid + RADIUS] = in[y * width + x];
    if (lid < RADIUS) {
        part[lid] = x >= RADIUS ? in[y * width + x - RADIUS] : 0.0f;
        int right = x + 64;
        part[lid + 64 + RADIUS] = right < width ? in[y * width + right] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int i = -RADIUS; i <= RADIUS; i++)
        sum += gauss[i + RADIUS] * part[lid + RADIUS + i];
    out[y * width + x] = sum;
}

__kernel void columns(__global const float *in, __global float *out, __constant float *weight, int height)
{
    int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
    float sum = 0.0f;
    for (int i = -RADIUS; i <= RADIUS; i++)
        if (y + i >= 0 && y + i < height)
            sum += weight[i + RADIUS] * in[(y + i) * width + x];
    out[y * width + x] = sum;
}
