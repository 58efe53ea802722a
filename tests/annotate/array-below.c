// annotate: --force
// `elapsed` is declared below `main`: no directive in `main` can name it, and the loop stays. The one in `total` can.
#include <stdio.h>
#include <stdlib.h>

void clear(int at);
double total(void);

int main(void) {
    for (int i = 0; i < 64; i++)
        clear(i);
    printf("%g\n", total());
    return 0;
}

static double elapsed[64];

void clear(int at) {
    elapsed[at] = at * 0.5;
}

double total(void) {
    double sum = 0;
    for (int i = 0; i < 64; i++)
        sum += elapsed[i];
    return sum;
}
