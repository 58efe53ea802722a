__kernel void fault(__global float *a, __global int *b, __global float *c, __local float *t)
{
    int l = get_local_id(0);
    if (l < 16)
        t[l] = a[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = t[l]; //~ E0803
}
