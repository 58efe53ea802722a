//@ run: cpu
// Conway's cells on a torus: `bool`, `constexpr`, `auto`, an enumeration, an
// assertion in a kernel, pointers exchanged between steps.
#include <algorithm>
#include <cassert>
#include <iostream>
using namespace std;

enum Cell { DEAD, ALIVE };
constexpr int W = 64, H = 48;
constexpr int CELLS = W * H;

__device__ __forceinline__ int around(int x, int n)
{
    return (x + n) % n;
}

__global__ void step(const bool *__restrict__ in, bool *__restrict__ out)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W || y >= H)
        return;
    assert(x >= 0 && y >= 0);
    int alive = 0;
#pragma unroll
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                alive += in[around(y + dy, H) * W + around(x + dx, W)] ? ALIVE : DEAD;
    out[y * W + x] = alive == 3 || (in[y * W + x] && alive == 2);
}

int main()
{
    bool *cells = new bool[CELLS]();
    for (auto i = 0; i < CELLS; ++i)
        cells[i] = (i * 7919) % 13 < 4;
    bool *now = nullptr, *next = nullptr;
    cudaMalloc(&now, CELLS * sizeof(bool));
    cudaMalloc(&next, CELLS * sizeof(bool));
    cudaMemcpy(now, cells, CELLS * sizeof(bool), cudaMemcpyHostToDevice);
    dim3 block{16, 16};
    dim3 grid{(W + block.x - 1) / block.x, (H + block.y - 1) / block.y};
    for (int i = 0; i < 10; i++) {
        step<<<grid, block>>>(now, next);
        swap(now, next);
    }
    cudaMemcpy(cells, now, CELLS * sizeof(bool), cudaMemcpyDeviceToHost);
    int left = 0;
    for (int i = 0; i < CELLS; i++)
        left += cells[i];
    cout << left << " of " << CELLS << " cells, " << 100.0 * left / CELLS << " %" << endl;
    delete[] cells;
    cudaFree(now);
    cudaFree(next);
    return 0;
}
