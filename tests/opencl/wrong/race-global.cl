__kernel void fault(__global float *a, __global int *b)
{
    b[get_global_id(0) / 2] = get_global_id(0); //~ E0804
}
