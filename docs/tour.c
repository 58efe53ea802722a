#define N 8
#define SQUARE(x) ((x) * (x))

float a[N];

/* The square of the length of a. */
float norm(void)
{
    float sum = 0;

    for (int i = 0; i < N; i++)
        sum += SQUARE(a[i]);
    return sum;
}
