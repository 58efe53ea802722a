//@ dump: tokens
// Each token knows where the user wrote it and which macros it came through.
#define N 4
#define LAST(a) a[N - 1]
int last(int *values)
{
    return LAST(values);
}
