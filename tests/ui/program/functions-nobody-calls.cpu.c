//@ emit: cuda cpu
//@ run: cpu
// Of a file of functions a program calls some. The others are translated as if a
// caller had brought their arrays, and say nothing about those that are called.
#include <stdio.h>

struct pair { float *first; };

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

// functions-nobody-calls.c:11: kernel scaling
static void scaling(float *restrict a, int n, float by)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] *= by;
}

static void scale(float *a, int n, float by)
{
    scaling((float *)hicuda_copy_of(a, "functions-nobody-calls.c:11: kernel scaling tblock(4) thread(16)"), n, by);
}

// functions-nobody-calls.c:20: kernel adding
static void adding(float *restrict b, const float *restrict a, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        b[i] += a[i];
}

void add(const float *a, float *b, int n) //~ W1062 `add`, `halve` and `fetch` are never called
{
    adding((float *)hicuda_copy_of(b, "functions-nobody-calls.c:20: kernel adding tblock(4) thread(16)"), (float *)hicuda_copy_of(a, "functions-nobody-calls.c:20: kernel adding tblock(4) thread(16)"), n);
}

// functions-nobody-calls.c:30: kernel halving
static void halving(float *restrict p_first, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        p_first[i] /= 2;
}

void halve(struct pair *p, float *not_on_device, int n)
{
    scale(not_on_device, n, 0.5f);
    halving((float *)hicuda_copy_of(p->first, "functions-nobody-calls.c:30: kernel halving tblock(4) thread(16)"), n);
}

void fetch(float *a, int n)
{
    hicuda_require(0 <= n, "functions-nobody-calls.c:39: the section of `a` ends before it starts");
    memcpy(a, ((float *)hicuda_copy_of(a, "functions-nobody-calls.c:39: global copyout a[0:n-1]")), sizeof(float) * n);
}

int main(void)
{
    float a[100];
    int n = 100;
    for (int i = 0; i < n; i++)
        a[i] = i;
    float *d_a3 = hicuda_alloc(sizeof(float) * n, "functions-nobody-calls.c:48: global alloc a[0:n-1] copyin");
    hicuda_remember(a, 0, sizeof(float) * n, d_a3, "functions-nobody-calls.c:48: global alloc a[0:n-1] copyin");
    memcpy(d_a3, a, sizeof(float) * n);
    scale(a, n, 3);
    memcpy(a, d_a3, sizeof(float) * n);
    free(d_a3);
    hicuda_forget(a, "functions-nobody-calls.c:51: global free a");
    printf("%g %g\n", a[1], a[99]);
    return 0;
}
