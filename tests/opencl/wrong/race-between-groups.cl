__kernel void fault(__global float *a)
{
    int i = get_global_id(0), n = get_global_size(0);
    a[i] += a[(i + 32) % n]; //~ E0804
}
