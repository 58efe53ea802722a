//@ emit: cuda cpu
//@ run: cpu
// A pointer into its array: there are elements before it.
#include <stdio.h>
#include <stdlib.h>
#define N 64
#define MARGIN 8

#include <string.h>

// Device memory on a machine without a device: memory of its own. What was
// never copied in is filled with a pattern, so that a forgotten copy shows.
static void *hicuda_alloc(size_t bytes, const char *directive)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "%s: out of memory (%zu bytes)\n", directive, bytes);
        exit(EXIT_FAILURE);
    }
    return memset(memory, 0xff, bytes);
}

// A device copy belongs to the host object, whichever pointer leads to it. Of the object at
// `host` it holds `bytes` bytes from the one with number `first` on.
static struct hicuda_copy {
    const char *host;
    size_t first, bytes;
    char *device;
    int is_there;
} hicuda_copies[1024];

static void hicuda_remember(const void *host, size_t first, size_t bytes, void *device, const char *directive)
{
    for (int i = 0; i < 1024; i++)
        if (!hicuda_copies[i].is_there) {
            hicuda_copies[i].host = (const char *)host;
            hicuda_copies[i].first = first;
            hicuda_copies[i].bytes = bytes;
            hicuda_copies[i].device = (char *)device;
            hicuda_copies[i].is_there = 1;
            return;
        }
    fprintf(stderr, "%s: more than 1024 device copies\n", directive);
    exit(EXIT_FAILURE);
}

static struct hicuda_copy *hicuda_find(const void *host, const char *directive)
{
    struct hicuda_copy *empty = NULL;
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there && hicuda_copies[i].host == host) {
            if (hicuda_copies[i].bytes)
                return &hicuda_copies[i];
            empty = &hicuda_copies[i];
        }
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there
            && (size_t)((const char *)host - hicuda_copies[i].host) - hicuda_copies[i].first < hicuda_copies[i].bytes)
            return &hicuda_copies[i];
    if (empty)
        return empty;
    fprintf(stderr, "%s: this object has no copy on the device\n", directive);
    exit(EXIT_FAILURE);
}

// Where the byte at `host`, the start of an object or inside a copy, is on the device.
static void *hicuda_copy_of(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    return copy->device + ((const char *)host - copy->host) - copy->first;
}

static void *hicuda_forget(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    copy->is_there = 0;
    return copy->device;
}

// negative-indices.c:11: kernel blurred
static void blurred(float *restrict b, const float *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[i - MARGIN] + 2 * a[i] + a[i + MARGIN];
}

static void blur(const float *a, float *b)
{
    blurred((float *)hicuda_copy_of(b, "negative-indices.c:11: kernel blurred tblock(4) thread(16)"), (float *)hicuda_copy_of(a, "negative-indices.c:11: kernel blurred tblock(4) thread(16)"));
}

// negative-indices.c:26: kernel k
static void k(float *restrict a)
{
    #pragma omp parallel for
    for (int i = -8; i < N; i++)
        a[i + 8] *= 2;
}

int main(void)
{
    float *block = calloc(N + 2 * MARGIN, sizeof *block);
    float *a = block + MARGIN, b[N];
    for (int i = -MARGIN; i < N + MARGIN; i++)
        a[i] = i * 0.5f;
    float *d_a = hicuda_alloc(sizeof(float) * 80, "negative-indices.c:24: global alloc a[-MARGIN:N+MARGIN-1] copyin");
    hicuda_remember(a, -(sizeof(float) * 8), sizeof(float) * 80, d_a, "negative-indices.c:24: global alloc a[-MARGIN:N+MARGIN-1] copyin");
    memcpy(d_a, &a[-8], sizeof(float) * 80);
    float *d_b = hicuda_alloc(sizeof b, "negative-indices.c:25: global alloc b[*]");
    hicuda_remember(b, 0, sizeof b, d_b, "negative-indices.c:25: global alloc b[*]");
    k(d_a);
    blur(a, b);
    memcpy(b, d_b, sizeof b);
    free(d_a);
    hicuda_forget(a, "negative-indices.c:33: global free a b");
    free(d_b);
    hicuda_forget(b, "negative-indices.c:33: global free a b");
    printf("%g %g\n", b[0], b[N - 1]);
    free(block);
    return 0;
}
