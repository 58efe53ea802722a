__kernel void fault(__global float *a, __global int *b, __global float *c, __local float *t)
{
    int l = get_local_id(0);
    t[2 * l + 64] = a[l]; //~ E0801
}
