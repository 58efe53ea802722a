// annotate: --force
// Elements with members, and a struct of the iteration.
#include <stdio.h>

#define N 128

struct point {
    int x, y;
};

static struct point p[N], q[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        p[i].x = i;
        p[i].y = N - i;
    }
    for (int i = 0; i < N; i++) {
        struct point now = p[i];
        now.x += now.y;
        q[i] = now;
    }
    printf("%d %d\n", q[3].x, q[N - 1].y);
    return 0;
}
