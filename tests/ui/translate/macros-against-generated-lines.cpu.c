//@ emit: cpu
//@ run: cpu
// Macros of the user's do not reach into generated lines: they are put aside there.
#include <stdio.h>
#include <stdlib.h>
#define min(a, b) ((a) < (b) ? (a) : (b))
#define size 4
#define fprintf nothing
#define exit(code) quit
#define int long
#define HALF 32
int a[2 * HALF];
double total;

#pragma push_macro("exit")
#undef exit
#pragma push_macro("fprintf")
#undef fprintf
#pragma push_macro("int")
#undef int
#pragma push_macro("min")
#undef min
#pragma push_macro("size")
#undef size
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

// macros-against-generated-lines.c:18: kernel k
static inline void k_block(long *restrict a, double *total_of_blocks, int block_i)
{
    double total = 0;
    long i_begin = (long)block_i * 32;
    for (long i = i_begin; i < i_begin + 32; i++) {
        a[i] = (a[i] < 40 ? a[i] : 40) + 4 + HALF;
        total += a[i];
    }
    total_of_blocks[block_i] = total;
}

static void k(long *restrict a, double *total_result)
{
    double *total_of_blocks = hicuda_alloc(sizeof(double) * 2, "kernel k");
    #pragma omp parallel for
    for (int block_i = 0; block_i < 2; block_i++)
        k_block(a, total_of_blocks, block_i);
    for (int block = 0; block < 2; block++)
        *total_result += total_of_blocks[block];
    free(total_of_blocks);
}
#pragma pop_macro("exit")
#pragma pop_macro("fprintf")
#pragma pop_macro("int")
#pragma pop_macro("min")
#pragma pop_macro("size")

int main(void) {
    for (int i = 0; i < 64; i++) a[i] = i;
    long *d_a = hicuda_alloc(sizeof a, "macros-against-generated-lines.c:17: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    k(d_a, &total);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    printf("%ld %ld %g\n", a[5], a[60], total);
    return 0;
}
