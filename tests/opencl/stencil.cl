// Heat in a plate: ten steps between two buffers.
__kernel void stencil(const __global float *a, __global float *b)
{
    const size_t x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
    const size_t at = mad24((int)y, (int)w, (int)x);
    b[at] = x == 0 || y == 0 || x == w - 1 || y == h - 1
                ? a[at]
                : 0.25f * (a[at - 1] + a[at + 1] + a[at - w] + a[at + w]);
}
