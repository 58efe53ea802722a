//@ run: cpu
// Deduced types, aliases, braces and a string in a kernel.
#include <cstdio>
#include <cstdlib>
#include <cstdint>

using pixel_t = uint8_t;
#define MAX_ITER 64

struct Complex { float re, im; };

__host__ __device__ static inline Complex square_add(Complex z, const Complex c)
{
    return Complex{z.re * z.re - z.im * z.im + c.re, 2 * z.re * z.im + c.im};
}

__host__ __device__ static int escape(const Complex &c)
{
    Complex z = c;
    int n = 0;
    while (z.re * z.re + z.im * z.im <= 4.0f && n < MAX_ITER) {
        z = square_add(z, c);
        n++;
    }
    return n;
}

__global__ void mandelbrot(pixel_t *image, int width, int height, float2 center, float scale)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    Complex c;
    c.re = center.x + (px - width / 2) * scale;
    c.im = center.y + (py - height / 2) * scale;
    auto n = escape(c);
    image[py * width + px] = (n == MAX_ITER) ? ' ' : ".:-=+*#%@"[n % 9];
}

int main()
{
    const int width = 60, height = 24;
    pixel_t *image = (pixel_t *)malloc(width * height), *d_image;
    cudaMalloc(&d_image, width * height);
    dim3 block{16, 8};
    dim3 grid{(width + block.x - 1) / block.x, (height + block.y - 1) / block.y, 1};
    mandelbrot<<<grid, block>>>(d_image, width, height, make_float2(-0.5f, 0.0f), 0.05f);
    cudaMemcpy(image, d_image, width * height, cudaMemcpyDeviceToHost);
    for (int y = 0; y < height; y++) {
        fwrite(image + y * width, 1, width, stdout);
        putchar('\n');
    }
    free(image);
    cudaFree(d_image);
    return 0;
}
