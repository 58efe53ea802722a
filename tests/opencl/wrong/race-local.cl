__kernel void fault(__global float *a)
{
    __local float t[32];
    int i = get_local_id(0);
    t[i] = a[get_global_id(0)];
    a[get_global_id(0)] = t[31 - i]; //~ E0804
}
