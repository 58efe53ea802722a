__kernel void fault(__global float *a, __global int *b, __global float *c, __local float *t, int n,
                    read_only image2d_t from, write_only image2d_t to)
{
    const sampler_t how = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
    int i = get_global_id(0);
    a[i] = read_imagef(from, how, (int2)(i % 32, i / 32 + 1)).x; //~ E0801
}
