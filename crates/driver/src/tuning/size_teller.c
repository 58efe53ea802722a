// Keeps the sizes that a sequential program tells before each of its kernels: the mean of each variable.
//
// Writes `KERNEL NAME MEAN` for each of them to the file that WARPLOOM_SIZES names: when the program ends, and
// after 1, 2, 4, 8 … values, since one that takes too long is ended from outside.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIABLES = 1024 };

static struct {
    const char *kernel, *name;
    double sum, count;
} known[VARIABLES];
static int n_known;

static void write_sizes(void)
{
    const char *path = getenv("WARPLOOM_SIZES");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    for (int i = 0; i < n_known; i++)
        fprintf(file, "%s %s %.17g\n", known[i].kernel, known[i].name, known[i].sum / known[i].count);
    fclose(file);
}

void warploom_tell_size(const char *kernel, const char *name, double value)
{
    static long long told, next = 1;
    int i = 0;
    while (i < n_known && (strcmp(known[i].name, name) || strcmp(known[i].kernel, kernel)))
        i++;
    if (i == VARIABLES)
        return;
    if (i == n_known) {
        if (n_known++ == 0)
            atexit(write_sizes);
        known[i].kernel = kernel;
        known[i].name = name;
        next = told + 1;
    }
    known[i].sum += value;
    known[i].count += 1;
    if (++told >= next) {
        next = 2 * told;
        write_sizes();
    }
}
