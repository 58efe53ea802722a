//@ emit: cuda cpu
//@ run: cpu
// `float **` with rows allocated one by one, and with rows of one block: a `shape` tells
// their lengths, and the device has them as one block, copied row by row.
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

// rows-of-their-own.c:8: kernel kblur
static inline void kblur_iteration(float *restrict dst, float *restrict src, int w, int y)
{
    for (int x = 1; x < w - 1; x++) {
        float *up = &src[(long)(y - 1) * w], *row = &src[(long)y * w];
        dst[(long)y * w + x] = (up[x] + row[x - 1] + row[x + 1] + src[(long)(y + 1) * w + x]) / 4;
    }
}

static void kblur(float *restrict dst, float *restrict src, int h, int w)
{
    #pragma omp parallel for
    for (int y = 1; y < h - 1; y++)
        kblur_iteration(dst, src, w, y);
}

static void blur(float **dst, float **src, int h, int w) {
    kblur((float *)hicuda_copy_of(dst, "rows-of-their-own.c:8: kernel kblur tblock(8) thread(32)"), (float *)hicuda_copy_of(src, "rows-of-their-own.c:8: kernel kblur tblock(8) thread(32)"), h, w);
}
static float pick(float **a, int i, int j) { return a[i][j] + 1; }
static float sum_row(const float *r, int n) { float s = 0; for (int k = 0; k < n; k++) s += r[k]; return s; }
// rows-of-their-own.c:35: kernel sums
static inline void sums_iteration(const float *restrict a, float *restrict s, int w, int i)
{
    {
        {
            float sum_row_result;
            {
                const float *r = &a[(long)i * w];
                float s = 0;
                for (int k = 0; k < w; k++)
                    s += r[k];
                sum_row_result = s;
            }
            s[i] = sum_row_result;
        }
        if (i > 3)
            s[i] += a[(long)i * w + i % 5] + 1;
    }
}

static void sums(const float *restrict a, float *restrict s, int h, int w)
{
    #pragma omp parallel for
    for (int i = 0; i < h; i++)
        sums_iteration(a, s, w, i);
}

int main(void) {
    int h = 17, w = 23;
    float **a = malloc(h * sizeof *a), **b = malloc(h * sizeof *b);
    float *block = malloc(h * w * sizeof(float));
    for (int i = 0; i < h; i++) { a[i] = malloc(w * sizeof **a); b[i] = block + i * w; }
    for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) { a[i][j] = (i * 7 + j * 3) % 11; b[i][j] = a[i][j]; }
    float *d_a = hicuda_alloc(sizeof(float) * h * w, "rows-of-their-own.c:27: global alloc a[*][*] copyin");
    hicuda_remember(a, 0, 0, d_a, "rows-of-their-own.c:27: global alloc a[*][*] copyin");
    for (size_t row = 0; row < h; row++)
        memcpy(&((float *)hicuda_copy_of(a, "rows-of-their-own.c:27: global alloc a[*][*] copyin"))[(size_t)row * w], a[row], sizeof(float) * w);
    float *d_b = hicuda_alloc(sizeof(float) * h * w, "rows-of-their-own.c:28: global alloc b[*][*] copyin");
    hicuda_remember(b, 0, 0, d_b, "rows-of-their-own.c:28: global alloc b[*][*] copyin");
    for (size_t row = 0; row < h; row++)
        memcpy(&((float *)hicuda_copy_of(b, "rows-of-their-own.c:28: global alloc b[*][*] copyin"))[(size_t)row * w], b[row], sizeof(float) * w);
    for (int t = 0; t < 3; t++) {
        blur(b, a, h, w);
        float **x = a; a = b; b = x;
    }
    float s[64];
    float *d_s = hicuda_alloc(sizeof s, "rows-of-their-own.c:34: global alloc s[*]");
    sums((float *)hicuda_copy_of(a, "rows-of-their-own.c:35: kernel sums tblock(2) thread(16)"), d_s, h, w);
    memcpy(s, d_s, sizeof(float) * h);
    for (size_t row = 0; row < h - 3; row++)
        memcpy(&a[2 + row][1], &((float *)hicuda_copy_of(a, "rows-of-their-own.c:43: global copyout a[2:h-2][1:w-3]"))[(size_t)(2 + row) * w + 1], sizeof(float) * (w - 3));
    free(hicuda_forget(a, "rows-of-their-own.c:44: global free a b s"));
    free(hicuda_forget(b, "rows-of-their-own.c:44: global free a b s"));
    free(d_s);
    float tot = 0;
    for (int i = 0; i < h; i++) { tot += s[i] * (i + 1); for (int j = 0; j < w; j++) tot += 0; }
    for (int i = 2; i <= h - 2; i++) for (int j = 1; j <= w - 3; j++) tot += a[i][j] * (j % 3);
    printf("%.3f\n", tot);
    return 0;
}
