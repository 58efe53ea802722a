//@ emit: cuda cpu
//@ run: cpu
// Callers pass pointers into what they have on the device: its place is found by address.
#include <stdio.h>
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

// pointers-into-arrays.c:9: kernel adding
static void adding(float *restrict p, int n, float x)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        p[i] += x;
}

static void add(float *p, int n, float x)
{
    adding((float *)hicuda_copy_of(p, "pointers-into-arrays.c:9: kernel adding tblock(4) thread(16)"), n, x);
}

static void twice(float *p, int n)
{
    add(p, n, 1);
    add(p + n, n, 2);
}

static void fetch(float *p, int first, int last)
{
    hicuda_require(last <= 39, "pointers-into-arrays.c:24: the section of `p` ends beyond the section on the device");
    hicuda_require(first <= last + 1, "pointers-into-arrays.c:24: the section of `p` ends before it starts");
    memcpy(&p[first], &((float *)hicuda_copy_of(p, "pointers-into-arrays.c:24: global copyout p[first:last]"))[first], sizeof(float) * (last - first + 1));
}

int main(int argc, char **argv)
{
    int n = 96, first = argc + 9;
    float *a = calloc(n, sizeof *a), rows[8][16] = { 0 }, part[40] = { 0 };
    float *d_a = hicuda_alloc(sizeof(float) * n, "pointers-into-arrays.c:31: global alloc a[0:n-1] copyin");
    hicuda_remember(a, 0, sizeof(float) * n, d_a, "pointers-into-arrays.c:31: global alloc a[0:n-1] copyin");
    memcpy(d_a, a, sizeof(float) * n);
    float (*d_rows)[16] = hicuda_alloc(sizeof rows, "pointers-into-arrays.c:32: global alloc rows[*][*] copyin");
    hicuda_remember(rows, 0, sizeof rows, d_rows, "pointers-into-arrays.c:32: global alloc rows[*][*] copyin");
    memcpy(d_rows, rows, sizeof rows);
    hicuda_require(first >= 0, "pointers-into-arrays.c:33: the section of `part` starts before the array");
    hicuda_require(first <= 40, "pointers-into-arrays.c:33: the section of `part` ends before it starts");
    float *d_part = hicuda_alloc(sizeof(float) * (40 - first), "pointers-into-arrays.c:33: global alloc part[first:39] copyin");
    hicuda_remember(part, sizeof(float) * first, sizeof(float) * (40 - first), d_part, "pointers-into-arrays.c:33: global alloc part[first:39] copyin");
    memcpy(d_part, &part[first], sizeof(float) * (40 - first));
    twice(a, 10);
    twice(a + 40, 20);
    add(&a[90], 6, 4);
    add(rows[3], 16, 8);
    add(&rows[5][4], 12, 16);
    add(part + first, 40 - first, 32);
    fetch(part, first, 39);
    memcpy(a, d_a, sizeof(float) * n);
    memcpy(rows, d_rows, sizeof rows);
    free(d_a);
    hicuda_forget(a, "pointers-into-arrays.c:43: global free a rows part");
    free(d_rows);
    hicuda_forget(rows, "pointers-into-arrays.c:43: global free a rows part");
    free(d_part);
    hicuda_forget(part, "pointers-into-arrays.c:43: global free a rows part");
    float total = 0;
    for (int i = 0; i < n; i++)
        total += i * a[i];
    for (int i = 0; i < 128; i++)
        total += i * rows[i / 16][i % 16];
    for (int i = 0; i < 40; i++)
        total += i * part[i];
    printf("%g\n", total);
    free(a);
    return 0;
}
