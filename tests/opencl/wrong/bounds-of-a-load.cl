__kernel void fault(__global float *a, __global int *b)
{
    int i = get_global_id(0);
    b[i] = (int)vload4(i, a).w; //~ E0801
}
