#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// y = A x for rows of any length: one work item for a row, and a group for a row.
__kernel void by_items(__global const double *value, __global const int *column, __global const int *row,
                       __global const double *x, __global double *y, int n)
{
    int r = get_global_id(0);
    if (r < n) {
        double sum = 0.0;
        for (int i = row[r]; i < row[r + 1]; i++)
            sum += value[i] * x[column[i]];
        y[r] = sum;
    }
}

__kernel void by_groups(__global const double *value, __global const int *column, __global const int *row,
                        __global const double *x, __global double *y, __local double *part)
{
    int r = get_group_id(0), lid = get_local_id(0);
    double sum = 0.0;
    for (int i = row[r] + lid; i < row[r + 1]; i += get_local_size(0))
        sum += value[i] * x[column[i]];
    part[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        for (int i = 1; i < get_local_size(0); i++)
            sum += part[i];
        y[r] = sum;
    }
}
