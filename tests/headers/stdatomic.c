// <stdatomic.h>: types, operations, orders, flags.
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter = 5;
static _Atomic long total;
static atomic_flag lock = ATOMIC_FLAG_INIT;

int main(void) {
  printf("%d ", atomic_fetch_add(&counter, 3));
  printf("%d\n", atomic_load(&counter));
  atomic_store_explicit(&counter, 1, memory_order_relaxed);
  counter++, counter += 10, counter ^= 3;
  printf("%d\n", counter);
  int expected = 99;
  _Bool swapped = atomic_compare_exchange_strong(&counter, &expected, 7);
  printf("%d %d\n", swapped, expected);
  swapped = atomic_compare_exchange_strong_explicit(&counter, &expected, 7, memory_order_acq_rel, memory_order_acquire);
  printf("%d ", swapped);
  printf("%d\n", atomic_exchange(&counter, 0));
  for (int i = 1; i <= 10; i++) atomic_fetch_add_explicit(&total, i, memory_order_relaxed);
  printf("%ld ", atomic_fetch_sub(&total, 5));
  printf("%ld ", (long)total);
  printf("%ld ", atomic_fetch_or(&total, 8));
  printf("%ld\n", atomic_fetch_and(&total, ~2L));
  _Bool was = atomic_flag_test_and_set(&lock);
  printf("%d %d\n", was, atomic_flag_test_and_set(&lock));
  atomic_flag_clear(&lock);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_uint_fast32_t fast;
  atomic_init(&fast, 3u);
  printf("%u %d\n", (unsigned)fast, atomic_is_lock_free(&counter));
  int array[3] = { 1, 2, 3 };
  int *_Atomic p = array;
  p++;
  printf("%d\n", *p);
  return 0;
}
