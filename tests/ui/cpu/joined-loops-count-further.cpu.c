//@ emit: cpu
//@ run: cpu
// The iterations of joined loops can be more than their indices can count.
#include <stdio.h>

unsigned char seen[11][24];

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

// joined-loops-count-further.c:11: kernel see
static void see(unsigned char (*restrict seen)[24])
{
    #pragma omp parallel for collapse(2)
    for (long i_value = 0; i_value < 11; i_value++)
        for (signed char j = 0; j < 24; j++) {
            signed char i = i_value;
            seen[i][j] = 1;
        }
}

int main(void)
{
    unsigned char (*d_seen)[24] = hicuda_alloc(sizeof seen, "joined-loops-count-further.c:10: global alloc seen[*][*] clear");
    memset(d_seen, 0, sizeof seen);
    see(d_seen);
    memcpy(seen, d_seen, sizeof seen);
    free(d_seen);
    int count = 0;
    for (int i = 0; i < 11 * 24; i++)
        count += seen[i / 24][i % 24];
    printf("%d\n", count);
    return 0;
}
