// Cells that live with two or three neighbours, on a torus.
#include <stdio.h>
#include <string.h>

#define H 64
#define W 80

static unsigned char board[H][W], next[H][W];

static int neighbours(int i, int j)
{
    int count = 0;
    for (int di = -1; di <= 1; di++)
        for (int dj = -1; dj <= 1; dj++)
            if (di != 0 || dj != 0)
                count += board[(i + di + H) % H][(j + dj + W) % W];
    return count;
}

int main(void)
{
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            board[i][j] = (i * 7 + j * 11) % 5 < 2;
    for (int t = 0; t < 12; t++) {
        for (int i = 0; i < H; i++)
            for (int j = 0; j < W; j++) {
                int n = neighbours(i, j);
                next[i][j] = n == 3 || (n == 2 && board[i][j]);
            }
        memcpy(board, next, sizeof board);
    }
    int alive = 0;
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            alive += board[i][j];
    printf("%d\n", alive);
    return 0;
}
