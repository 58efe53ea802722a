__kernel void fault(__global float *a, __global int *b, __global float *c)
{
    int i = get_global_id(0);
    a[i] += c[i]; //~ E0803
}
