//@ emit: cuda cpu
//@ run: cpu
// Sections in shared memory that reach over what the device holds: what lies there is neither loaded nor brought back.
#include <stdio.h>

struct point { int x, y; };

int a[64], b[64], c[64];
struct point p[64];

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

// tiles-over-the-ends.c:15: kernel load
static void load(int *restrict b, const int *restrict a)
{
    #pragma omp parallel for
    for (int i = 8; i <= 55; i++)
        b[i - 8] = (i > 8 ? a[i - 9] : 0) + a[i - 8] + (i < 55 ? a[i - 7] : 0);
}

static void load_over_the_ends(void)
{
    int *d_a = hicuda_alloc(sizeof(int) * 48, "tiles-over-the-ends.c:13: global alloc a[8:55] copyin");
    memcpy(d_a, &a[8], sizeof(int) * 48);
    int *d_b = hicuda_alloc(sizeof(int) * 48, "tiles-over-the-ends.c:14: global alloc b[8:55]");
    load(d_b, d_a);
    memcpy(&b[8], d_b, sizeof(int) * 48);
    free(d_a);
    free(d_b);
}

// tiles-over-the-ends.c:32: kernel bring
static void bring(int *restrict c)
{
    int c_tile[20];
    for (int i_base = 8; i_base < 56; i_base += 20) {
        int i_lanes = 56 - i_base < 20 ? 56 - i_base : 20;
        for (int element = 0; element < 20; element++)
            c_tile[element] = 0;
        int c_element_end = 55 - i_base < 20 ? 55 - i_base : 20;
        for (int element = 0; element < c_element_end; element++)
            c_tile[element] = c[i_base + 1 + element - 8];
        for (int i_lane = 0; i_lane < i_lanes; i_lane++) {
            int i = i_base + i_lane;
            if (i < 55)
                c_tile[i_lane] += 2 * i;
        }
        for (int i_lane = 0; i_lane < i_lanes; i_lane++) {
            int i = i_base + i_lane;
            if (i + 1 < 56)
                c[i - 7] = c_tile[i - (i_base + 1) + 1];
        }
    }
}

static void bring_back_over_the_end(void)
{
    int *d_c = hicuda_alloc(sizeof(int) * 48, "tiles-over-the-ends.c:31: global alloc c[8:55] copyin");
    memcpy(d_c, &c[8], sizeof(int) * 48);
    bring(d_c);
    memcpy(&c[8], d_c, sizeof(int) * 48);
    free(d_c);
}

// tiles-over-the-ends.c:52: kernel members
static inline void members_block(struct point *restrict p, int block_i)
{
    struct point p_tile[32];
    int i_base = block_i * 30;
    for (int i_lane = 0; i_lane < 30; i_lane++) {
        int i = i_base + i_lane;
        p_tile[i_lane].x = i;
        p_tile[i_lane].y = -i;
    }
    for (int i_lane = 0; i_lane < 30; i_lane++) {
        int i = i_base + i_lane;
        p[i] = p_tile[i - i_base];
    }
}

static void members(struct point *restrict p)
{
    #pragma omp parallel for
    for (int block_i = 0; block_i < 2; block_i++)
        members_block(p, block_i);
}

// Nothing is loaded: each element that comes back is written, member by member.
static void bring_back_all(void)
{
    struct point *d_p = hicuda_alloc(sizeof(struct point) * 60, "tiles-over-the-ends.c:51: global alloc p[0:59]");
    members(d_p);
    memcpy(p, d_p, sizeof(struct point) * 60);
    free(d_p);
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = c[i] = i * i;
    load_over_the_ends();
    bring_back_over_the_end();
    bring_back_all();
    int sum = 0;
    for (int i = 0; i < 64; i++)
        sum = sum * 7 + b[i] + c[i] * 3 + p[i].x - 5 * p[i].y;
    printf("%d\n", sum);
    return 0;
}
