//@ run: cpu
// Objects that are called, handed to a kernel template; a struct that measures
// time; an error check in a macro, with a default argument.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#define TRY(call) tried((call), __FILE__, __LINE__)
inline void tried(cudaError_t code, const char *file, int line, bool stop = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(code));
        if (stop)
            exit(code);
    }
}

struct Timer {
    cudaEvent_t begin, end;
    Timer()
    {
        cudaEventCreate(&begin);
        cudaEventCreate(&end);
        start();
    }
    void start() { cudaEventRecord(begin); }
    float stop()
    {
        float milliseconds = 0;
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&milliseconds, begin, end);
        return milliseconds;
    }
    void release()
    {
        cudaEventDestroy(begin);
        cudaEventDestroy(end);
    }
};

struct Add {
    __host__ __device__ float operator()(const float &a, const float &b) const { return a + b; }
};
struct Greater {
    float floor;
    __host__ __device__ Greater(float f) : floor(f) {}
    __host__ __device__ float operator()(float a, float b) const { return fmaxf(fmaxf(a, b), floor); }
};

template <typename T, typename Op, int BLOCK>
__global__ void reduce(const T *in, T *out, int n, T identity, Op op)
{
    __shared__ T part[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    part[t] = i < n ? in[i] : identity;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (t < s)
            part[t] = op(part[t], part[t + s]);
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = part[0];
}

template <typename Op> float on_device(const float *in, float *out, int n, float identity, Op op)
{
    const int block = 128, blocks = 8;
    float part[blocks], all = identity;
    reduce<float, Op, block><<<blocks, block>>>(in, out, n, identity, op);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(part, out, sizeof(part), cudaMemcpyDeviceToHost));
    for (int i = 0; i < blocks; i++)
        all = op(all, part[i]);
    return all;
}

int main()
{
    const int n = 1000;
    float *host = new float[n], *in, *out;
    std::fill(host, host + n, 1);
    for (int i = 0; i < n; i += 2)
        host[i] = static_cast<float>(i % 37);
    std::swap(host[0], host[n - 1]);
    TRY(cudaMalloc(&in, n * sizeof(float)));
    TRY(cudaMalloc(&out, 8 * sizeof(float)));
    TRY(cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice));
    Timer timer;
    float sum = on_device(in, out, n, 0.0f, Add());
    float most = on_device(in, out, n, 0.0f, Greater(5));
    printf("%g %g %d\n", sum, most, timer.stop() >= 0);
    timer.release();
    delete[] host;
    cudaFree(in);
    cudaFree(out);
    return 0;
}
