//@ emit: cuda cpu
//@ run: cpu
// Results that come back through pointers to scalars, structs and members.
#include <stdio.h>

#define N 40

struct pair { int low, high; };

int a[N], quotient[N], rest[N];
struct pair range[N];

static void divide(int value, int by, int *q, int *r)
{
    *q = value / by;
    *r = value - *q * by;
}

static void widen(struct pair *p, int value)
{
    if (value < p->low)
        p->low = value;
    if (value > p->high)
        p->high = value;
}

static struct pair starting_at(int value)
{
    struct pair p = {value, value};
    return p;
}

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

// results-through-pointers.c:41: kernel work
static void work(int *restrict a, int *restrict quotient, int *restrict rest, struct pair *restrict range)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int q, r;
        divide(a[i], 7, &q, &r);
        quotient[i] = q;
        rest[i] = r;
        struct pair p = starting_at(a[i]);
        widen(&p, a[(i + 1) % N]);
        range[i] = p;
        widen(&range[i], 50);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 100;
    int *d_a = hicuda_alloc(sizeof a, "results-through-pointers.c:37: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    int *d_quotient = hicuda_alloc(sizeof quotient, "results-through-pointers.c:38: global alloc quotient[*]");
    int *d_rest = hicuda_alloc(sizeof rest, "results-through-pointers.c:39: global alloc rest[*]");
    struct pair *d_range = hicuda_alloc(sizeof range, "results-through-pointers.c:40: global alloc range[*]");
    work(d_a, d_quotient, d_rest, d_range);
    memcpy(quotient, d_quotient, sizeof quotient);
    memcpy(rest, d_rest, sizeof rest);
    memcpy(range, d_range, sizeof range);
    free(d_a);
    free(d_quotient);
    free(d_rest);
    free(d_range);
    int total = 0;
    for (int i = 0; i < N; i++)
        total += quotient[i] * 3 + rest[i] * 5 + range[i].low * 7 + range[i].high;
    printf("%d\n", total);
    return 0;
}
