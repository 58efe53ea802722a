/* Heat that spreads in a plate: plain C, without a directive.
 * The tab "Rewrite" offers directives for its loops. */
#include <stdio.h>

#define N 512
#define STEPS 200

static float now[N][N], next[N][N];

static void step(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            next[i][j] = 0.25f * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            now[i][j] = next[i][j];
}

int main(void)
{
    for (int j = 0; j < N; j++)
        now[0][j] = 100.0f;
    for (int t = 0; t < STEPS; t++)
        step();
    printf("the middle of the second row has %.4f degrees\n", now[1][N / 2]);
    return 0;
}
