//@ access: 2, which bytes a vector is made of cannot be told before it runs
// Pixels of four bytes, read and written in place, in a grid of two dimensions.
#include "harness.h"

__global__ void premultiply(unsigned char *pixels, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    // The alpha stays what it is.
    int at = 4 * (y * width + x);
    int alpha = pixels[at + 3];
    pixels[at] = (unsigned char)(pixels[at] * alpha / 255);
    pixels[at + 1] = (unsigned char)(pixels[at + 1] * alpha / 255);
    pixels[at + 2] = (unsigned char)(pixels[at + 2] * alpha / 255);
}

int main(int argc, char **argv)
{
    int height = size(argc, argv, 1, 100), width = size(argc, argv, 2, 70);
    unsigned char *pixels = (unsigned char *)ints((size_t)width * height, 1);
    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    premultiply<<<grid, block>>>(pixels, width, height);
    show("pixels", pixels, (size_t)width * height * 4);
    return 0;
}
