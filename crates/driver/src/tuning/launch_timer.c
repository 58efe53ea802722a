// Times every kernel of a program, without a change to the program: it is linked with `--wrap` of
// the functions that launch. Each launch is put between two events on its stream; the host waits
// for none of them before the program ends, or has made many launches.
//
// Writes `FUNCTION SECONDS` for each function to the file that WARPLOOM_LAUNCH_TIMES names.
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PENDING = 1024, FUNCTIONS = 256, WARM_BYTES = 64 << 20, WARM_ROUNDS = 1000 };

static struct {
    const void *function;
    cudaEvent_t start, stop;
} pending[PENDING];
static int n_pending;

static struct {
    const void *function;
    double seconds;
} sums[FUNCTIONS];
static int n_sums;

static void add(const void *function, double seconds)
{
    int i = 0;
    while (i < n_sums && sums[i].function != function)
        i++;
    if (i == FUNCTIONS)
        return;
    sums[i].function = function;
    sums[i].seconds += seconds;
    n_sums += i == n_sums;
}

static void collect(void)
{
    for (int i = 0; i < n_pending; i++) {
        float milliseconds = 0;
        if (cudaEventSynchronize(pending[i].stop) == cudaSuccess
            && cudaEventElapsedTime(&milliseconds, pending[i].start, pending[i].stop) == cudaSuccess)
            add(pending[i].function, milliseconds * 1e-3);
        cudaEventDestroy(pending[i].start);
        cudaEventDestroy(pending[i].stop);
    }
    n_pending = 0;
}

static void write_times(void)
{
    const char *name;
    const char *path = getenv("WARPLOOM_LAUNCH_TIMES");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    collect();
    for (int i = 0; i < n_sums; i++)
        if (cudaFuncGetName(&name, sums[i].function) == cudaSuccess)
            fprintf(file, "%s %.9f\n", name, sums[i].seconds);
    fclose(file);
}

// A GPU that slept is slow at first: it gets something to do before the first launch.
static void warm_up(void)
{
    void *memory;
    if (cudaMalloc(&memory, WARM_BYTES) == cudaSuccess) {
        for (int i = 0; i < WARM_ROUNDS; i++)
            cudaMemset(memory, i, WARM_BYTES);
        cudaDeviceSynchronize();
        cudaFree(memory);
    }
    cudaGetLastError();
}

// False where nothing is to be timed.
static int begin(const void *function, cudaStream_t stream)
{
    static int is_wanted = -1;
    if (is_wanted < 0) {
        is_wanted = getenv("WARPLOOM_LAUNCH_TIMES") != NULL;
        if (is_wanted) {
            warm_up();
            // After the runtime's own: so it runs while the device is still there.
            atexit(write_times);
        }
    }
    if (!is_wanted)
        return 0;
    if (n_pending == PENDING)
        collect();
    pending[n_pending].function = function;
    cudaEventCreate(&pending[n_pending].start);
    cudaEventCreate(&pending[n_pending].stop);
    cudaEventRecord(pending[n_pending].start, stream);
    return 1;
}

static void end(int is_timed, cudaStream_t stream)
{
    if (is_timed)
        cudaEventRecord(pending[n_pending++].stop, stream);
}

extern cudaError_t __real_cudaLaunchKernel(const void *, struct dim3, struct dim3, void **, size_t, cudaStream_t);

cudaError_t __wrap_cudaLaunchKernel(const void *function, struct dim3 grid, struct dim3 block, void **arguments,
                                    size_t shared, cudaStream_t stream)
{
    int is_timed = begin(function, stream);
    cudaError_t error = __real_cudaLaunchKernel(function, grid, block, arguments, shared, stream);
    end(is_timed, stream);
    return error;
}

// What `kernel<<<…>>>(…)` calls since CUDA 13.
#if CUDART_VERSION >= 13000
extern cudaError_t __real___cudaLaunchKernel(cudaKernel_t, struct dim3, struct dim3, void **, size_t, cudaStream_t);

cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, struct dim3 grid, struct dim3 block, void **arguments,
                                      size_t shared, cudaStream_t stream)
{
    int is_timed = begin((const void *)kernel, stream);
    cudaError_t error = __real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
    end(is_timed, stream);
    return error;
}
#endif
