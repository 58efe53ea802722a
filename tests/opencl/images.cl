// Images of every kind: read by samplers of the file, of the kernel and of the host, and written.

__constant sampler_t at_the_edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
const sampler_t smooth = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

static float4 mean(__read_only image2d_t from, int2 at)
{
    float4 sum = (float4)(0.0f);
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            sum += read_imagef(from, at_the_edge, at + (int2)(x, y));
    return sum / 9.0f;
}

__kernel void blur(__read_only image2d_t from, __write_only image2d_t to)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x < get_image_width(to) && at.y < get_image_height(to))
        write_imagef(to, at, mean(from, at));
}

__kernel void turn(read_only image2d_t from, __global float *to, float angle)
{
    int2 size = get_image_dim(from);
    int x = get_global_id(0), y = get_global_id(1);
    float2 at = (float2)((x + 0.5f) / size.x - 0.5f, (y + 0.5f) / size.y - 0.5f);
    float2 turned = (float2)(at.x * cos(angle) - at.y * sin(angle), at.x * sin(angle) + at.y * cos(angle));
    to[y * size.x + x] = read_imagef(from, smooth, turned + 0.5f).x;
}

// What the host's sampler makes of places inside and outside.
__kernel void sampled(read_only image2d_t from, sampler_t how, __global const float2 *places, __global float4 *to)
{
    size_t i = get_global_id(0);
    to[i] = read_imagef(from, how, places[i]);
}

__kernel void negative(read_only image2d_t from, write_only image2d_t to)
{
    const sampler_t none = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    uint4 v = read_imageui(from, none, at), outside = read_imageui(from, none, at - (int2)(100, 0));
    write_imageui(to, at, (uint4)(300, 255, 255, 255) - v + outside);
}

__kernel void halved(read_only image2d_t from, write_only image2d_t to)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagei(to, at, read_imagei(from, at_the_edge, at) / 2 - 40000);
}

__kernel void others(read_only image1d_t row, read_only image1d_buffer_t points, read_only image2d_array_t layers,
                     read_only image3d_t solid, sampler_t how, __global float *to)
{
    int i = get_global_id(0);
    float a = read_imagef(row, how, (float)i + 0.25f).x;
    float b = (float)read_imagei(points, i).x;
    float c = read_imagef(layers, how, (float4)(i % 4 + 0.5f, i / 4 % 2 + 0.75f, i % 3, 0.0f)).x;
    float d = read_imagef(solid, how, (float4)(i % 4 + 0.75f, i / 4 % 3 + 1.25f, i % 2 + 1.0f, 0.0f)).x;
    to[4 * i] = a;
    to[4 * i + 1] = b * get_image_width(row);
    to[4 * i + 2] = c * get_image_array_size(layers);
    to[4 * i + 3] = d * get_image_depth(solid);
}

__kernel void formats(write_only image2d_t to, __global int *asked)
{
    int x = get_global_id(0);
    write_imagef(to, (int2)(x, 0), (float4)(x / 7.0f, 1.0f - x / 7.0f, x - 3.5f, 0.5f));
    if (x == 0) {
        asked[0] = get_image_channel_order(to) == CLK_R ? 1 : get_image_channel_order(to) == CLK_RGBA ? 4 : 2;
        asked[1] = get_image_channel_data_type(to) == CLK_FLOAT;
    }
}
