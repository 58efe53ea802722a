// Times every kernel of a program, without a change to the program: it is linked
// with `--wrap` of the function that launches. Where `LAUNCH_TIMES` is set, each
// launch is repeated, the results aside; elsewhere nothing changes.
//
// Prints `TIMED kernel median_milliseconds` on standard error.
//
// With `LAUNCH_TIMES=sum` nothing is repeated: at the end it prints `SUMMED launches milliseconds`, the time between
// events around each launch of the program's last round, of `REPEAT` equal ones.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

// Launches that take long have no need to be repeated as often.
static const size_t warm_up = 5, measured = 25, measured_if_long = 3;
static const float long_milliseconds = 200;

// The events around all launches so far.
static std::vector<std::pair<cudaEvent_t, cudaEvent_t>> launches;

static void print_sum()
{
    const char *repeat = getenv("REPEAT");
    size_t rounds = repeat ? std::max(1, atoi(repeat)) : 1, count = launches.size() / rounds;
    double sum = 0;
    cudaDeviceSynchronize();
    for (size_t at = launches.size() - count; at < launches.size(); at++) {
        float milliseconds = 0;
        cudaEventElapsedTime(&milliseconds, launches[at].first, launches[at].second);
        sum += milliseconds;
    }
    fprintf(stderr, "SUMMED %zu %.6f\n", count, sum);
}

template <typename Launch>
static cudaError_t summed(cudaStream_t stream, Launch launch)
{
    if (launches.empty())
        atexit(print_sum);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    launches.push_back({start, stop});
    cudaEventRecord(start, stream);
    cudaError_t error = launch();
    cudaEventRecord(stop, stream);
    return error;
}

template <typename Launch>
static cudaError_t timed(const void *function, cudaStream_t stream, Launch launch)
{
    static const char *wanted_times = getenv("LAUNCH_TIMES");
    if (!wanted_times)
        return launch();
    if (!strcmp(wanted_times, "sum"))
        return summed(stream, launch);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    std::vector<float> times;
    size_t wanted = measured;
    for (size_t round = 0; times.size() < wanted; round++) {
        cudaEventRecord(start, stream);
        cudaError_t error = launch();
        cudaEventRecord(stop, stream);
        if (error == cudaSuccess)
            error = cudaEventSynchronize(stop);
        if (error != cudaSuccess)
            return error;
        float milliseconds = 0;
        cudaEventElapsedTime(&milliseconds, start, stop);
        if (round >= warm_up || wanted == measured_if_long)
            times.push_back(milliseconds);
        else if (milliseconds > long_milliseconds)
            wanted = measured_if_long;
    }
    std::nth_element(times.begin(), times.begin() + wanted / 2, times.end());
    const char *name = "?";
    cudaFuncGetName(&name, function);
    fprintf(stderr, "TIMED %s %.6f\n", name, times[wanted / 2]);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return cudaSuccess;
}

// What `kernel<<<…>>>(…)` calls: one function up to CUDA 12, another since.
#if CUDART_VERSION < 13000
extern "C" cudaError_t __real_cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);

extern "C" cudaError_t __wrap_cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                               size_t shared, cudaStream_t stream)
{
    return timed(function, stream,
                 [&] { return __real_cudaLaunchKernel(function, grid, block, arguments, shared, stream); });
}
#else
extern "C" cudaError_t __real___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void **, size_t, cudaStream_t);

extern "C" cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                                                 size_t shared, cudaStream_t stream)
{
    return timed((const void *)kernel, stream,
                 [&] { return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream); });
}
#endif
