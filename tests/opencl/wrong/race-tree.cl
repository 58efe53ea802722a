__kernel void fault(__global float *a, __global int *b, __global float *c, __local float *t)
{
    int l = get_local_id(0);
    t[l] = a[get_global_id(0)];
    for (int s = 16; s > 0; s >>= 1)
        if (l < s)
            t[l] += t[l + s]; //~ E0804
    if (l == 0)
        a[get_group_id(0)] = t[0];
}
