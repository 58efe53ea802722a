#include "host.h"

enum { N = 64, MOST = 50 };
static unsigned char image[N * N][4];

int main(void)
{
    int wrong = 0, inside = 0;
    const float scale = 0.046875f;
    start("mandelbrot.cl", "");
    cl_mem i = buffer(sizeof image, NULL);
    cl_kernel k = kernel("mandelbrot");
    arguments(k, "mfii", i, scale, MOST, N);
    run2(k, N, N, 8, 8);
    fetch(i, sizeof image, image);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float cr = (x - N / 2) * scale - 0.5f, ci = (y - N / 2) * scale, re = cr, im = ci;
            int n = 0;
            for (; n < MOST && re * re + im * im < 4.0f; n++) {
                float next = re * re - im * im + cr;
                im = 2.0f * re * im + ci;
                re = next;
            }
            // The last digits decide at the edge, and belong to the device.
            int is_inside = image[y * N + x][3] == 0;
            inside += is_inside;
            wrong += is_inside != (n == MOST);
        }
    clReleaseMemObject(i);
    clReleaseKernel(k);
    verdict("mandelbrot", wrong > 8 || inside < 300);
}
