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

static void *on_device(const void *host, size_t bytes)
{
    void *device;
    cudaMalloc(&device, bytes);
    cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
    return device;
}

static float *floats(size_t n, int salt)
{
    float *host = (float *)malloc(n * sizeof(float));
    for (size_t i = 0; i < n; i++)
        host[i] = (float)((i * 37 + salt) % 101) * 0.3f - 11;
    float *device = (float *)on_device(host, n * sizeof(float));
    free(host);
    return device;
}

static double *doubles(size_t n, int salt)
{
    double *host = (double *)malloc(n * sizeof(double));
    for (size_t i = 0; i < n; i++)
        host[i] = (double)((i * 37 + salt) % 101) * 0.3 - 11;
    double *device = (double *)on_device(host, n * sizeof(double));
    free(host);
    return device;
}

static int *ints(size_t n, int salt)
{
    int *host = (int *)malloc(n * sizeof(int));
    for (size_t i = 0; i < n; i++)
        host[i] = (int)((i * 37 + salt) % 101) - 50;
    int *device = (int *)on_device(host, n * sizeof(int));
    free(host);
    return device;
}

/* Prints a number that tells contents apart, and frees the array. */
static void show(const char *name, void *device, size_t bytes)
{
    unsigned char *host = (unsigned char *)malloc(bytes);
    unsigned long long hash = 1469598103934665603ull;
    cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ host[i]) * 1099511628211ull;
    printf("%s %016llx\n", name, hash);
    free(host);
    cudaFree(device);
}
