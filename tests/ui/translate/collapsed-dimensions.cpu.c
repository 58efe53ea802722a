//@ emit: cuda cpu
//@ run: cpu
// Four thread dimensions: two have an axis, two share x.
#include <stdio.h>

int a[2][3][4][8];

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

// collapsed-dimensions.c:13: kernel number
static void number(int (*restrict a)[3][4][8])
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                for (int l = 0; l < 8; l++)
                    a[i][j][k][l] = ((i * 3 + j) * 4 + k) * 8 + l;
}

int main(void)
{

    int (*d_a)[3][4][8] = hicuda_alloc(sizeof a, "collapsed-dimensions.c:12: global alloc a[*][*][*][*]");
    number(d_a);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    printf("%d %d\n", a[0][0][0][1], a[1][2][3][7]);
    return 0;
}
