#ifndef IMAGE_H
#define IMAGE_H
#include <stdint.h>
#define MAX_RADIUS 4
typedef uint8_t pixel;
typedef struct { int width, height; } size2;
typedef struct image {
    size2 dim;
    pixel *data;
} image;
enum { BLACK = 0, WHITE = 255 };
static inline pixel clamp_pixel(int v) { return v < BLACK ? BLACK : v > WHITE ? WHITE : (pixel)v; }
static inline int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
extern float gauss[2 * MAX_RADIUS + 1];

image *image_new(int w, int h);
void make_gauss(int radius);
void blur_rows(const image *src, image *dst, int radius);
void blur_columns(const image *src, image *dst, int radius);
void sobel(const image *src, image *dst);
void histogram(const image *src, unsigned *hist);
void threshold(image *img, int level);
int otsu(const unsigned *hist, int total);
#endif
