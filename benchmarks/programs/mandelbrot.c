// How soon points leave, in a picture.
#include <stdio.h>
#include <stdlib.h>

static int steps(double cx, double cy, int most)
{
    double x = 0, y = 0;
    int n = 0;
    while (n < most && x * x + y * y < 4) {
        double t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        n++;
    }
    return n;
}

int main(int argc, char **argv)
{
    int width = argc > 1 ? atoi(argv[1]) : 60, height = width / 2;
    unsigned short *picture = malloc(sizeof *picture * width * height);
    if (!picture)
        return 1;
    for (int row = 0; row < height; row++) {
        double cy = -1.25 + 2.5 * row / height;
        for (int column = 0; column < width; column++) {
            double cx = -2.25 + 3.0 * column / width;
            picture[row * width + column] = (unsigned short)steps(cx, cy, 300);
        }
    }
    unsigned long sum = 0;
    for (int i = 0; i < width * height; i++)
        sum = sum * 7 + picture[i];
    printf("%lu %d\n", sum, picture[width * height / 2]);
    free(picture);
    return 0;
}
