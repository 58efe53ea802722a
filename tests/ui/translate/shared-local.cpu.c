//@ emit: cuda cpu
//@ run: cpu
// An array of the kernel's own, shared by the block. Two barriers are needed
// and added: before others read it, and before the next row overwrites it.
#include <stdio.h>

int a[10][32];

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

// shared-local.c:12: kernel reverse
static inline void reverse_block(int (*restrict a)[32], int block_i)
{
    int row[32];
    int i_begin = block_i * 2;
    for (int i = i_begin; i < i_begin + 2; i++) {
        for (int j = 0; j < 32; j++)
            row[j] = i * 32 + j;
        for (int j = 0; j < 32; j++)
            a[i][j] = row[31 - j];
    }
}

static void reverse(int (*restrict a)[32])
{
    #pragma omp parallel for
    for (int block_i = 0; block_i < 5; block_i++)
        reverse_block(a, block_i);
}

int main(void)
{
    int (*d_a)[32] = hicuda_alloc(sizeof a, "shared-local.c:11: global alloc a[*][*]");
    reverse(d_a);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    printf("%d %d\n", a[0][0], a[9][31]);
    return 0;
}
