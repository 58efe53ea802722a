//@ emit: cuda cpu
//@ run: cpu
// One array passed for two parameters, and parts of one array: kernels that touch
// each element in one iteration are right either way.
#include <stdio.h>

float table[64];

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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
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

// one-array-under-two-names.c:11: kernel adding
static void adding(float *y, const float *x, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] += x[i];
}

static void add(const float *x, float *y, int n)
{
    adding((float *)hicuda_copy_of(y, "one-array-under-two-names.c:11: kernel adding tblock(4) thread(16)"), (float *)hicuda_copy_of(x, "one-array-under-two-names.c:11: kernel adding tblock(4) thread(16)"), n);
}

static void twice(float *x, float *y, int n)
{
    add(x, y, n);
    add(y, x, n);
}

// one-array-under-two-names.c:26: kernel looking
static void looking(float *x, const float *table)
{
    #pragma omp parallel for
    for (int i = 0; i < 64; i++)
        x[i] = 3 * table[i] + 1;
}

static void from_table(float *x)
{
    looking((float *)hicuda_copy_of(x, "one-array-under-two-names.c:26: kernel looking tblock(4) thread(16)"), (float *)hicuda_copy_of(table, "one-array-under-two-names.c:26: kernel looking tblock(4) thread(16)"));
}

// one-array-under-two-names.c:37: kernel squaring
static void squaring(float *restrict to, const float *restrict from, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        to[i] = from[i] * from[i];
}

static void in_place(const float *from, float *to, int n)
{
    hicuda_require(0 <= n, "one-array-under-two-names.c:35: the section of `from` ends before it starts");
    float *d_from = hicuda_alloc(sizeof(float) * n, "one-array-under-two-names.c:35: global alloc from[0:n-1] copyin");
    memcpy(d_from, from, sizeof(float) * n);
    hicuda_require(0 <= n, "one-array-under-two-names.c:36: the section of `to` ends before it starts");
    float *d_to = hicuda_alloc(sizeof(float) * n, "one-array-under-two-names.c:36: global alloc to[0:n-1] //~ R2049 `to`");
    memcpy(d_to, to, sizeof(float) * n);
    squaring(d_to, d_from, n);
    hicuda_require(0 <= n, "one-array-under-two-names.c:42: the section of `to` ends before it starts");
    memcpy(to, d_to, sizeof(float) * n);
    free(d_from);
    free(d_to);
}

int main(void)
{
    float a[100], sum = 0;
    int n = 100, half = 50;
    for (int i = 0; i < n; i++)
        a[i] = table[i % 64] = i % 10;
    in_place(a, a, n);
    in_place(a, a + half, half);
    float *d_a = hicuda_alloc(sizeof(float) * n, "one-array-under-two-names.c:54: global alloc a[0:n-1] copyin");
    hicuda_remember(a, 0, sizeof(float) * n, d_a, "one-array-under-two-names.c:54: global alloc a[0:n-1] copyin");
    memcpy(d_a, a, sizeof(float) * n);
    float *d_table = hicuda_alloc(sizeof table, "one-array-under-two-names.c:55: global alloc table[*] copyin");
    hicuda_remember(table, 0, sizeof table, d_table, "one-array-under-two-names.c:55: global alloc table[*] copyin");
    memcpy(d_table, table, sizeof table);
    twice(a, a, n);
    add(a, a + half, half);
    from_table(table);
    memcpy(a, d_a, sizeof(float) * n);
    memcpy(table, d_table, sizeof table);
    free(d_a);
    hicuda_forget(a, "one-array-under-two-names.c:61: global free a table");
    free(d_table);
    hicuda_forget(table, "one-array-under-two-names.c:61: global free a table");
    for (int i = 0; i < n; i++)
        sum += (i % 7) * a[i] + table[i % 64];
    printf("%g\n", sum);
    return 0;
}
