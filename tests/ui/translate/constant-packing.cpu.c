//@ emit: cuda cpu
//@ run: cpu
// Constants that do not fit beside each other, but are not needed at once, share constant memory.
#include <stdio.h>

#define N 10240

struct pair { double low, high; };

float rows[N], columns[N / 2];
int order[N / 2];
struct pair range;
float a[256];

#include <stdlib.h>
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

static float c_columns[5120];
static int c_order[5120];
static struct pair c_range;

// constant-packing.c:19: kernel by_order
static void by_order(float *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < 256; i++)
        a[i] = a[i] * (c_order[20 * i] % 7) + c_columns[i] * c_range.high;
}

/* Its own constant lies beside what the caller has. */
void scale(void)
{
    memcpy(c_order, order, sizeof order);
    memcpy(&c_range, &range, sizeof range);
    by_order((float *)hicuda_copy_of(a, "constant-packing.c:19: kernel by_order tblock(4) thread(64)"));
}

static float c_rows[10240];

// constant-packing.c:36: kernel by_rows
static void by_rows(float *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < 256; i++)
        a[i] = c_rows[40 * i] + c_rows[N - 1];
}

// constant-packing.c:43: kernel by_columns
static void by_columns(float *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < 256; i++)
        a[i] += c_columns[20 * i];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        rows[i] = i % 13;
    for (int i = 0; i < N / 2; i++)
        columns[i] = i % 5, order[i] = i;
    range.high = 0.5;
    float *d_a = hicuda_alloc(sizeof a, "constant-packing.c:34: global alloc a[*]");
    hicuda_remember(a, 0, sizeof a, d_a, "constant-packing.c:34: global alloc a[*]");
    memcpy(c_rows, rows, sizeof rows);
    by_rows(d_a);
    memcpy(c_columns, columns, sizeof columns);
    by_columns(d_a);
    scale();
    memcpy(a, d_a, sizeof a);
    free(d_a);
    hicuda_forget(a, "constant-packing.c:51: global free a");
    float sum = 0;
    for (int i = 0; i < 256; i++)
        sum += a[i] * (i % 3 + 1);
    printf("%g %g %g\n", a[1], a[255], sum);
    return 0;
}
