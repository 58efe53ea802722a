//@ emit: cuda
//@ run: cpu sim
// Pointers to rows of a table, of which the device holds a part: what is read through them stays as it is written.
#include <stdio.h>
#include <stdlib.h>

static float sum_of(const float *r, int lo, int hi)
{
    float s = 0;
    while (lo < hi)
        s += r[lo++];
    return s;
}

#include <string.h>

// A failed CUDA call ends the program and names the directive behind it.
static void hicuda_check(cudaError_t status, const char *directive)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", directive, cudaGetErrorString(status));
        if ((status == cudaErrorIllegalAddress || status == cudaErrorLaunchFailure) && !getenv("WARPLOOM_SYNC"))
            fprintf(stderr, "a kernel failed before that: WARPLOOM_SYNC=1 in the environment shows which\n");
        exit(EXIT_FAILURE);
    }
}

// The host goes on while a kernel runs. What fails in the kernel is reported by the next transfer,
// or here if the program runs with WARPLOOM_SYNC=1.
static void hicuda_launched(cudaError_t status, const char *directive)
{
    if (status == cudaSuccess && getenv("WARPLOOM_SYNC"))
        status = cudaDeviceSynchronize();
    hicuda_check(status, directive);
}

// Rows that are anywhere on the host and lie one behind the other on the device. Short ones are collected, so that many of
// them are one transfer.
static struct hicuda_row_list {
    char *buffer, *device;
    size_t bytes, count;
    int to_host;
    char *rows[4096];
    size_t lengths[4096];
} hicuda_row_list;

// Moves the rows that were collected.
static void hicuda_rows_end(const char *directive)
{
    struct hicuda_row_list *list = &hicuda_row_list;
    char *at = list->buffer;
    if (list->count && list->to_host)
        hicuda_check(cudaMemcpy(list->buffer, list->device, list->bytes, cudaMemcpyDeviceToHost), directive);
    for (size_t row = 0; row < list->count; at += list->lengths[row], row++)
        memcpy(list->to_host ? list->rows[row] : at, list->to_host ? at : list->rows[row], list->lengths[row]);
    if (list->count && !list->to_host)
        hicuda_check(cudaMemcpy(list->device, list->buffer, list->bytes, cudaMemcpyHostToDevice), directive);
    list->count = list->bytes = 0;
}

static void hicuda_row(const void *device, const void *host, size_t bytes, int to_host, const char *directive)
{
    const size_t room = 1 << 22;
    struct hicuda_row_list *list = &hicuda_row_list;
    if (!list->buffer)
        list->buffer = (char *)malloc(room);
    if (list->count == 4096 || list->bytes + bytes > room || list->to_host != to_host
        || list->device + list->bytes != (const char *)device)
        hicuda_rows_end(directive);
    if (!list->buffer || bytes > room / 16) {
        hicuda_rows_end(directive);
        hicuda_check(to_host ? cudaMemcpy((void *)host, device, bytes, cudaMemcpyDeviceToHost)
                             : cudaMemcpy((void *)device, host, bytes, cudaMemcpyHostToDevice), directive);
        return;
    }
    if (!list->count)
        list->device = (char *)device;
    list->to_host = to_host;
    list->rows[list->count] = (char *)host;
    list->lengths[list->count++] = bytes;
    list->bytes += bytes;
}

// pointers-to-rows.c:27: kernel k
__global__ void k(float *__restrict__ a, float *__restrict__ b, int h, int w)
{
    int i_chunk = (h - 3) / 3;
    int i_begin = blockIdx.x * i_chunk + 3;
    int i_end = min(i_begin + i_chunk, h - 2);
    for (int i = i_begin; i < i_end; i++) {
        float *up = &a[(long)(i - 3) * (w - 3) - 1], *down, *here = &b[(long)(i - 3) * (w - 5) - 2];
        down = &a[(long)(i - 1) * (w - 3) - 1];
        float sum_of_result;
        const float *r = &a[(long)(i - 2) * (w - 3) - 1];
        int lo = 1;
        int hi = w - 2;
        float s = 0;
        while (lo < hi)
            s += r[lo++];
        sum_of_result = s;
        float t = sum_of_result;
        for (int j = threadIdx.x + 2; j < w - 3; j += 8) {
            const float *q = &a[(long)(i - 2) * (w - 3) - 1] + j;
            here[j] = up[j] + down[j - 1] * 2 + q[1] + a[(long)(i - 2) * (w - 3) + j - 1] + q[-1] + t;
        }
    }
}

int main(void) {
  int h = 12, w = 20;
  float **a = (float **)malloc(h * sizeof *a), **b = (float **)malloc(h * sizeof *b);
  for (int i = 0; i < h; i++) {
    a[i] = (float *)malloc(w * sizeof **a);
    b[i] = (float *)calloc(w, sizeof **b);
    for (int j = 0; j < w; j++)
      a[i][j] = i * 3 + j % 5;
  }
  float *d_a;
  hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * (h - 3) * (w - 3)), "pointers-to-rows.c:25: global alloc a[2:h-2][1:w-3] copyin");
  for (size_t row = 0; row < h - 3; row++)
      hicuda_row(&d_a[(size_t)row * (w - 3)], &a[2 + row][1], sizeof(float) * (w - 3), 0, "pointers-to-rows.c:25: global alloc a[2:h-2][1:w-3] copyin");
  hicuda_rows_end("pointers-to-rows.c:25: global alloc a[2:h-2][1:w-3] copyin");
  float *d_b;
  hicuda_check(cudaMalloc((void **)&d_b, sizeof(float) * (h - 5) * (w - 5)), "pointers-to-rows.c:26: global alloc b[3:h-3][2:w-4] copyin");
  for (size_t row = 0; row < h - 5; row++)
      hicuda_row(&d_b[(size_t)row * (w - 5)], &b[3 + row][2], sizeof(float) * (w - 5), 0, "pointers-to-rows.c:26: global alloc b[3:h-3][2:w-4] copyin");
  hicuda_rows_end("pointers-to-rows.c:26: global alloc b[3:h-3][2:w-4] copyin");
  k<<<3, 8>>>(d_a, d_b, h, w);
  hicuda_launched(cudaGetLastError(), "pointers-to-rows.c:27: kernel k tblock(3) thread(8)");
  for (size_t row = 0; row < h - 5; row++)
      hicuda_row(&d_b[(size_t)row * (w - 5)], &b[3 + row][2], sizeof(float) * (w - 5), 1, "pointers-to-rows.c:40: global copyout b[*][*]");
  hicuda_rows_end("pointers-to-rows.c:40: global copyout b[*][*]");
  hicuda_check(cudaFree(d_a), "pointers-to-rows.c:41: global free a b");
  hicuda_check(cudaFree(d_b), "pointers-to-rows.c:41: global free a b");
  double s = 0;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      s += b[i][j] * (i + j * 3);
  printf("%g\n", s);
}
