//@ run: cpu sim
// Sections that follow each other, in several spellings, and pointers that are told apart.
#include <stdio.h>
#include <stdlib.h>

#define M 512

static void by_parts(int parts, float *restrict x, float *restrict y)
{
    for (int k = 0; k < parts; k++) {       //~ R2044
#pragma hicuda global alloc x[k*M:(k+1)*M-1] copyin
#pragma hicuda global alloc y[k*M:k*M+M-1]
#pragma hicuda kernel twice tblock(2) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < M; i++)
            y[k * M + i] = 2 * x[k * M + i];
#pragma hicuda kernel_end
#pragma hicuda global copyout y[k*M:(k+1)*M-1]
#pragma hicuda global free x y
    }
}

static void in_place(int n, int m, float *a)
{
    for (int c = 0; c < n; c = c + m) {     //~ R2044
        if (c == 2 * m)
            continue;
#pragma hicuda global alloc a[c:c+m-1] copyin
#pragma hicuda kernel negate nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = c; i < c + m; i++)
            a[i] = -a[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[c:c+m-1]
#pragma hicuda global free a
    }
}

static void rows(int height, float (*picture)[M])
{
    for (int row = 0; row < height; row += 2) {     //~ R2044
#pragma hicuda global alloc picture[row:row+1][*] copyin
#pragma hicuda kernel brighten nowait
#pragma hicuda loop_partition over_tblock
        for (int i = row; i < row + 2; i++)
#pragma hicuda loop_partition over_thread
            for (int j = 0; j < M; j++)
                picture[i][j] += 0.5f;
#pragma hicuda kernel_end
#pragma hicuda global copyout picture[row:row+1][*]
#pragma hicuda global free picture
    }
}

static void with_a_rest(int n, int m, const float *restrict x, float *restrict y)
{
    for (int c = 0; c < n; c += m) {        //~ R2044
        int end = c + m < n ? c + m : n;
#pragma hicuda global alloc x[c:end-1] copyin
#pragma hicuda global alloc y[c:end-1] copyin
#pragma hicuda kernel add nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = c; i < end; i++)
            y[i] += x[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout y[c:end-1]
#pragma hicuda global free x y
    }
}

int main(void)
{
    float *x = (float *)malloc(8 * M * sizeof *x), *y = (float *)malloc(8 * M * sizeof *y);
    static float picture[8][M];
    for (int i = 0; i < 8 * M; i++)
        x[i] = i % 17;
    by_parts(8, x, y);
    in_place(8 * M, M, y);
    with_a_rest(8 * M, 1000, x, y);
    rows(8, picture);
    double sum = 0;
    for (int i = 0; i < 8 * M; i++)
        sum += y[i] * (i % 3) + picture[i / M][i % M];
    printf("%.1f\n", sum);
    free(x);
    free(y);
    return 0;
}
