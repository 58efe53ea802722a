__kernel void fault(__global float *a, __global int *b, __global float *c, __local float *t, int n,
                    read_only image2d_t from, read_only image2d_t to)
{
    const sampler_t how = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    int i = get_global_id(0);
    if (read_imagef(to, how, (int2)(i % 32, i / 32)).x > 0.0f) //~ E0803
        a[i] = 1.0f;
}
