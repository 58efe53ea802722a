//@ only: gcc
//@ cflags: -pthread
// _Atomic objects shared by threads: the sums come out right.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 5000 };
static atomic_int counter;
static _Atomic(long) total;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static int guarded;
struct pair { short a, b; };
static _Atomic struct pair both;

static void *work(void *argument) {
  long id = (long)argument;
  for (int i = 0; i < ROUNDS; i++) {
    counter++;
    atomic_fetch_add_explicit(&total, id, memory_order_relaxed);
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) ;
    guarded++;
    atomic_flag_clear_explicit(&lock, memory_order_release);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) if (pthread_create(&threads[i], NULL, work, (void *)i)) return 1;
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%d %ld %d\n", counter, (long)total, guarded);
  int expected = THREADS * ROUNDS;
  _Bool ok = atomic_compare_exchange_strong(&counter, &expected, 1);
  printf("%d %d\n", ok, counter);
  counter *= 6, counter |= 1, counter--;
  printf("%d\n", counter);
  struct pair p = { 3, 4 };
  atomic_store(&both, p);
  struct pair q = atomic_load(&both);
  printf("%d %d\n", q.a, q.b);
  return 0;
}
