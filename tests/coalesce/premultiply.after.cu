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
    uchar4 pixels4 = *reinterpret_cast<const uchar4 *>(&pixels[at]);
    int alpha = pixels4.w;
    pixels4.x = (unsigned char)(pixels4.x * alpha / 255);
    pixels4.y = (unsigned char)(pixels4.y * alpha / 255);
    pixels4.z = (unsigned char)(pixels4.z * alpha / 255);
    *reinterpret_cast<uchar4 *>(&pixels[at]) = pixels4;
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
