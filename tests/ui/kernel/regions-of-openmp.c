//@ emit: cuda cpu
//@ run: cpu sim
// Threads of OpenMP would each launch the kernels of what they run: such regions run once, as the program says
// without OpenMP. Other regions keep their threads, and the variables that only pragmas name.
#include <stdio.h>
#define N 64
int a[N];
static void twice(int *b)
{
#pragma hicuda global alloc b[0:N-1] copyin
#pragma hicuda kernel k2 tblock(1) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) b[i] += 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout b[0:N-1]
#pragma hicuda global free b
}
int main(void)
{
    int i, j;
    for (i = 0; i < N; i++) a[i] = i;
#pragma omp parallel default(shared) private(i,j) num_threads(4)
    {
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(1) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
        for (j = 0; j < N; j++) a[j] += 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    }
#pragma omp parallel for num_threads(4)
    for (i = 0; i < 4; i++)
        twice(a);
    switch (a[0]) {
    case 5:
#pragma omp parallel num_threads(4)
        twice(a);
    }
    goto last;
last:
#pragma omp parallel num_threads(4)
    twice(a);
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        twice(a);
#pragma omp section
        a[0]++;
    }
    int s = 0;
#pragma omp parallel for private(i, j) reduction(+:s) num_threads(4)
    for (i = 0; i < N; i++)
        s += a[i];
    // Nobody shares `s` any more, and compilers refuse the clause.
#pragma omp parallel num_threads(4)
    {
        twice(a);
#pragma omp for reduction(+:s)
        for (i = 0; i < N; i++)
            s += a[i];
    }
    printf("%d %d %d\n", a[0], a[63], s);
    return 0;
}
