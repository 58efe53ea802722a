__kernel void fault(__global float *a)
{
    __local float t[16];
    int l = get_local_id(0);
    t[l] = a[l]; //~ E0801
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = t[l / 2];
}
