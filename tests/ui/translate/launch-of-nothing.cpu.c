//@ emit: cuda cpu
//@ run: cpu
// A launch of no blocks or no threads: nothing is run if there is nothing to do, else by one.
#include <stdio.h>

int a[100], b[100], c[100], d[4];

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

// launch-of-nothing.c:11: kernel by_ceiling
static void by_ceiling(int *restrict a, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
}

// launch-of-nothing.c:16: kernel a_block_each
static inline void a_block_each_iteration(int *restrict a, int i)
{
    for (int j = 0; j < 1; j++)
        a[i] += j + 1;
}

static void a_block_each(int *restrict a, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a_block_each_iteration(a, i);
}

/* No iteration, no block. */
static void covered(int n)
{
    by_ceiling((int *)hicuda_copy_of(a, "launch-of-nothing.c:11: kernel by_ceiling tblock((n + 15) / 16) thread(16)"), n);
    a_block_each((int *)hicuda_copy_of(a, "launch-of-nothing.c:16: kernel a_block_each tblock(n) thread(16)"), n);
}

// launch-of-nothing.c:28: kernel by_floor
static void by_floor(int *restrict b, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        b[i] = 2 * i;
}

// launch-of-nothing.c:33: kernel by_threads
static inline void by_threads_iteration(int *restrict c, int i)
{
    for (int j = 0; j < 2; j++)
        for (int k = 0; k < 5; k++)
            c[10 * i + 5 * j + k] = i + j + k;
}

static void by_threads(int *restrict c, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n / 10; i++)
        by_threads_iteration(c, i);
}

/* Fewer blocks or threads than work. */
static void rounded_down(int n)
{
    by_floor((int *)hicuda_copy_of(b, "launch-of-nothing.c:28: kernel by_floor tblock(n / 16) thread(n / 8)"), n);
    by_threads((int *)hicuda_copy_of(c, "launch-of-nothing.c:33: kernel by_threads tblock(n / 32, 2) thread(n / 16)"), n);
}

// launch-of-nothing.c:47: kernel with_mark
static void with_mark(int *restrict a, int *restrict d, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] += 3;
    {
        d[1] = n;
    }
}

/* Something is done beside the loop. */
static void beside(int n)
{
    with_mark((int *)hicuda_copy_of(a, "launch-of-nothing.c:47: kernel with_mark tblock((n + 15) / 16) thread(16)"), (int *)hicuda_copy_of(d, "launch-of-nothing.c:47: kernel with_mark tblock((n + 15) / 16) thread(16)"), n);
}

int main(void)
{
    unsigned check = 0;
    for (int n = 0; n <= 100; n = n * 2 + 5) {
        int *d_a = hicuda_alloc(sizeof a, "launch-of-nothing.c:61: global alloc a[*] clear");
        hicuda_remember(a, 0, sizeof a, d_a, "launch-of-nothing.c:61: global alloc a[*] clear");
        memset(d_a, 0, sizeof a);
        int *d_b = hicuda_alloc(sizeof b, "launch-of-nothing.c:62: global alloc b[*] clear");
        hicuda_remember(b, 0, sizeof b, d_b, "launch-of-nothing.c:62: global alloc b[*] clear");
        memset(d_b, 0, sizeof b);
        int *d_c = hicuda_alloc(sizeof c, "launch-of-nothing.c:63: global alloc c[*] clear");
        hicuda_remember(c, 0, sizeof c, d_c, "launch-of-nothing.c:63: global alloc c[*] clear");
        memset(d_c, 0, sizeof c);
        int *d_d = hicuda_alloc(sizeof d, "launch-of-nothing.c:64: global alloc d[*] clear");
        hicuda_remember(d, 0, sizeof d, d_d, "launch-of-nothing.c:64: global alloc d[*] clear");
        memset(d_d, 0, sizeof d);
        for (int i = 0; i < 100; i++)
            a[i] = b[i] = c[i] = d[i % 4] = 0;
        covered(n);
        rounded_down(n);
        beside(n);
        memcpy(a, d_a, sizeof a);
        memcpy(b, d_b, sizeof b);
        memcpy(c, d_c, sizeof c);
        memcpy(d, d_d, sizeof d);
        free(d_a);
        hicuda_forget(a, "launch-of-nothing.c:74: global free a b c d");
        free(d_b);
        hicuda_forget(b, "launch-of-nothing.c:74: global free a b c d");
        free(d_c);
        hicuda_forget(c, "launch-of-nothing.c:74: global free a b c d");
        free(d_d);
        hicuda_forget(d, "launch-of-nothing.c:74: global free a b c d");
        for (int i = 0; i < 100; i++)
            check = check * 31u + (unsigned)(a[i] + b[i] + c[i] + d[i % 4]);
        printf("%d: %u\n", n, check);
    }
    return 0;
}
