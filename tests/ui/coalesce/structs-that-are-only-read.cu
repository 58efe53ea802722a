//@ coalesce: diff
// Members that are read one after the other come from the cache: nothing to gain.
typedef struct {
    float x, y, z;
} vector;

__global__ void lengths(float *__restrict__ length, const vector *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        length[i] = sqrtf(v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z);
}

void run(float *length, const vector *v, int n)
{
    lengths<<<(n + 255) / 256, 256>>>(length, v, n);
}
