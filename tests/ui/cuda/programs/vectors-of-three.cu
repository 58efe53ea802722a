//@ run: cpu
// Vectors of three have no room between them: in arguments, arrays, structs and constants.
#include <stdio.h>

struct Ball { float3 centre; float radius; uchar3 colour; };

__constant__ float3 light;

__device__ float3 minus(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }

__global__ void shade(const Ball *balls, const float3 *points, float3 shift, float *depth, uchar3 *pixels, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Ball ball = balls[i % 2];
    float3 way = minus(points[i], ball.centre);
    way.z += shift.z;
    depth[i] = way.x * light.x + way.y * light.y + way.z * light.z - ball.radius;
    uchar3 colour = ball.colour;
    colour.y = (unsigned char)i;
    pixels[i] = colour;
}

int main(void)
{
    const int n = 10;
    Ball balls[2] = { { make_float3(1, 2, 3), 0.5f, make_uchar3(10, 20, 30) }, { make_float3(-1, 0, 1), 2, make_uchar3(1, 2, 3) } };
    float3 points[n], down = make_float3(0, 1, 2), *d_points;
    uchar3 pixels[n], *d_pixels;
    float depth[n], *d_depth;
    Ball *d_balls;
    for (int i = 0; i < n; i++)
        points[i] = make_float3(i, 2 * i, 0.5f * i);
    cudaMalloc(&d_balls, sizeof balls);
    cudaMalloc(&d_points, sizeof points);
    cudaMalloc(&d_pixels, sizeof pixels);
    cudaMalloc(&d_depth, sizeof depth);
    cudaMemcpy(d_balls, balls, sizeof balls, cudaMemcpyHostToDevice);
    cudaMemcpy(d_points, points, sizeof points, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(light, &down, sizeof down);
    shade<<<2, 8>>>(d_balls, d_points, make_float3(0, 0, 100), d_depth, d_pixels, n);
    cudaMemcpy(pixels, d_pixels, sizeof pixels, cudaMemcpyDeviceToHost);
    cudaMemcpy(depth, d_depth, sizeof depth, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        printf("%d: %g, %d %d %d\n", i, depth[i], pixels[i].x, pixels[i].y, pixels[i].z);
    printf("%d %d\n", (int)sizeof(float3), (int)sizeof(Ball));
    return 0;
}
