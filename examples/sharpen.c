// An image filter with its weights in constant memory and the picture read
// through a texture; coordinates are clamped to the picture.
#include <stdio.h>
#include <stdlib.h>

#define HEIGHT 240
#define WIDTH 320
#define RADIUS 2
#define TAPS (2 * RADIUS + 1)

static unsigned char picture[HEIGHT][WIDTH];
static int sharpened[HEIGHT][WIDTH], expected[HEIGHT][WIDTH];
static int weight[TAPS][TAPS];

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static void filter_on_device(void)
{
#pragma hicuda texture copyin picture[*][*] addr(clamp)
#pragma hicuda constant copyin weight[*][*]
#pragma hicuda global alloc sharpened[*][*]
#pragma hicuda kernel filter tblock(HEIGHT/8, WIDTH/32) thread(8, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int y = 0; y < HEIGHT; y++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int x = 0; x < WIDTH; x++) {
            int sum = 0;
            for (int dy = -RADIUS; dy <= RADIUS; dy++)
                for (int dx = -RADIUS; dx <= RADIUS; dx++)
                    sum += weight[dy + RADIUS][dx + RADIUS] *
                           picture[clamp(y + dy, 0, HEIGHT - 1)][clamp(x + dx, 0, WIDTH - 1)];
            sharpened[y][x] = sum;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout sharpened[*][*]
#pragma hicuda global free sharpened
#pragma hicuda constant remove weight
#pragma hicuda texture remove picture
}

int main(void)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            picture[y][x] = (unsigned char)(y * 31 + x * 17 + (x * y) % 13);
    for (int y = 0; y < TAPS; y++)
        for (int x = 0; x < TAPS; x++)
            weight[y][x] = (y == RADIUS && x == RADIUS) ? TAPS * TAPS : -1;
    filter_on_device();

    int wrong = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            for (int dy = -RADIUS; dy <= RADIUS; dy++)
                for (int dx = -RADIUS; dx <= RADIUS; dx++)
                    expected[y][x] += weight[dy + RADIUS][dx + RADIUS] *
                                      picture[clamp(y + dy, 0, HEIGHT - 1)][clamp(x + dx, 0, WIDTH - 1)];
            wrong += sharpened[y][x] != expected[y][x];
        }
    printf("sharpen %dx%d: %s\n", HEIGHT, WIDTH, wrong ? "FAILED" : "PASSED");
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
