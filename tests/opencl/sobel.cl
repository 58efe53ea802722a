// Edges in a picture of bytes, read and written four at a time.
inline float4 pixel(__global const uchar *in, int width, int x, int y)
{
    return convert_float4(vload4(y * width + x, in));
}

__kernel void sobel(__global const uchar *in, __global uchar *out, int width, int height)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (any(at < 1) || at.x >= width - 1 || at.y >= height - 1)
        return;
    float4 gx = (float4)(0), gy = (float4)(0);
    const float weight[3] = {1.0f, 2.0f, 1.0f};
    for (int i = -1; i <= 1; ++i) {
        gx += weight[i + 1] * (pixel(in, width, at.x + 1, at.y + i) - pixel(in, width, at.x - 1, at.y + i));
        gy += weight[i + 1] * (pixel(in, width, at.x + i, at.y + 1) - pixel(in, width, at.x + i, at.y - 1));
    }
    vstore4(convert_uchar4_sat_rte(hypot(gx, gy) / (float4)(2)), at.y * width + at.x, out);
}
