// The pixels under the mask of a template are added up at every place of an image, and the sums are scaled. The
// directives are those that `warploom annotate` writes for the two nests.
#include "template.h"

void match(const float image[SIZE][SIZE], const int mask[SIDE][SIDE], float th[PLACES][PLACES], float scale, float bias)
{
#pragma hicuda global alloc image[*][*] copyin
#pragma hicuda global alloc mask[*][*] copyin
#pragma hicuda global alloc th[*][*]
#pragma hicuda kernel sums thread(32, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int m = 0; m < PLACES; m++)
#pragma hicuda loop_partition over_tblock over_thread jam(8:8) vector(image)
        for (int n = 0; n < PLACES; n++) {
            th[m][n] = 0;
            for (int i = 0; i < SIDE; i++)
                for (int j = 0; j < SIDE; j++)
                    if (mask[i][j] != 0)
                        th[m][n] += image[i + m][j + n];
        }
#pragma hicuda kernel_end
#pragma hicuda kernel scaled
#pragma hicuda loop_partition over_tblock over_thread
    for (int m = 0; m < PLACES; m++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int n = 0; n < PLACES; n++)
            th[m][n] = th[m][n] * scale - bias;
#pragma hicuda kernel_end
#pragma hicuda global copyout th[*][*]
#pragma hicuda global free image mask th
}
