//@ coalesce: diff
// Members of structs, no loop.
struct particle { float x, y, z, vx, vy, vz; };

__global__ void k(struct particle *p, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    if (row < n)
        p[row].x += p[row].vx;
}

void run(struct particle *p, int n)
{
    k<<<n / 64, 64>>>(p, n);
}
