// The record that lies nearest to a place, and how far all are on average.
#include <math.h>
#include <stdio.h>

#define RECORDS 2000

struct record {
    int id;
    float latitude, longitude;
};

static struct record records[RECORDS];
static float distance[RECORDS];

int main(void)
{
    for (int i = 0; i < RECORDS; i++) {
        records[i].id = i + 1;
        records[i].latitude = (float)(i * 73 % 900) / 10.0f;
        records[i].longitude = (float)(i * 97 % 1800) / 10.0f;
    }
    for (int i = 0; i < RECORDS; i++) {
        float a = records[i].latitude - 30.0f, b = records[i].longitude - 90.0f;
        distance[i] = sqrtf(a * a + b * b);
    }
    float smallest = distance[0], total = 0;
    int nearest = 0;
    for (int i = 1; i < RECORDS; i++)
        if (distance[i] < smallest) {
            smallest = distance[i];
            nearest = i;
        }
    for (int i = 0; i < RECORDS; i++)
        total += distance[i];
    printf("%d %.5g %.5g\n", records[nearest].id, smallest, total / RECORDS);
    return 0;
}
