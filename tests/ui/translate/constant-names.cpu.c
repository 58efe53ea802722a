//@ emit: cuda cpu
//@ run: cpu
// Each copy has a name of its own, which no variable of the program has.
#include <stdio.h>

int w[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
int a[64];

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

static int c_w2[8];

// constant-names.c:11: kernel first
static void first(int *restrict a, int c_w)
{
    #pragma omp parallel for
    for (int i = 0; i < 64; i++)
        a[i] = i * c_w2[i % 8] + c_w;
}

void weigh(int c_w)
{
    first((int *)hicuda_copy_of(a, "constant-names.c:11: kernel first tblock(2) thread(32)"), c_w);
}

static int c_w3[8];

// constant-names.c:26: kernel second
static void second(int *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < 64; i++)
        a[i] += i * c_w3[i % 8];
}

int main(void)
{
    int *d_a = hicuda_alloc(sizeof a, "constant-names.c:20: global alloc a[*]");
    hicuda_remember(a, 0, sizeof a, d_a, "constant-names.c:20: global alloc a[*]");
    memcpy(c_w2, w, sizeof w);
    weigh(3);
    w[3] = 7;
    memcpy(c_w3, w, sizeof w);
    second(d_a);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    hicuda_forget(a, "constant-names.c:33: global free a");
    printf("%d %d\n", a[3], a[63]);
    return 0;
}
