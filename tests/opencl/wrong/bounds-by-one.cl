__kernel void fault(__global float *a)
{
    int i = get_global_id(0);
    float next = a[i + 1]; //~ E0801
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (next < 0)
        a[i] = next;
}
