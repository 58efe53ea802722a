__kernel void fault(__global float *a, __global int *b)
{
    int i = get_global_id(0);
    if (b[i] > 40)
        return;
    barrier(CLK_GLOBAL_MEM_FENCE); //~ E0805
    a[i] = 2;
}
