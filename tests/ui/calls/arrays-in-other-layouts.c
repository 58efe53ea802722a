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
#pragma hicuda global alloc cut[*][8:63] copyin
#pragma hicuda global alloc whole[*] copyin
#pragma hicuda global alloc out[*] clear
#pragma hicuda texture copyin table[*]
#pragma hicuda kernel mix tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 8; i < 64; i++) {
#pragma hicuda shared alloc whole[i] copyin
        add(&whole[i], 1);
        float near = i > 20 && look(table, i) > 9 ? pick(cut, i) : look(table, 0);
        out[i] = near + look_twice(table, i) + whole[i];
#pragma hicuda shared remove whole
        out[i] += sum_of_row(cut[i % 8], 8, 12) + sum_of_row(&cut[3][0], 20, 24);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*]
#pragma hicuda texture remove table
#pragma hicuda global free cut whole out

#pragma hicuda texture copyin image[*][*]
#pragma hicuda global alloc edges[*][*] clear
#pragma hicuda kernel find_edges tblock(22) thread(38)
#pragma hicuda loop_partition over_tblock
    for (int y = 1; y < 23; y++)
#pragma hicuda loop_partition over_thread
        for (int x = 1; x < 39; x++)
            edges[y][x] = gradient(image, y, x) > 900;
#pragma hicuda kernel_end
#pragma hicuda global copyout edges[*][*]
#pragma hicuda texture remove image
#pragma hicuda global free edges
    int n = 0;
    for (int i = 0; i < 960; i++)
        n += edges[i / 40][i % 40];
    printf("%g %g %g %d\n", out[8], out[30], out[63], n);
    return 0;
}
