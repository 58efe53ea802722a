// The device has the rows of a table in one block: a kernel cannot put one in the place of another.
#include <stdlib.h>

int main(void) {
    int n = 8, m = 16;
    float **rows = malloc(n * sizeof *rows), *block = calloc(n * m, sizeof *block);
    for (int i = 0; i < n; i++)
        rows[i] = block + i * m;
#pragma hicuda shape rows[n][m]
#pragma hicuda global alloc rows[*][*] copyin //~ W1102 no kernel uses
#pragma hicuda kernel k tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < n; i++)
        rows[i] = rows[i - 1] + m; //~ E0525 the compiler cannot tell
#pragma hicuda kernel_end
#pragma hicuda global free rows
    return 0;
}
