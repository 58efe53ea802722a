//@ cflags: -fopenmp
// <omp.h>: the library and a few directives, with results independent of the number of threads.
#include <omp.h>
#include <stdio.h>

int main(void) {
  omp_set_num_threads(4);
  long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static)
  for (int i = 1; i <= 1000; i++) sum += (long)i * i;
  printf("%ld %d\n", sum, omp_get_max_threads());
  int inside = 0, squares[16];
#pragma omp parallel shared(inside)
  {
#pragma omp single
    inside = omp_in_parallel();
#pragma omp for
    for (int i = 0; i < 16; i++) squares[i] = i * i;
#pragma omp critical
    squares[0]++;
  }
  printf("%d %d\n", inside, squares[15]);
  omp_lock_t lock;
  omp_init_lock(&lock);
  int count = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) { omp_set_lock(&lock); count++; omp_unset_lock(&lock); }
  omp_destroy_lock(&lock);
  printf("%d %d %d\n", count, omp_get_num_procs() > 0, omp_get_thread_num());
  double t = omp_get_wtime();
  printf("%d %d\n", omp_get_wtime() >= t, _OPENMP >= 201511);
  return 0;
}
