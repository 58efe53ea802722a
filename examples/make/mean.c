// No directive here: this file is compiled as it is.
#include "heat.h"

float mean(const float *plate, int rows, int columns)
{
    double sum = 0;
    for (int i = 0; i < rows * columns; i++)
        sum += plate[i];
    return (float)(sum / ((double)rows * columns));
}
