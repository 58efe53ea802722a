// Two sequences aligned: each score needs those above, beside and across.
#include <stdio.h>

#define N 120
#define GAP 10

static int score[N + 1][N + 1], similarity[N + 1][N + 1];

int main(void)
{
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++)
            similarity[i][j] = (i * 5 + j * 3) % 9 - 4;
    for (int i = 0; i <= N; i++) {
        score[i][0] = -i * GAP;
        score[0][i] = -i * GAP;
    }
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++) {
            int across = score[i - 1][j - 1] + similarity[i][j];
            int up = score[i - 1][j] - GAP, left = score[i][j - 1] - GAP;
            int best = across > up ? across : up;
            score[i][j] = best > left ? best : left;
        }
    printf("%d %d\n", score[N][N], score[N / 2][N / 3]);
    return 0;
}
