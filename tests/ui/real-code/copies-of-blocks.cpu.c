//@ emit: cuda cpu
//@ run: cpu
// `memcpy` and `memset` of elements are assignments.
#include <stdio.h>
#include <string.h>
typedef struct { float v[4]; int id; } Item;
static void copy_item(Item *d, const Item *s)
{
    memcpy(d, s, sizeof *d);
    memset(d->v, 0, 2 * sizeof d->v[0]);
}
#include <stdlib.h>

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

static void copy_item_in_kernel(Item *d, const Item *s)
{
    *d = *s;
    for (int element = 0; element < 2; element++)
        d->v[element] = (float)0;
}

// copies-of-blocks.c:21: kernel k
static inline void k_iteration(Item *restrict b, Item *restrict a, const float (*restrict m)[16], float (*restrict q)[16], int i)
{
    {
        if (i % 2)
            b[i] = a[99 - i];
        else
            copy_item_in_kernel(&b[i], &a[i]);
        for (int element = 0; element < 16; element++)
            q[i][element] = m[99 - i][element];
    }
}

static void k(Item *restrict b, Item *restrict a, const float (*restrict m)[16], float (*restrict q)[16])
{
    #pragma omp parallel for
    for (int i = 0; i < 100; i++)
        k_iteration(b, a, m, q, i);
}

int main(void) {
    enum { N = 100 };
    static Item a[N], b[N];
    static float m[N][16], q[N][16];
    for (int i = 0; i < N; i++) { a[i].id = i; for (int k = 0; k < 4; k++) a[i].v[k] = i + k; for (int k = 0; k < 16; k++) m[i][k] = i * k % 11; }
    Item *d_a = hicuda_alloc(sizeof a, "copies-of-blocks.c:17: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    Item *d_b = hicuda_alloc(sizeof b, "copies-of-blocks.c:18: global alloc b[*] //~ R2049 `b`");
    memcpy(d_b, b, sizeof b);
    float (*d_m)[16] = hicuda_alloc(sizeof m, "copies-of-blocks.c:19: global alloc m[*][*] copyin");
    memcpy(d_m, m, sizeof m);
    float (*d_q)[16] = hicuda_alloc(sizeof q, "copies-of-blocks.c:20: global alloc q[*][*]");
    k(d_b, d_a, d_m, d_q);
    memcpy(b, d_b, sizeof b);
    memcpy(q, d_q, sizeof q);
    free(d_a);
    free(d_b);
    free(d_m);
    free(d_q);
    printf("%d %g %g\n", b[3].id, b[3].v[2], q[5][3]);
    return 0;
}
