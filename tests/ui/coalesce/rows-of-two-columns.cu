//@ coalesce: diff
// Where launches tell that rows are short, a thread for each is best.
__global__ void assign(const float *points, const float *centres, int *nearest, int n, int k, int dim)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float best = 1e30f;
    for (int c = 0; c < k; c++) {
        float sum = 0;
        for (int d = 0; d < dim; d++)
            sum += (points[i * dim + d] - centres[c * dim + d]) * (points[i * dim + d] - centres[c * dim + d]);
        if (sum < best) {
            best = sum;
            nearest[i] = c;
        }
    }
}

void cluster(const float *points, const float *centres, int *nearest, int n, int dim)
{
    assign<<<(n + 255) / 256, 256>>>(points, centres, nearest, n, 8, dim);
}

int main(void)
{
    int n = 1 << 20, dim = 2;
    float *points, *centres;
    int *nearest;
    cudaMalloc(&points, n * dim * sizeof(float));
    cudaMalloc(&centres, 8 * dim * sizeof(float));
    cudaMalloc(&nearest, n * sizeof(int));
    cluster(points, centres, nearest, n, dim);
    return 0;
}
