__kernel void fault(__global float *a)
{
    int i = get_global_id(0);
    vstore2((float2)(i, i), i / 2, a); //~ E0804
}
