// Heat on a chip: each cell warms by its power and cools to its neighbours and the sink.
#include <stdio.h>
#include <stdlib.h>

#define CAPACITY 0.5f
#define ALONG_X 0.1f
#define ALONG_Y 0.1f
#define TO_SINK 0.0125f
#define AMBIENT 80.0f

static void step(float *result, const float *temp, const float *power, int rows, int columns)
{
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
            int at = r * columns + c;
            float here = temp[at];
            float north = r > 0 ? temp[at - columns] : here;
            float south = r < rows - 1 ? temp[at + columns] : here;
            float west = c > 0 ? temp[at - 1] : here;
            float east = c < columns - 1 ? temp[at + 1] : here;
            float change = power[at] + (north + south - 2.0f * here) * ALONG_Y
                         + (east + west - 2.0f * here) * ALONG_X + (AMBIENT - here) * TO_SINK;
            result[at] = here + CAPACITY * change;
        }
    }
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 48, columns = rows + 16, steps = argc > 2 ? atoi(argv[2]) : 10;
    float *temp = malloc(sizeof(float) * rows * columns);
    float *next = malloc(sizeof(float) * rows * columns);
    float *power = malloc(sizeof(float) * rows * columns);
    if (!temp || !next || !power)
        return 1;
    for (int i = 0; i < rows * columns; i++) {
        temp[i] = 60.0f + (float)(i * 37 % 101) * 0.2f;
        power[i] = (float)(i * 11 % 23) * 0.01f;
    }
    for (int t = 0; t < steps; t++) {
        step(next, temp, power, rows, columns);
        float *swap = temp;
        temp = next;
        next = swap;
    }
    double sum = 0;
    for (int i = 0; i < rows * columns; i++)
        sum += temp[i];
    printf("%.6g %.6g %.6g\n", sum, temp[0], temp[rows * columns / 2]);
    free(temp);
    free(next);
    free(power);
    return 0;
}
