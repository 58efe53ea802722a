__kernel void fault(__global float4 *a, __global int *b)
{
    int i = get_global_id(0);
    float4 v = a[i]; //~ E0801
    b[i] = (int)v.x;
}
