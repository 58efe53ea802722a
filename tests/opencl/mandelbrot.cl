__kernel void mandelbrot(__global uchar4 *image, const float scale, const uint most, const int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float2 c = (float2)((x - width / 2) * scale - 0.5f, (y - width / 2) * scale), z = c;
    uint n = 0;
    for (; n < most && dot(z, z) < 4.0f; n++)
        z = (float2)(z.x * z.x - z.y * z.y, 2.0f * z.x * z.y) + c;
    uchar4 color;
    color.xyz = (uchar3)(n * 5 & 255, n & 255, 255 - (n & 255));
    color.w = n == most ? 0 : 255;
    image[y * width + x] = color;
}
