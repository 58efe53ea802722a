#include <string.h>
#include "image.h"

void histogram(const image *src, unsigned *hist)
{
    int n = src->dim.width * src->dim.height;
    pixel *data = src->data;
    memset(hist, 0, 256 * sizeof *hist);
#pragma hicuda global alloc data[0:n-1] copyin
#pragma hicuda global alloc hist[0:255] copyin
#pragma hicuda kernel count tblock(8) thread(128)
#pragma hicuda loop_partition over_tblock over_thread reduction(+:hist[0:255])
    for (int i = 0; i < n; i++)
        hist[data[i]]++;
#pragma hicuda kernel_end
#pragma hicuda global copyout hist[0:255]
#pragma hicuda global free data hist
}

int otsu(const unsigned *hist, int total)
{
    double sum = 0, sum_b = 0, best = -1;
    long wb = 0;
    int level = 0;
    for (int i = 0; i < 256; i++) sum += (double)i * hist[i];
    for (int i = 0; i < 256; i++) {
        wb += hist[i];
        if (!wb || wb == total) continue;
        sum_b += (double)i * hist[i];
        double mb = sum_b / wb, mf = (sum - sum_b) / (total - wb);
        double between = (double)wb * (total - wb) * (mb - mf) * (mb - mf);
        if (between > best) { best = between; level = i; }
    }
    return level;
}

void threshold(image *img, int level)
{
    int n = img->dim.width * img->dim.height;
#pragma hicuda global alloc img->data[0:n-1] copyin
#pragma hicuda kernel cut tblock(8) thread(128)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        img->data[i] = img->data[i] > level ? WHITE : BLACK;
#pragma hicuda kernel_end
#pragma hicuda global copyout img->data[0:n-1]
#pragma hicuda global free img->data
}
