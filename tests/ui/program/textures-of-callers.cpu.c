//@ emit: cuda cpu
//@ run: cpu
// Functions read textures that their callers made.
#include <stdio.h>
#define N 64

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

// textures-of-callers.c:9: kernel first
static void first(float *restrict r, const float *restrict line, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        r[i] = line[i] * 2;
}

static void along(const float *line, float *r, int n)
{
    first((float *)hicuda_copy_of(r, "textures-of-callers.c:9: kernel first tblock(4) thread(16)"), hicuda_copy_of(line, "textures-of-callers.c:9: kernel first tblock(4) thread(16)"), n);
}

// textures-of-callers.c:18: kernel second
static void second(float *restrict r, const float (*restrict image)[8])
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        r[i] += image[i % 16][i / 16];
}

static void across(float image[16][8], float *r)
{
    second((float *)hicuda_copy_of(r, "textures-of-callers.c:18: kernel second tblock(4) thread(16)"), hicuda_copy_of(image, "textures-of-callers.c:18: kernel second tblock(4) thread(16)"));
}

static void both(const float *line, float image[16][8], float *r)
{
    along(line, r, N);
    across(image, r);
}

int main(void)
{
    float line[N], image[16][8], r[N], total = 0;
    for (int i = 0; i < N; i++)
        line[i] = i % 9;
    for (int i = 0; i < 128; i++)
        image[i / 8][i % 8] = i % 11;
    float *d_line = hicuda_alloc(sizeof line, "textures-of-callers.c:38: texture copyin line[*]");
    memcpy(d_line, line, sizeof(float) * 64);
    hicuda_remember(line, 0, 0, d_line, "textures-of-callers.c:38: texture copyin line[*]");
    float (*d_image)[8] = hicuda_alloc(sizeof image, "textures-of-callers.c:39: texture copyin image[*][*]");
    memcpy(d_image, image, sizeof(float) * 16 * 8);
    hicuda_remember(image, 0, 0, d_image, "textures-of-callers.c:39: texture copyin image[*][*]");
    float *d_r = hicuda_alloc(sizeof r, "textures-of-callers.c:40: global alloc r[*]");
    hicuda_remember(r, 0, sizeof r, d_r, "textures-of-callers.c:40: global alloc r[*]");
    both(line, image, r);
    free(d_line);
    hicuda_forget(line, "textures-of-callers.c:42: texture remove line image");
    free(d_image);
    hicuda_forget(image, "textures-of-callers.c:42: texture remove line image");
    memcpy(r, d_r, sizeof r);
    free(d_r);
    hicuda_forget(r, "textures-of-callers.c:44: global free r");
    for (int i = 0; i < N; i++)
        total += (i + 1) * r[i];
    printf("%g\n", total);
    return 0;
}
