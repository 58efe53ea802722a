// A pixel is one load and one store of four bytes.
#include "harness.h"

__global__ void premultiply(uchar4 *pixels, int width, int height)
{
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= width || y >= height)
        return;
    uchar4 p = pixels[y * width + x];
    p.x = (unsigned char)(p.x * p.w / 255);
    p.y = (unsigned char)(p.y * p.w / 255);
    p.z = (unsigned char)(p.z * p.w / 255);
    pixels[y * width + x] = p;
}

int main(int argc, char **argv)
{
    int height = size(argc, argv, 1, 100), width = size(argc, argv, 2, 70);
    unsigned char *pixels = (unsigned char *)ints((size_t)width * height, 1);
    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    premultiply<<<grid, block>>>((uchar4 *)pixels, width, height);
    show("pixels", pixels, (size_t)width * height * 4);
    return 0;
}
