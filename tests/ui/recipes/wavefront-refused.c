// What no order of planes is right for, and loops that have no planes.
#define N 64

static double a[N][N], b[N][N];
static int next[N], count;

static void everything(void)
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda kernel whole_row
#pragma hicuda wavefront
    for (int i = 1; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j < N; j++)
            a[i][j] = a[i - 1][N - j] + a[i][j - 1]; //~ E0684 its dependences do not all point forward
#pragma hicuda kernel_end

#pragma hicuda kernel too_flat
#pragma hicuda wavefront(1, 0)
    for (int i = 1; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j < N; j++)
            a[i][j] = a[i][j - 1] + 1; //~ E0684 the result would change
#pragma hicuda kernel_end

#pragma hicuda kernel one_sum
#pragma hicuda wavefront
    for (int i = 1; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j < N; j++)
            count += a[i][j] > a[i - 1][j]; //~ E0684 its dependences do not all point forward
#pragma hicuda kernel_end

#pragma hicuda kernel anywhere
#pragma hicuda wavefront
    for (int i = 1; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j < N; j++)
            a[i][j] = a[i - 1][next[j]] + a[i][j - 1]; //~ E0684 its dependences do not all point forward
#pragma hicuda kernel_end

#pragma hicuda kernel independent
#pragma hicuda wavefront
    for (int i = 1; i < N; i++) //~ E0683 no iteration depends on another one
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j < N; j++)
            a[i][j] = b[i][j];
#pragma hicuda kernel_end

#pragma hicuda kernel one_loop
#pragma hicuda wavefront
    for (int i = 1; i < N; i++) //~ E0683 there is only one loop
        a[i][0] = a[i - 1][0];
#pragma hicuda kernel_end

#pragma hicuda kernel strides
#pragma hicuda wavefront
    for (int i = 1; i < N; i++)
        for (int j = 2; j < N; j += 2) //~ E0683 its index does not count by one
            a[i][j] = a[i - 1][j] + a[i][j - 2];
#pragma hicuda kernel_end

#pragma hicuda kernel wraps
#pragma hicuda wavefront
    for (unsigned i = 1; i < N; i++) //~ E0683 its index is unsigned
        for (int j = 1; j < N; j++)
            a[i][j] = a[i - 1][j] + a[i][j - 1];
#pragma hicuda kernel_end

#pragma hicuda kernel uneven
#pragma hicuda wavefront
    for (int i = 1; i < N; i++) //~ E0683 its bounds are no formulas
        for (int j = 1; j < next[i]; j++)
            a[i][j] = a[i - 1][j] + a[i][j - 1];
#pragma hicuda kernel_end

#pragma hicuda kernel no_one
#pragma hicuda wavefront(2, 2) //~ E0683 one of its coefficients must be 1
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            a[i][j] = a[i - 1][j] + a[i][j - 1];
#pragma hicuda kernel_end

#pragma hicuda kernel too_many
#pragma hicuda wavefront(1, 1, 1)
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            a[i][j] = a[i - 1][j] + a[i][j - 1]; //~ E0683 it has 3 coefficients, but loop 2 holds more than a loop
#pragma hicuda kernel_end

#pragma hicuda kernel twice
#pragma hicuda wavefront
#pragma hicuda loop_partition over_tblock over_thread //~ E0683 put other directives above the loops inside
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            a[i][j] = a[i - 1][j] + a[i][j - 1];
#pragma hicuda kernel_end

#pragma hicuda kernel not_alone
    b[0][0] = 1;
#pragma hicuda wavefront
    for (int i = 1; i < N; i++) //~ E0683 a kernel that consists of this loop alone
        for (int j = 1; j < N; j++)
            a[i][j] = a[i - 1][j] + a[i][j - 1];
#pragma hicuda kernel_end
#pragma hicuda global free a b

#pragma hicuda wavefront
    for (int i = 1; i < N; i++) //~ E0683 a kernel that consists of this loop alone
        for (int j = 1; j < N; j++)
            a[i][j] = a[i - 1][j] + a[i][j - 1];
}

int main(void)
{
    everything();
    return a[1][1] > 0;
}
