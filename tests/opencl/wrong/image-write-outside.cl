__kernel void fault(__global float *a, __global int *b, __global float *c, __local float *t, int n,
                    read_only image2d_t from, write_only image2d_t to)
{
    int i = get_global_id(0);
    write_imagef(to, (int2)(i, 1), (float4)(1.0f)); //~ E0801
}
