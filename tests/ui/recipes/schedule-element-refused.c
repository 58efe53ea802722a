// Scalars that are not the element all the time: their statements have times like others.
#define N 24

static float a[N][N], last;

static float wanted_after(int n)
{
    float w = 0;

#pragma hicuda schedule((j, 0, i)) //~ E0683 it has 2 statements, and `schedule` gives times for 1
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            w = a[i][j];
            a[i][j] = w * 0.5f;
        }
    return w;
}

static void read_between(int n)
{
    float w;

#pragma hicuda schedule((k, i, j)) //~ E0683 it has 3 statements, and `schedule` gives times for 1
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            w = a[i][j];
            for (int k = 0; k <= j; k++)
                w -= a[i][k];
            a[i][j] = w;
        }
}

static void rounds_less_often(int n)
{
    double w;

#pragma hicuda schedule((k, i, j)) //~ E0683 it has 3 statements, and `schedule` gives times for 1
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            w = a[i][j];
            for (int k = 0; k < j; k++)
                w -= a[i][k];
            a[i][j] = w;
        }
}

static void seen_by_others(int n)
{
#pragma hicuda schedule((k, i, j)) //~ E0683 it has 3 statements, and `schedule` gives times for 1
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            last = a[i][j];
            for (int k = 0; k < j; k++)
                last -= a[i][k];
            a[i][j] = last;
        }
}

int main(void)
{
    read_between(N);
    rounds_less_often(N);
    seen_by_others(N);
    return wanted_after(N) > last;
}
