//@ run: cpu sim
//@ emit: cuda cpu
// Places in a matrix, as linear indices; the last of equal values, also where the value from before is one of them;
// places of eight bytes.
#include <stdio.h>
#define N 61

int a[N][N];

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

// where-it-is-in-a-matrix.c:15: kernel places
static inline void places_block(const int (*restrict a)[61], int n, int *most_result, int *most_of_blocks, int *at_of_blocks, int *least_result, int *least_of_blocks, unsigned long *first_result, unsigned long *first_of_blocks, int block_i, int block_j)
{
    int most = *most_result;
    int at = -1;
    int least = *least_result;
    unsigned long first = *first_result;
    int i_chunk = (n + 6) / 7;
    int i_begin = block_i * i_chunk;
    int i_end = i_begin + i_chunk < n ? i_begin + i_chunk : n;
    for (int i = i_begin; i < i_end; i++) {
        int j_chunk = (n + 2) / 3;
        int j_begin = block_j * j_chunk;
        int j_end = j_begin + j_chunk < n ? j_begin + j_chunk : n;
        for (int j = j_begin; j < j_end; j++) {
            if (a[i][j] >= most) {
                most = a[i][j];
                at = i * n + j;
            }
            if (a[i][j] < least) {
                least = a[i][j];
                first = i;
            }
        }
    }
    most_of_blocks[block_i * 3 + block_j] = most;
    at_of_blocks[block_i * 3 + block_j] = at;
    least_of_blocks[block_i * 3 + block_j] = least;
    first_of_blocks[block_i * 3 + block_j] = first;
}

static void places(const int (*restrict a)[61], int n, int *most_result, int *at_result, int *least_result, unsigned long *first_result)
{
    int *most_of_blocks = hicuda_alloc(sizeof(int) * 21, "kernel places");
    int *at_of_blocks = hicuda_alloc(sizeof(int) * 21, "kernel places");
    int place_before = *at_result;
    *at_result = -1;
    int *least_of_blocks = hicuda_alloc(sizeof(int) * 21, "kernel places");
    unsigned long *first_of_blocks = hicuda_alloc(sizeof(unsigned long) * 21, "kernel places");
    #pragma omp parallel for collapse(2)
    for (int block_i = 0; block_i < 7; block_i++)
        for (int block_j = 0; block_j < 3; block_j++)
            places_block(a, n, most_result, most_of_blocks, at_of_blocks, least_result, least_of_blocks, first_result, first_of_blocks, block_i, block_j);
    for (int block = 0; block < 21; block++) {
        if (most_of_blocks[block] > *most_result || (most_of_blocks[block] == *most_result && at_of_blocks[block] > *at_result)) {
            *most_result = most_of_blocks[block];
            *at_result = at_of_blocks[block];
        }
    }
    if (*at_result == -1)
        *at_result = place_before;
    for (int block = 0; block < 21; block++) {
        if (least_of_blocks[block] < *least_result || (least_of_blocks[block] == *least_result && first_of_blocks[block] < *first_result)) {
            *least_result = least_of_blocks[block];
            *first_result = first_of_blocks[block];
        }
    }
    free(most_of_blocks);
    free(at_of_blocks);
    free(least_of_blocks);
    free(first_of_blocks);
}

static void in_rows(int n, int limit)
{
    int most = limit, at = 100000;
    unsigned long first = 9;
    int least = limit;
    places((int (*)[61])hicuda_copy_of(a, "where-it-is-in-a-matrix.c:15: kernel places tblock(7, 3) thread(2, 32)"), n, &most, &at, &least, &first);
    printf("%d at %d, %d at %lu\n", most, at, least, first);
}

// where-it-is-in-a-matrix.c:46: kernel rest
static inline void rest_block(const int (*restrict a)[61], int *least_result, int *least_of_blocks, int *at_result, int *at_of_blocks, int block_i)
{
    int least = *least_result;
    int at = *at_result;
    int i_base = N - 1 - block_i * 128;
    int i_end = i_base - 128 > 3 ? i_base - 128 : 3;
    for (int i = i_base; i > i_end; i -= 2)
        for (int j = 0; j < i; j++) {
            if (a[i][j] < least)
                at = i, least = a[i][j];
        }
    least_of_blocks[block_i] = least;
    at_of_blocks[block_i] = at;
}

static void rest(const int (*restrict a)[61], int *least_result, int *at_result)
{
    int *least_of_blocks = hicuda_alloc(sizeof(int) * 5, "kernel rest");
    int *at_of_blocks = hicuda_alloc(sizeof(int) * 5, "kernel rest");
    #pragma omp parallel for
    for (int block_i = 0; block_i < 5; block_i++)
        rest_block(a, least_result, least_of_blocks, at_result, at_of_blocks, block_i);
    for (int block = 0; block < 5; block++) {
        if (least_of_blocks[block] < *least_result || (least_of_blocks[block] == *least_result && at_of_blocks[block] > *at_result)) {
            *least_result = least_of_blocks[block];
            *at_result = at_of_blocks[block];
        }
    }
    free(least_of_blocks);
    free(at_of_blocks);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 17 + j * 29) % 83;
    int (*d_a)[61] = hicuda_alloc(sizeof a, "where-it-is-in-a-matrix.c:39: global alloc a[*][*] copyin");
    hicuda_remember(a, 0, sizeof a, d_a, "where-it-is-in-a-matrix.c:39: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    in_rows(N, 40);
    in_rows(N, 82);
    in_rows(N, 83);
    in_rows(1, 0);
    in_rows(0, 1);
    int least = 50, at = -5;
    rest(d_a, &least, &at);
    free(d_a);
    hicuda_forget(a, "where-it-is-in-a-matrix.c:53: global free a");
    printf("%d at %d\n", least, at);
    return 0;
}
