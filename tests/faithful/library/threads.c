//@ cflags: -pthread
// Threads, mutexes and thread-local storage with a deterministic result.
#include <pthread.h>
#include <stdio.h>

#define N 8
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long shared;
static _Thread_local long own;
struct job { int id; long result; pthread_t thread; };

static long triangular(int n) { own = 0; for (int i = 1; i <= n; i++) own += i; return own; }
static void *run(void *argument) {
  struct job *job = argument;
  job->result = triangular(job->id * 100);
  pthread_mutex_lock(&mutex);
  shared += job->result;
  pthread_mutex_unlock(&mutex);
  return job;
}

int main(void) {
  struct job jobs[N] = { 0 };
  own = -1;
  for (int i = 0; i < N; i++) {
    jobs[i].id = i;
    if (pthread_create(&jobs[i].thread, NULL, run, &jobs[i])) return 1;
  }
  for (int i = 0; i < N; i++) {
    void *back;
    pthread_join(jobs[i].thread, &back);
    printf("%d %ld\n", ((struct job *)back)->id, jobs[i].result);
  }
  printf("%ld %ld\n", shared, own);
  return 0;
}
