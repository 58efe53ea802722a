/* What the programs of this folder share: arrays on the device that hold
   something, and what they hold in the end, to the last bit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number of the command line, or the usual one. */
static int size(int argc, char **argv, int nth, int usual)
{
    return argc > nth ? atoi(argv[nth]) : usual;
}

/* An array whose contents repeat, so that a large one is made on the device. */
static void *repeated(const void *host, size_t period, size_t bytes)
{
    char *device;
    size_t done = period < bytes ? period : bytes;
    cudaMalloc((void **)&device, bytes);
    cudaMemcpy(device, host, done, cudaMemcpyHostToDevice);
    while (done < bytes) {
        size_t more = done < bytes - done ? done : bytes - done;
        cudaMemcpy(device + done, device, more, cudaMemcpyDeviceToDevice);
        done += more;
    }
    return device;
}

#define PERIOD (101 * 64)

static float *floats(size_t n, int salt)
{
    static float host[PERIOD];
    for (int i = 0; i < PERIOD; i++)
        host[i] = (float)((i * 37 + salt) % 101) * 0.3f - 11;
    return (float *)repeated(host, sizeof host, n * sizeof(float));
}

/* Numbers whose sums and products are exact, in whatever order. */
static float *eighths(size_t n, int salt)
{
    static float host[PERIOD];
    for (int i = 0; i < PERIOD; i++)
        host[i] = (float)((i * 37 + salt) % 101) * 0.125f - 6;
    return (float *)repeated(host, sizeof host, n * sizeof(float));
}

static double *doubles(size_t n, int salt)
{
    static double host[PERIOD];
    for (int i = 0; i < PERIOD; i++)
        host[i] = (double)((i * 37 + salt) % 101) * 0.3 - 11;
    return (double *)repeated(host, sizeof host, n * sizeof(double));
}

static int *ints(size_t n, int salt)
{
    static int host[PERIOD];
    for (int i = 0; i < PERIOD; i++)
        host[i] = (int)((i * 37 + salt) % 101) - 50;
    return (int *)repeated(host, sizeof host, n * sizeof(int));
}

/* Is the program run for the time it takes, on a GPU? */
static int is_only_timed(void)
{
    return getenv("LAUNCH_TIMES") != NULL;
}

/* Prints a number that tells contents apart, and frees the array. */
static void show(const char *name, void *device, size_t bytes)
{
    if (is_only_timed()) {
        cudaFree(device);
        return;
    }
    unsigned char *host = (unsigned char *)malloc(bytes);
    unsigned long long hash = 1469598103934665603ull;
    cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ host[i]) * 1099511628211ull;
    printf("%s %016llx\n", name, hash);
    free(host);
    cudaFree(device);
}

/* The same where the last bits may differ: sums in another order, or another
   library's exponential. */
static void show_rounded(const char *name, float *device, size_t n)
{
    if (is_only_timed()) {
        cudaFree(device);
        return;
    }
    float *host = (float *)malloc(n * sizeof(float));
    double sums[5] = { 0 };
    cudaMemcpy(host, device, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++)
        sums[i % 5] += (host[i] + 20.0) * (double)(1 + i % 97);
    printf("%s", name);
    for (int k = 0; k < 5; k++)
        printf(" %.4e", sums[k]);
    printf("\n");
    free(host);
    cudaFree(device);
}
