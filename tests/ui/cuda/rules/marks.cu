// What is marked, and where.
__constant__ int limit[4];
__device__ int found;

__global__ __host__ void two(int *a) { a[0] = 1; } //~ E0940 `two` is marked `__global__` and `__host__`

__global__ void many(int n, ...) {} //~ E0940 the kernel `many` has `...` among its parameters

__global__ void k(int *a, int n)
{
    __constant__ int local; //~ E0940 `local` is marked `__constant__`, and declared in a function
    extern __shared__ int tile[];
    tile[threadIdx.x] = limit[a[0]];
    limit[1] = 3; //~ E0942 `limit` is `__constant__`, and written on the device
    found = tile[0] + local;
    int own[n]; //~ E0940 `own` is declared on the device with a length that the run chooses
    own[0] = n;
}

int main(void)
{
    __shared__ int n; //~ E0940 `n` is marked `__shared__`, and declared in a function of the host
    n = 1;
    return n;
}
