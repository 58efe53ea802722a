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

// A device copy belongs to the host object, whichever pointer leads to it.
static struct {
    const void *host;
    void *device;
} hicuda_copies[1024];

static void hicuda_remember(const void *host, void *device, const char *directive)
{
    for (int i = 0; i < 1024; i++)
        if (!hicuda_copies[i].device) {
            hicuda_copies[i].host = host;
            hicuda_copies[i].device = device;
            return;
        }
    fprintf(stderr, "%s: more than 1024 device copies\n", directive);
    exit(EXIT_FAILURE);
}

static void *hicuda_copy_of(const void *host, const char *directive)
{
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].device && hicuda_copies[i].host == host)
            return hicuda_copies[i].device;
    fprintf(stderr, "%s: this object has no copy on the device\n", directive);
    exit(EXIT_FAILURE);
}

static void hicuda_forget(const void *host)
{
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].device && hicuda_copies[i].host == host)
            hicuda_copies[i].device = NULL;
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
    hicuda_remember(a, d_a, "constant-names.c:20: global alloc a[*]");
    memcpy(c_w2, w, sizeof w);
    weigh(3);
    w[3] = 7;
    memcpy(c_w3, w, sizeof w);
    second(d_a);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    hicuda_forget(a);
    printf("%d %d\n", a[3], a[63]);
    return 0;
}
