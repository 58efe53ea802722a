//@ emit: cuda cpu
//@ run: cpu
// Types and enumerators that a function declares for itself.
#include <stdio.h>
typedef struct { float x, y; } P;

struct Q { int k; P p; };

enum { N = 64, M = 4 };

enum mode { A = 3, B };

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

// types-of-a-function.c:16: kernel k
static void k(const P *restrict a, struct Q *restrict q, float *restrict r, enum mode md)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++) {
        P t = a[i];
        struct Q *z = &q[N - 1 - i];
        switch (z->k) {
        case M - 1:
            t.x += A;
            break;
        case 0:
            t.y -= md;
            break;
        default:
            break;
        }
        r[i] = t.x * z->p.y + t.y + (md == B ? 1 : 0);
    }
}

int main(void) {
    P a[N]; struct Q q[N]; float r[N];
    enum mode md = B;
    for (int i = 0; i < N; i++) { a[i].x = i; a[i].y = 2 * i; q[i].k = i % M; q[i].p = a[i]; }
    P *d_a = hicuda_alloc(sizeof a, "types-of-a-function.c:13: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    struct Q *d_q = hicuda_alloc(sizeof q, "types-of-a-function.c:14: global alloc q[*] copyin");
    memcpy(d_q, q, sizeof q);
    float *d_r = hicuda_alloc(sizeof r, "types-of-a-function.c:15: global alloc r[*]");
    k(d_a, d_q, d_r, md);
    memcpy(r, d_r, sizeof r);
    free(d_a);
    free(d_q);
    free(d_r);
    float s = 0; for (int i = 0; i < N; i++) s += r[i] * (i % 7);
    printf("%g\n", s);
    return 0;
}
