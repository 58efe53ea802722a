__kernel void fault(__global float4 *a)
{
    int i = get_global_id(0);
    a[i / 4].xy = (float2)(i, i); //~ E0804
}
