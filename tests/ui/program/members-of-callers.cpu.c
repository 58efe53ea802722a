//@ emit: cuda cpu
//@ run: cpu
// A section of a member's array flows into functions: its bounds are said in
// the names that the function has for them.
#include <stdio.h>

struct grid {
    int *cells;
};

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

// A device copy belongs to the host object, whichever pointer leads to it. Of the object at
// `host` it holds `bytes` bytes from the one with number `first` on.
static struct hicuda_copy {
    const char *host;
    size_t first, bytes;
    char *device;
    int is_there;
} hicuda_copies[1024];

static void hicuda_remember(const void *host, size_t first, size_t bytes, void *device, const char *directive)
{
    for (int i = 0; i < 1024; i++)
        if (!hicuda_copies[i].is_there) {
            hicuda_copies[i].host = (const char *)host;
            hicuda_copies[i].first = first;
            hicuda_copies[i].bytes = bytes;
            hicuda_copies[i].device = (char *)device;
            hicuda_copies[i].is_there = 1;
            return;
        }
    fprintf(stderr, "%s: more than 1024 device copies\n", directive);
    exit(EXIT_FAILURE);
}

static struct hicuda_copy *hicuda_find(const void *host, const char *directive)
{
    struct hicuda_copy *empty = NULL;
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there && hicuda_copies[i].host == host) {
            if (hicuda_copies[i].bytes)
                return &hicuda_copies[i];
            empty = &hicuda_copies[i];
        }
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there
            && (size_t)((const char *)host - hicuda_copies[i].host) - hicuda_copies[i].first < hicuda_copies[i].bytes)
            return &hicuda_copies[i];
    if (empty)
        return empty;
    fprintf(stderr, "%s: this object has no copy on the device\n", directive);
    exit(EXIT_FAILURE);
}

// Where the byte at `host`, the start of an object or inside a copy, is on the device.
static void *hicuda_copy_of(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    return copy->device + ((const char *)host - copy->host) - copy->first;
}

static void *hicuda_forget(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    copy->is_there = 0;
    return copy->device;
}

// members-of-callers.c:13: kernel add_all
static void add_all(int *restrict g_cells, int first, int count, int by)
{
    #pragma omp parallel for
    for (int i = first; i < first + count; i++)
        g_cells[i] += by;
}

static void add(struct grid *g, int first, int count, int by)
{
    add_all((int *)hicuda_copy_of(g->cells, "members-of-callers.c:13: kernel add_all tblock(2) thread(16)"), first, count, by);
}

static void twice(struct grid *g, int from, int n)
{
    add(g, from, n, 1);
    add(g, from, n, 10);
}

int main(int argc, char **argv)
{
    int storage[64], from = 8 * argc, n = 40;
    struct grid g = { storage };
    for (int i = 0; i < 64; i++)
        storage[i] = i;
    int *d_g_cells = hicuda_alloc(sizeof(int) * n, "members-of-callers.c:32: global alloc g.cells[from:from+n-1] copyin");
    hicuda_remember(g.cells, sizeof(int) * from, sizeof(int) * n, d_g_cells, "members-of-callers.c:32: global alloc g.cells[from:from+n-1] copyin");
    memcpy(d_g_cells, &g.cells[from], sizeof(int) * n);
    twice(&g, from, n);
    memcpy(&g.cells[from], d_g_cells, sizeof(int) * n);
    free(d_g_cells);
    hicuda_forget(g.cells, "members-of-callers.c:35: global free g.cells");
    printf("%d %d %d %d\n", storage[7], storage[8], storage[47], storage[48]);
    return 0;
}
