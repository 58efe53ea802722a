//@ emit: cuda cpu
//@ run: cpu
// Tables of every kind of element, initialised in every way.
#include <stdio.h>
static const char letters[] = "hello world";
static const unsigned char codes[8] = { 'a', 0x7f, [5] = 200 };
static const double w[3] = { 1, 2, -3 };
static const float g[2][2] = { { 1, 2.5f }, { 3, 4 } };
static const struct bits_type { unsigned a : 3; int b : 5; float f; } bits[2] = { { 5, -7, 1 }, { 2, 3, 2 } };
static const long big = 1L << 40;
static const union u_type { int i; float f; } u = { .f = 1.5f };
enum { K = 3 };
static const short neg[] = { -1, -K, 'b' - 'a' };
static int tab(int i) { static const int t[] = { 3, 1, 4, 1, 5 }; return t[i % 5]; }
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

// constant-tables.c:18: kernel k
static void k(double *restrict r, const long big, const union u_type u)
{
    for (int i = 0; i < 40; i++)
        r[i] = letters[i % 11] + codes[i % 8] * w[i % 3] + g[i % 2][i / 2 % 2] + bits[i & 1].a * 3 + bits[i & 1].b + bits[i & 1].f + (big >> 38) + u.f + neg[i % 3] + tab(i) + sizeof(const char[12]);
}

int main(void) {
    double r[40];
    double *d_r = hicuda_alloc(sizeof r, "constant-tables.c:17: global alloc r[*]");
    k(d_r, big, u);
    memcpy(r, d_r, sizeof r);
    free(d_r);
    double s = 0; for (int i = 0; i < 40; i++) s += r[i] * (i % 7 + 1);
    printf("%.6f\n", s);
    return 0;
}
