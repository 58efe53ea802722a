// C = A B by tiles in local memory.
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matrix_product(__global const float *A, __global const float *B, __global float *C, const int n)
{
    __local float a[TILE][TILE], b[TILE][TILE];
    const int column = get_local_id(0), row = get_local_id(1);
    const int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int t = 0; t < n; t += TILE) {
        a[row][column] = A[y * n + t + column];
        b[row][column] = B[(t + row) * n + x];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int k = 0; k < TILE; k++)
            sum = mad(a[row][k], b[k][column], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    C[y * n + x] = sum;
}
