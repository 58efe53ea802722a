/* matmul.cu for Oclgrind: oclgrind-kernel --data-races --inst-counts matmul.sim */
#ifndef N
#define N 512
#endif
#define TILE 16

kernel void matmul(global float *c, global const float *a, global const float *b)
{
    local float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1);
    int row = get_group_id(1) * TILE + y, column = get_group_id(0) * TILE + x;
    float sum = 0;
    for (int k = 0; k < N; k += TILE) {
        tile_a[y][x] = a[row * N + k + x];
        tile_b[y][x] = b[(k + y) * N + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < TILE; j++)
            sum += tile_a[y][j] * tile_b[j][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * N + column] = sum;
}
