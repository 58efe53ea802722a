// A template held against every place of an image.
#ifndef TEMPLATE_H
#define TEMPLATE_H

#ifndef SIZE
#define SIZE 96
#endif

#ifndef SIDE
#define SIDE 8
#endif

#define PLACES (SIZE - SIDE + 1)

void match(const float image[SIZE][SIZE], const int mask[SIDE][SIDE], float th[PLACES][PLACES], float scale, float bias);

#endif
