// The lecture's FFT of length 1024 in C with directives: a kernel for each pass, and arrays between them where
// the kernel of fft.cl has local memory. Without directives it is the sequential program.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 1024
#define BATCH 4

static float in_re[BATCH][LENGTH], in_im[BATCH][LENGTH], out_re[BATCH][LENGTH], out_im[BATCH][LENGTH];
static float a_re[BATCH][LENGTH], a_im[BATCH][LENGTH], b_re[BATCH][LENGTH], b_im[BATCH][LENGTH];

static void radix4(float *re, float *im)
{
    float ar = re[0] + re[2], ai = im[0] + im[2], br = re[0] - re[2], bi = im[0] - im[2];
    float cr = re[1] + re[3], ci = im[1] + im[3], dr = im[1] - im[3], di = re[3] - re[1];
    re[0] = ar + cr;
    im[0] = ai + ci;
    re[1] = br + dr;
    im[1] = bi + di;
    re[2] = ar - cr;
    im[2] = ai - ci;
    re[3] = br - dr;
    im[3] = bi - di;
}

// Multiplies by exp(-2 pi i k / n).
static void rotate(float *re, float *im, int k, int n)
{
    float angle = -2.0f * 3.14159265358979f * k / n, c = cosf(angle), s = sinf(angle);
    float x = *re * c - *im * s;
    *im = *re * s + *im * c;
    *re = x;
}

static void radix16(float *re, float *im)
{
    float row_re[16], row_im[16], column_re[4], column_im[4];
    for (int n = 0; n < 4; n++) {
        for (int k = 0; k < 4; k++) {
            row_re[4 * n + k] = re[n + 4 * k];
            row_im[4 * n + k] = im[n + 4 * k];
        }
        radix4(row_re + 4 * n, row_im + 4 * n);
    }
    for (int k = 0; k < 4; k++) {
        for (int n = 0; n < 4; n++) {
            column_re[n] = row_re[4 * n + k];
            column_im[n] = row_im[4 * n + k];
            rotate(&column_re[n], &column_im[n], n * k, 16);
        }
        radix4(column_re, column_im);
        for (int n = 0; n < 4; n++) {
            re[k + 4 * n] = column_re[n];
            im[k + 4 * n] = column_im[n];
        }
    }
}

static void fft(void)
{
#pragma hicuda global alloc in_re[*][*] copyin
#pragma hicuda global alloc in_im[*][*] copyin
#pragma hicuda global alloc a_re[*][*]
#pragma hicuda global alloc a_im[*][*]
#pragma hicuda global alloc b_re[*][*]
#pragma hicuda global alloc b_im[*][*]
#pragma hicuda global alloc out_re[*][*]
#pragma hicuda global alloc out_im[*][*]

    // Radix 16: point k of thread t goes to row k.
#pragma hicuda kernel first_pass tblock(BATCH) thread(64)
#pragma hicuda loop_partition over_tblock
    for (int b = 0; b < BATCH; b++) {
#pragma hicuda loop_partition over_thread
        for (int t = 0; t < 64; t++) {
            float re[16], im[16];
            for (int i = 0; i < 16; i++) {
                re[i] = in_re[b][t + 64 * i];
                im[i] = in_im[b][t + 64 * i];
            }
            radix16(re, im);
            for (int k = 0; k < 16; k++) {
                rotate(&re[k], &im[k], t * k, 1024);
                a_re[b][64 * k + t] = re[k];
                a_im[b][64 * k + t] = im[k];
            }
        }
    }
#pragma hicuda kernel_end

    // Radix 16 in each row: every fourth point.
#pragma hicuda kernel second_pass tblock(BATCH) thread(64)
#pragma hicuda loop_partition over_tblock
    for (int b = 0; b < BATCH; b++) {
#pragma hicuda loop_partition over_thread
        for (int t = 0; t < 64; t++) {
            float re[16], im[16];
            for (int i = 0; i < 16; i++) {
                re[i] = a_re[b][64 * (t % 16) + t / 16 + 4 * i];
                im[i] = a_im[b][64 * (t % 16) + t / 16 + 4 * i];
            }
            radix16(re, im);
            for (int k = 0; k < 16; k++) {
                rotate(&re[k], &im[k], t / 16 * k, 64);
                b_re[b][64 * k + t] = re[k];
                b_im[b][64 * k + t] = im[k];
            }
        }
    }
#pragma hicuda kernel_end

    // Radix 4, four times.
#pragma hicuda kernel third_pass tblock(BATCH) thread(64)
#pragma hicuda loop_partition over_tblock
    for (int b = 0; b < BATCH; b++) {
#pragma hicuda loop_partition over_thread
        for (int t = 0; t < 64; t++) {
            for (int g = 0; g < 4; g++) {
                float re[4], im[4];
                for (int i = 0; i < 4; i++) {
                    re[i] = b_re[b][64 * (t / 16 + 4 * g) + t % 16 + 16 * i];
                    im[i] = b_im[b][64 * (t / 16 + 4 * g) + t % 16 + 16 * i];
                }
                radix4(re, im);
                for (int k = 0; k < 4; k++) {
                    out_re[b][t + 64 * (g + 4 * k)] = re[k];
                    out_im[b][t + 64 * (g + 4 * k)] = im[k];
                }
            }
        }
    }
#pragma hicuda kernel_end

#pragma hicuda global copyout out_re[*][*]
#pragma hicuda global copyout out_im[*][*]
#pragma hicuda global free in_re in_im a_re a_im b_re b_im out_re out_im
}

// The largest difference from a plain DFT, against the largest value.
static double worst_difference(void)
{
    double worst = 0, largest = 0;
    for (int b = 0; b < BATCH; b++)
        for (int k = 0; k < LENGTH; k += 37) {
            double re = 0, im = 0;
            for (int n = 0; n < LENGTH; n++) {
                double angle = -2 * acos(-1.0) * ((long)n * k % LENGTH) / LENGTH;
                re += in_re[b][n] * cos(angle) - in_im[b][n] * sin(angle);
                im += in_re[b][n] * sin(angle) + in_im[b][n] * cos(angle);
            }
            worst = fmax(worst, hypot(out_re[b][k] - re, out_im[b][k] - im));
            largest = fmax(largest, hypot(re, im));
        }
    return worst / largest;
}

int main(void)
{
    for (int b = 0; b < BATCH; b++)
        for (int n = 0; n < LENGTH; n++) {
            int i = b * LENGTH + n;
            in_re[b][n] = (float)(i * 37 % 101) / 101 - 0.5f;
            in_im[b][n] = (float)(i * 53 % 97) / 97 - 0.5f;
        }
    fft();
    int passed = worst_difference() < 1e-5;
    printf("FFT of %d points, %d times: %s\n", LENGTH, BATCH, passed ? "PASSED" : "FAILED");
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
