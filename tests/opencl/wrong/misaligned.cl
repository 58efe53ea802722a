__kernel void fault(__global float *a, __global int *b)
{
    int i = get_global_id(0);
    __global float2 *pairs = (__global float2 *)(a + 1);
    float2 pair = pairs[i / 4]; //~ E0802
    b[i] = (int)(pair.x + pair.y);
}
