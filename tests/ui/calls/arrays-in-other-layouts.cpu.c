//@ emit: cuda cpu
//@ run: cpu
// Functions that reach a texture, parts of rows or a tile: they stand in the place
// of their calls, where the array is known.
#include <stdio.h>

float cut[8][64], whole[64], out[64];
int table[16];
unsigned char image[24][40], edges[24][40];

static float pick(float (*p)[64], int i)
{
    return p[i % 8][i];
}

static int look(const int *p, int i)
{
    return p[i % 16];
}

// Calls what needs it.
static int look_twice(const int *p, int i)
{
    int first = look(p, i);
    if (first > 20)
        return first - look(p, i + 1);
    return first;
}

static void add(float *p, float x)
{
    *p += x;
}

static float sum_of_row(const float *row, int from, int to)
{
    float sum = 0;
    for (int j = from; j < to; j++)
        sum += row[j];
    return sum;
}

static int gradient(unsigned char (*im)[40], int y, int x)
{
    int dx = im[y][x + 1] - im[y][x - 1], dy = im[y + 1][x] - im[y - 1][x];
    return dx * dx + dy * dy;
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

// Copies `rows` runs of `width` bytes that lie `to_pitch` and `from_pitch` apart.
static void hicuda_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                             size_t width, size_t rows)
{
    for (size_t row = 0; row < rows; row++)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
}

// arrays-in-other-layouts.c:63: kernel mix
static inline void mix_block(float *restrict whole, const int *restrict table, float (*restrict cut)[56], float *restrict out, int block_i)
{
    float whole_tile[16];
    int i_base = block_i * 14 + 8;
    for (int element = 0; element < 16; element++)
        whole_tile[element] = 0;
    int whole_element_end = 64 - i_base < 16 ? 64 - i_base : 16;
    for (int element = 0; element < whole_element_end; element++)
        whole_tile[element] = whole[i_base + element];
    {
        for (int i_lane = 0; i_lane < 14; i_lane++) {
            int i = i_base + i_lane;
            float *p = &whole[i];
        }
        for (int i_lane = 0; i_lane < 14; i_lane++)
            whole_tile[i_lane] += 1;
    }
    for (int i_lane = 0; i_lane < 14; i_lane++) {
        int i = i_base + i_lane;
        float near = i > 20 && table[i % 16] > 9 ? cut[i % 8][i - 8] : table[0 % 16];
        {
            int look_twice_result;
            {
                int first = table[i % 16];
                if (first > 20) {
                    look_twice_result = first - table[(i + 1) % 16];
                } else {
                    look_twice_result = first;
                }
            }
            out[i] = near + look_twice_result + whole_tile[i_lane];
        }
        {
            float sum_of_row_result;
            {
                const float *row = cut[i % 8];
                float sum = 0;
                for (int j = 8; j < 12; j++)
                    sum += cut[i % 8][j - 8];
                sum_of_row_result = sum;
            }
            {
                float sum_of_row_result2;
                {
                    const float *row = &cut[3][0];
                    float sum = 0;
                    for (int j = 20; j < 24; j++)
                        sum += cut[3][j - 8];
                    sum_of_row_result2 = sum;
                }
                out[i] += sum_of_row_result + sum_of_row_result2;
            }
        }
    }
}

static void mix(float *restrict whole, const int *restrict table, float (*restrict cut)[56], float *restrict out)
{
    #pragma omp parallel for
    for (int block_i = 0; block_i < 4; block_i++)
        mix_block(whole, table, cut, out, block_i);
}

// arrays-in-other-layouts.c:80: kernel find_edges
static inline void find_edges_iteration(const unsigned char (*restrict image)[40], unsigned char (*restrict edges)[40], int y)
{
    for (int x = 1; x < 39; x++) {
        int gradient_result;
        {
            int dx = image[y][x + 1] - image[y][x - 1], dy = image[y + 1][x] - image[y - 1][x];
            gradient_result = dx * dx + dy * dy;
        }
        edges[y][x] = gradient_result > 900;
    }
}

static void find_edges(const unsigned char (*restrict image)[40], unsigned char (*restrict edges)[40])
{
    #pragma omp parallel for
    for (int y = 1; y < 23; y++)
        find_edges_iteration(image, edges, y);
}

int main(void)
{
    for (int i = 0; i < 512; i++)
        cut[i / 64][i % 64] = i % 10;
    for (int i = 0; i < 64; i++)
        whole[i] = i;
    for (int i = 0; i < 16; i++)
        table[i] = 3 * i;
    for (int i = 0; i < 960; i++)
        image[i / 40][i % 40] = i * 7 % 251;
    float (*d_cut)[56] = hicuda_alloc(sizeof(float) * 8 * 56, "arrays-in-other-layouts.c:59: global alloc cut[*][8:63] copyin");
    hicuda_copy_rows(d_cut, sizeof(float) * 56, &cut[0][8], sizeof(float) * 64, sizeof(float) * 56, 8);
    float *d_whole = hicuda_alloc(sizeof whole, "arrays-in-other-layouts.c:60: global alloc whole[*] copyin");
    memcpy(d_whole, whole, sizeof whole);
    float *d_out = hicuda_alloc(sizeof out, "arrays-in-other-layouts.c:61: global alloc out[*] clear");
    memset(d_out, 0, sizeof out);
    int *d_table = hicuda_alloc(sizeof table, "arrays-in-other-layouts.c:62: texture copyin table[*]");
    memcpy(d_table, table, sizeof(int) * 16);
    mix(d_whole, d_table, d_cut, d_out);
    memcpy(out, d_out, sizeof out);
    free(d_table);
    free(d_cut);
    free(d_whole);
    free(d_out);

    unsigned char (*d_image)[40] = hicuda_alloc(sizeof image, "arrays-in-other-layouts.c:78: texture copyin image[*][*]");
    memcpy(d_image, image, sizeof(unsigned char) * 24 * 40);
    unsigned char (*d_edges)[40] = hicuda_alloc(sizeof edges, "arrays-in-other-layouts.c:79: global alloc edges[*][*] clear");
    memset(d_edges, 0, sizeof edges);
    find_edges(d_image, d_edges);
    memcpy(edges, d_edges, sizeof edges);
    free(d_image);
    free(d_edges);
    int n = 0;
    for (int i = 0; i < 960; i++)
        n += edges[i / 40][i % 40];
    printf("%g %g %g %d\n", out[8], out[30], out[63], n);
    return 0;
}
