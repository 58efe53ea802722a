// A fluid in a channel with an obstacle: densities in nine directions collide and move on.
#include <stdio.h>

#define W 40
#define H 24
#define DIRECTIONS 9

static const int dx[DIRECTIONS] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const int dy[DIRECTIONS] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const int opposite[DIRECTIONS] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
static const float weight[DIRECTIONS] = { 4.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 36, 1.0f / 36,
                                          1.0f / 36, 1.0f / 36 };
static float now[DIRECTIONS][H][W], then[DIRECTIONS][H][W];
static unsigned char solid[H][W];

static void collide(float relaxation)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float density = 0, vx = 0, vy = 0;
            for (int d = 0; d < DIRECTIONS; d++) {
                density += now[d][y][x];
                vx += now[d][y][x] * (float)dx[d];
                vy += now[d][y][x] * (float)dy[d];
            }
            vx /= density;
            vy /= density;
            float speed = vx * vx + vy * vy;
            if (solid[y][x])
                continue;
            for (int d = 0; d < DIRECTIONS; d++) {
                float along = vx * (float)dx[d] + vy * (float)dy[d];
                float wanted = weight[d] * density * (1 + 3 * along + 4.5f * along * along - 1.5f * speed);
                now[d][y][x] += relaxation * (wanted - now[d][y][x]);
            }
        }
}

static void stream(void)
{
    for (int d = 0; d < DIRECTIONS; d++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                int fx = (x - dx[d] + W) % W, fy = (y - dy[d] + H) % H;
                then[d][y][x] = solid[fy][fx] ? now[opposite[d]][y][x] : now[d][fy][fx];
            }
    for (int d = 0; d < DIRECTIONS; d++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                now[d][y][x] = then[d][y][x];
}

int main(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            solid[y][x] = (x - 10) * (x - 10) + (y - 12) * (y - 12) < 16;
            for (int d = 0; d < DIRECTIONS; d++)
                now[d][y][x] = weight[d] * (1.0f + (d == 1 ? 0.3f : 0.0f));
        }
    for (int t = 0; t < 6; t++) {
        collide(0.6f);
        stream();
    }
    double mass = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                mass += now[d][y][x];
    printf("%.5g %.4g\n", mass, now[1][H / 2][W / 2]);
    return 0;
}
