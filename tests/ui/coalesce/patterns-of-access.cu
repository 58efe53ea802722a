//@ explain: accesses
// What each access costs: only what is strided is worth a remark.
struct cell { float density, pressure, energy; };

__global__ void patterns(float *out, const float *in, const struct cell *cells, const int *index, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n - 1)
        return;
    float sum = in[i] + in[i - 1] + in[blockIdx.x] + in[index[i]];
    sum += cells[i].pressure;
    for (int j = 0; j < n; j++)
        sum += in[i * n + j]; //~ R2130 neighbouring threads read `in` far from each other
    out[i] = sum;
}

__global__ void block_of_two_dimensions(double *a, int pitch)
{
    __shared__ double tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = a[y * pitch + x];
    __syncthreads();
    a[x * pitch + y] = tile[threadIdx.y][threadIdx.x]; //~ R2130 neighbouring threads write `a` far from each other
}

void run(float *out, const float *in, const struct cell *cells, const int *index, double *a, int n)
{
    dim3 block(16, 16), grid(n / 16, n / 16);
    patterns<<<n / 128, 128>>>(out, in, cells, index, n);
    block_of_two_dimensions<<<grid, block>>>(a, n);
}

// A warp for each row, and a row for each lane of the grid.
__global__ void rows_of_warps(float *y, const float *a, int m)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int j = lane; j < m; j += 32)
        sum += a[row * m + j];
    y[row] = sum;
}
