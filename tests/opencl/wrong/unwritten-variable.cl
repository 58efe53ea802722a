__kernel void fault(__global float *a)
{
    float sum[4];
    int i = get_global_id(0);
    sum[i % 2] = a[i];
    a[i] = sum[2]; //~ E0803
}
