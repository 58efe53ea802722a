//@ emit: cuda cpu
//@ run: cpu
// Three levels of calls; early returns, loops that end early and a parameter
// that is reassigned.
#include <stdio.h>

#define N 50
#define DEPTH 16

int keys[DEPTH], wanted[N], found[N];

static int compare(const int *table, int at, int key)
{
    if (table[at] < key)
        return -1;
    if (table[at] > key)
        return 1;
    return 0;
}

static int search(const int *table, int low, int high, int key)
{
    while (low <= high) {
        int middle = (low + high) / 2;
        switch (compare(table, middle, key)) {
        case 0:
            return middle;
        case -1:
            low = middle + 1;
            break;
        default:
            high = middle - 1;
        }
    }
    return -1;
}

static int position(const int *table, int key)
{
    int at = search(table, 0, DEPTH - 1, key);
    return at < 0 ? DEPTH : at;
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

// calls-of-calls.c:53: kernel look_up
static void look_up(const int *restrict keys, int *restrict found, const int *restrict wanted)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        found[i] = position(keys, wanted[i]);
}

int main(void)
{
    for (int i = 0; i < DEPTH; i++)
        keys[i] = 3 * i + i / 4;
    for (int i = 0; i < N; i++)
        wanted[i] = i;
    int *d_keys = hicuda_alloc(sizeof keys, "calls-of-calls.c:50: global alloc keys[*] copyin");
    memcpy(d_keys, keys, sizeof keys);
    int *d_wanted = hicuda_alloc(sizeof wanted, "calls-of-calls.c:51: global alloc wanted[*] copyin");
    memcpy(d_wanted, wanted, sizeof wanted);
    int *d_found = hicuda_alloc(sizeof found, "calls-of-calls.c:52: global alloc found[*]");
    look_up(d_keys, d_found, d_wanted);
    memcpy(found, d_found, sizeof found);
    free(d_keys);
    free(d_wanted);
    free(d_found);
    for (int i = 0; i < N; i++)
        printf("%d ", found[i]);
    printf("\n");
    return 0;
}
