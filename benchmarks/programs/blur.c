// A picture of three colours, blurred by rows and by columns, its edges repeated.
#include <stdio.h>
#include <stdlib.h>

struct pixel {
    unsigned char r, g, b;
};

#define RADIUS 3

static const int weight[2 * RADIUS + 1] = { 1, 6, 15, 20, 15, 6, 1 };

static int clamped(int at, int length)
{
    return at < 0 ? 0 : at >= length ? length - 1 : at;
}

static void along_rows(struct pixel *out, const struct pixel *in, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int r = 0, g = 0, b = 0;
            for (int k = -RADIUS; k <= RADIUS; k++) {
                struct pixel p = in[y * width + clamped(x + k, width)];
                r += weight[k + RADIUS] * p.r;
                g += weight[k + RADIUS] * p.g;
                b += weight[k + RADIUS] * p.b;
            }
            struct pixel sum = { (unsigned char)(r / 64), (unsigned char)(g / 64), (unsigned char)(b / 64) };
            out[y * width + x] = sum;
        }
}

static void along_columns(struct pixel *out, const struct pixel *in, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int r = 0, g = 0, b = 0;
            for (int k = -RADIUS; k <= RADIUS; k++) {
                const struct pixel *p = &in[clamped(y + k, height) * width + x];
                r += weight[k + RADIUS] * p->r;
                g += weight[k + RADIUS] * p->g;
                b += weight[k + RADIUS] * p->b;
            }
            struct pixel *to = &out[y * width + x];
            to->r = (unsigned char)(r / 64);
            to->g = (unsigned char)(g / 64);
            to->b = (unsigned char)(b / 64);
        }
}

int main(int argc, char **argv)
{
    int width = argc > 1 ? atoi(argv[1]) : 64, height = width - 10;
    struct pixel *image = malloc(sizeof *image * width * height), *half = malloc(sizeof *half * width * height);
    if (!image || !half)
        return 1;
    for (int i = 0; i < width * height; i++) {
        image[i].r = (unsigned char)(i * 7 % 256);
        image[i].g = (unsigned char)(i * i % 256);
        image[i].b = (unsigned char)(i / 5 % 256);
    }
    along_rows(half, image, width, height);
    along_columns(image, half, width, height);
    unsigned hash = 0;
    for (int i = 0; i < width * height; i++)
        hash = hash * 31 + image[i].r + 3u * image[i].g + 5u * image[i].b;
    printf("%u\n", hash);
    free(image);
    free(half);
    return 0;
}
