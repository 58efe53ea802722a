//@ run: cpu sim
//@ emit: cuda cpu
// The smallest and the largest value, and where each is first: ties, an empty loop, values that are no better
// than the one from before, several pairs in one loop.
#include <stdio.h>
#define N 10000

float a[N];
int b[N];

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

// where-it-is.c:17: kernel extremes
static inline void extremes_block(const float *restrict a, const int *restrict b, int n, float *least_result, float *least_of_blocks, int *at_result, int *at_of_blocks, int *most_result, int *most_of_blocks, long *most_at_result, long *most_at_of_blocks, int block_i)
{
    float least = *least_result;
    int at = *at_result;
    int most = *most_result;
    long most_at = *most_at_result;
    int i_chunk = (n + 11) / 12;
    int i_begin = block_i * i_chunk;
    int i_end = i_begin + i_chunk < n ? i_begin + i_chunk : n;
    for (int i = i_begin; i < i_end; i++) {
        if (a[i] < least) {
            least = a[i];
            at = i;
        }
        if (most < b[i]) {
            most_at = i;
            most = b[i];
        }
    }
    least_of_blocks[block_i] = least;
    at_of_blocks[block_i] = at;
    most_of_blocks[block_i] = most;
    most_at_of_blocks[block_i] = most_at;
}

static void extremes(const float *restrict a, const int *restrict b, int n, float *least_result, int *at_result, int *most_result, long *most_at_result)
{
    float *least_of_blocks = hicuda_alloc(sizeof(float) * 12, "kernel extremes");
    int *at_of_blocks = hicuda_alloc(sizeof(int) * 12, "kernel extremes");
    int *most_of_blocks = hicuda_alloc(sizeof(int) * 12, "kernel extremes");
    long *most_at_of_blocks = hicuda_alloc(sizeof(long) * 12, "kernel extremes");
    #pragma omp parallel for
    for (int block_i = 0; block_i < 12; block_i++)
        extremes_block(a, b, n, least_result, least_of_blocks, at_result, at_of_blocks, most_result, most_of_blocks, most_at_result, most_at_of_blocks, block_i);
    for (int block = 0; block < 12; block++) {
        if (least_of_blocks[block] < *least_result || (least_of_blocks[block] == *least_result && at_of_blocks[block] < *at_result)) {
            *least_result = least_of_blocks[block];
            *at_result = at_of_blocks[block];
        }
    }
    for (int block = 0; block < 12; block++) {
        if (most_of_blocks[block] > *most_result || (most_of_blocks[block] == *most_result && most_at_of_blocks[block] < *most_at_result)) {
            *most_result = most_of_blocks[block];
            *most_at_result = most_at_of_blocks[block];
        }
    }
    free(least_of_blocks);
    free(at_of_blocks);
    free(most_of_blocks);
    free(most_at_of_blocks);
}

static void nearest(int n, float limit)
{
    float least = limit;
    int at = -1;
    long most_at = 7;
    int most = -5;
    extremes((float *)hicuda_copy_of(a, "where-it-is.c:17: kernel extremes tblock(12) thread(96)"), (int *)hicuda_copy_of(b, "where-it-is.c:17: kernel extremes tblock(12) thread(96)"), n, &least, &at, &most, &most_at);
    printf("%d: %g at %d, %d at %ld\n", n, least, at, most, most_at);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = (i * 7919 % 1000) / 8.0f;
        b[i] = i * 31 % 977;
    }
    float *d_a = hicuda_alloc(sizeof a, "where-it-is.c:39: global alloc a[*] copyin");
    hicuda_remember(a, 0, sizeof a, d_a, "where-it-is.c:39: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    int *d_b = hicuda_alloc(sizeof b, "where-it-is.c:40: global alloc b[*] copyin");
    hicuda_remember(b, 0, sizeof b, d_b, "where-it-is.c:40: global alloc b[*] copyin");
    memcpy(d_b, b, sizeof b);
    nearest(N, 1e9f);
    nearest(N, 0);
    nearest(5, 1e9f);
    nearest(0, 3);
    free(d_a);
    hicuda_forget(a, "where-it-is.c:45: global free a b");
    free(d_b);
    hicuda_forget(b, "where-it-is.c:45: global free a b");
    return 0;
}
