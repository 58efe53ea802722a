// Heat in a plate: `now` and `next` have `rows` rows of `columns` cells.
#ifndef HEAT_H
#define HEAT_H

void spread(float *next, const float *now, int rows, int columns);
float mean(const float *plate, int rows, int columns);

#endif
