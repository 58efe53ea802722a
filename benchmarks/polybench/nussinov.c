// The best folding of a strand of bases: each span from the spans inside it.
#include "polybench.h"

#ifdef LARGE
enum { N = 2500 };
#else
enum { N = 60 };
#endif

#define MATCH(b1, b2) ((b1) + (b2) == 3 ? 1 : 0)
#define LARGER(s1, s2) ((s1) >= (s2) ? (s1) : (s2))

static char strand[N];
static int table[N][N];

static void set(void)
{
    for (int i = 0; i < N; i++) {
        strand[i] = (char)((i + 1) % 4);
        for (int j = 0; j < N; j++)
            table[i][j] = 0;
    }
}

static void fold(int n, char strand[N], int table[N][N])
{
    for (int i = n - 1; i >= 0; i--)
        for (int j = i + 1; j < n; j++) {
            table[i][j] = LARGER(table[i][j], table[i][j - 1]);
            if (i + 1 < n)
                table[i][j] = LARGER(table[i][j], table[i + 1][j]);
            if (i + 1 < n) {
                // Neighbours do not pair.
                if (i < j - 1)
                    table[i][j] = LARGER(table[i][j], table[i + 1][j - 1] + MATCH(strand[i], strand[j]));
                else
                    table[i][j] = LARGER(table[i][j], table[i + 1][j - 1]);
            }
            for (int k = i + 1; k < j; k++)
                table[i][j] = LARGER(table[i][j], table[i][k] + table[k + 1][j]);
        }
}

int main(void)
{
    long sum = 0;

    for (int run = 0; run < runs(); run++) {
        set();
        start();
        fold(N, strand, table);
        stop("nussinov", sampled_ints(&table[0][0], N * N));
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += table[i][j] * (1 + (i + j) % 17);
    printf("nussinov %ld\n", sum);
    return 0;
}
