// The runtime of the lectures: two- and three-dimensional launches and copies,
// streams and events, symbols, properties of the device, error codes, and
// printing from a kernel.
#include <stdio.h>
#include <string.h>

__constant__ int offset;

// 2 x 2 blocks of 4 x 2 x 2 threads, each with a number of its own.
__global__ void organisation(int *seen)
{
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    seen[block * (blockDim.x * blockDim.y * blockDim.z) + thread] = block * 100 + thread + offset;
    if (block == 3 && thread == 15)
        printf("block (%d, %d), thread (%d, %d, %d)\n", blockIdx.x, blockIdx.y, threadIdx.x, threadIdx.y,
               threadIdx.z);
}

// Rows of a pitched array begin where the hardware likes them to.
__global__ void scale_rows(char *rows, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width && y < height)
        ((float *)(rows + y * pitch))[x] *= y + 1;
}

static int report(const char *what, int is_right)
{
    printf("%s: %s\n", is_right ? "PASS" : "FAIL", what);
    return !is_right;
}

static int launches(void)
{
    int seen[64], *d_seen, wrong = 0, by = 5;
    cudaMalloc((void **)&d_seen, sizeof seen);
    cudaMemset(d_seen, 0, sizeof seen);
    cudaMemcpyToSymbol(offset, &by, sizeof by);
    dim3 dimBlock(4, 2, 2);
    dim3 dimGrid(2, 2, 1);
    organisation<<<dimGrid, dimBlock>>>(d_seen);
    cudaMemcpy(seen, d_seen, sizeof seen, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        wrong += seen[i] != i / 16 * 100 + i % 16 + 5;
    cudaFree(d_seen);
    return report("a grid of blocks of threads", wrong == 0);
}

static int pitched_copies(void)
{
    enum { WIDTH = 37, HEIGHT = 5, DEPTH = 3 };
    static float image[HEIGHT][WIDTH], back[HEIGHT][WIDTH], volume[DEPTH][HEIGHT][WIDTH], again[DEPTH][HEIGHT][WIDTH];
    char *rows;
    size_t pitch;
    int wrong = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            image[y][x] = 10 * y + x;
    cudaMallocPitch((void **)&rows, &pitch, WIDTH * sizeof(float), HEIGHT);
    cudaMemcpy2D(rows, pitch, image, sizeof image[0], sizeof image[0], HEIGHT, cudaMemcpyHostToDevice);
    dim3 grid((WIDTH + 31) / 32, HEIGHT);
    scale_rows<<<grid, 32>>>(rows, pitch, WIDTH, HEIGHT);
    cudaMemcpy2D(back, sizeof back[0], rows, pitch, sizeof back[0], HEIGHT, cudaMemcpyDeviceToHost);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            wrong += back[y][x] != image[y][x] * (y + 1);
    cudaFree(rows);
    int failures = report("a copy of rows with a pitch", wrong == 0 && pitch >= sizeof image[0]);

    for (int i = 0; i < DEPTH * HEIGHT * WIDTH; i++)
        (&volume[0][0][0])[i] = i;
    cudaExtent extent = make_cudaExtent(WIDTH * sizeof(float), HEIGHT, DEPTH);
    cudaPitchedPtr box;
    cudaMalloc3D(&box, extent);
    cudaMemcpy3DParms in = {0}, out = {0};
    in.srcPtr = make_cudaPitchedPtr(volume, WIDTH * sizeof(float), WIDTH, HEIGHT);
    in.dstPtr = box;
    in.extent = extent;
    in.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&in);
    out.srcPtr = box;
    out.dstPtr = make_cudaPitchedPtr(again, WIDTH * sizeof(float), WIDTH, HEIGHT);
    out.extent = extent;
    out.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&out);
    cudaFree(box.ptr);
    return failures + report("a copy of a box", memcmp(volume, again, sizeof volume) == 0);
}

static int streams_and_events(void)
{
    int *pinned, *d, value = 41;
    float milliseconds = -1.0f;
    cudaStream_t stream;
    cudaEvent_t start, stop;
    cudaStreamCreate(&stream);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaMallocHost((void **)&pinned, sizeof *pinned);
    cudaMalloc((void **)&d, sizeof *d);
    *pinned = value;
    cudaEventRecord(start, stream);
    cudaMemcpyAsync(d, pinned, sizeof *d, cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
    *pinned = 0;
    cudaMemcpyAsync(pinned, d, sizeof *d, cudaMemcpyDeviceToHost, stream);
    cudaEventRecord(stop, stream);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&milliseconds, start, stop);
    int came_back = *pinned == value;
    cudaFree(d);
    cudaFreeHost(pinned);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaStreamDestroy(stream);
    return report("a stream between two events", came_back && milliseconds >= 0.0f);
}

static int device_and_errors(void)
{
    int count = 0, failures = 0;
    cudaDeviceProp properties;
    cudaGetDeviceCount(&count);
    cudaGetDeviceProperties(&properties, 0);
    failures += report("a device with warps of 32", count >= 1 && properties.warpSize == 32);
    void *too_much;
    cudaError_t status = cudaMalloc(&too_much, (size_t)1 << 60);
    failures += report(cudaGetErrorString(status), status == cudaErrorMemoryAllocation);
    failures += report("the error is kept until it is asked for",
                       cudaGetLastError() == cudaErrorMemoryAllocation && cudaGetLastError() == cudaSuccess);
    return failures;
}

int main(void)
{
    int failures = launches() + pitched_copies() + streams_and_events() + device_and_errors();
    return failures;
}
