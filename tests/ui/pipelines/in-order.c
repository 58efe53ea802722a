//@ run: cpu sim
// Loops whose rounds keep their order, each for another reason.
#include <stdio.h>

#define N 4096
#define M 512

float x[N], y[N];

// A round copies in what the one before copied out.
static void smear(void)
{
    for (int c = 1; c < N - M; c += M) {
#pragma hicuda global alloc x[c-1:c+M-1] copyin     //~ R2045 may move the same elements of `x`
#pragma hicuda kernel smear_part tblock(2) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < M; i++)
            x[c + i] = x[c - 1] + i % 3;
#pragma hicuda kernel_end
#pragma hicuda global copyout x[c:c+M-1]
#pragma hicuda global free x
    }
}

// The host reads what came back, in the loop.
static double added_up(void)
{
    double sum = 0;
    for (int c = 0; c < N; c += M) {
#pragma hicuda global alloc x[c:c+M-1] copyin
#pragma hicuda global alloc y[c:c+M-1]
#pragma hicuda kernel twice tblock(2) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = c; i < c + M; i++)
            y[i] = 2 * x[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout y[c:c+M-1]
#pragma hicuda global free x y
        sum += y[c];                        //~ R2045 the host uses `y`
    }
    return sum;
}

// The host writes what may still be on its way to the device.
static void refill(void)
{
    for (int c = 0; c < N; c += M) {
#pragma hicuda global alloc x[c:c+M-1] copyin
#pragma hicuda global alloc y[c:c+M-1]
#pragma hicuda kernel thrice tblock(2) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = c; i < c + M; i++)
            y[i] = 3 * x[i];
#pragma hicuda kernel_end
        for (int i = c; i < c + M; i++)
            x[i] = -1;                      //~ R2045 the host uses `x`
#pragma hicuda global copyout y[c:c+M-1]
#pragma hicuda global free x y
    }
}

// How far the loop goes depends on what comes back.
static void while_positive(void)
{
    for (int c = 0; c < N && x[c] >= 0; c += M) {       //~ R2045 the host uses `x`
#pragma hicuda global alloc x[c:c+M-1] copyin
#pragma hicuda kernel lower tblock(2) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = c; i < c + M; i++)
            x[i] -= 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout x[c:c+M-1]
#pragma hicuda global free x
    }
}

// The function may return while copies are under way.
static int until(int last)
{
    for (int c = 0; c < N; c += M) {
#pragma hicuda global alloc x[c:c+M-1] copyin
#pragma hicuda global alloc y[c:c+M-1]
#pragma hicuda kernel shift tblock(2) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = c; i < c + M; i++)
            y[i] = x[i] + 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout y[c:c+M-1]
#pragma hicuda global free x y
        if (c >= last)
            return c;                       //~ R2045 not followed
    }
    return N;
}

// One call passes one array twice.
static void copy_down(int n, float *from, float *to)
{
    for (int c = 0; c < n; c += M) {
#pragma hicuda global alloc from[c:c+M-1] copyin
#pragma hicuda global alloc to[c:c+M-1]   //~ R2045 may be one array
#pragma hicuda kernel halve tblock(2) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = c; i < c + M; i++)
            to[i] = from[i] / 2;
#pragma hicuda kernel_end
#pragma hicuda global copyout to[c:c+M-1]
#pragma hicuda global free from to
    }
}

// All rounds add to one device copy.
static void sum_up(void)
{
#pragma hicuda global alloc y[0:M-1] clear
    for (int c = 0; c < N; c += M) {
#pragma hicuda global alloc x[c:c+M-1] copyin
#pragma hicuda kernel add tblock(2) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < M; i++)
            y[i] += x[c + i];               //~ R2045 the same elements of the device copy of `y`
#pragma hicuda kernel_end
#pragma hicuda global free x
    }
#pragma hicuda global copyout y[0:M-1]
#pragma hicuda global free y
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 17;
    smear();
    double sum = added_up();
    refill();
    while_positive();
    sum += until(3 * M);
    copy_down(N / 2, x, x + M);
    copy_down(N / 2, y, x);
    for (int i = 0; i < N; i++)
        sum += x[i] + y[i] * (i % 5), y[i] = 0;
    sum_up();
    for (int i = 0; i < N; i++)
        sum += y[i];
    printf("%.0f\n", sum);
    return 0;
}
