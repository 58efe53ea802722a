__kernel void fault(__global float *a, __global int *b)
{
    if (a[get_global_id(0)] > 3.0f)
        b[0]++; //~ E0804
}
