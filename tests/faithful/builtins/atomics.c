// The __sync and __atomic builtins.
#include <stdio.h>

static int counter;
static long total;

int main(void) {
  int old = __sync_fetch_and_add(&counter, 5);
  printf("%d %d\n", old, counter);
  old = __sync_add_and_fetch(&counter, 5);
  printf("%d\n", old);
  _Bool swapped = __sync_bool_compare_and_swap(&counter, 10, 77);
  printf("%d %d\n", swapped, counter);
  old = __sync_val_compare_and_swap(&counter, 10, 88);
  printf("%d %d\n", old, counter);
  __atomic_store_n(&total, 100L, __ATOMIC_RELEASE);
  long got = __atomic_load_n(&total, __ATOMIC_ACQUIRE);
  printf("%ld\n", got);
  got = __atomic_fetch_sub(&total, 30, __ATOMIC_RELAXED);
  printf("%ld %ld\n", got, total);
  got = __atomic_exchange_n(&total, 1L, __ATOMIC_ACQ_REL);
  printf("%ld %ld\n", got, total);
  long expected = 2;
  swapped = __atomic_compare_exchange_n(&total, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  printf("%d %ld\n", swapped, expected);
  got = __atomic_or_fetch(&total, 12, __ATOMIC_SEQ_CST);
  printf("%ld\n", got);
  __sync_synchronize();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  printf("%d\n", __sync_lock_test_and_set(&counter, 1));
  __sync_lock_release(&counter);
  printf("%d\n", counter);
  return 0;
}
