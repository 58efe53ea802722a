//@ cflags: -pthread
// <threads.h>: threads, a mutex, a condition, thread-local storage, call_once.
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static cnd_t ready;
static int started, total;
static thread_local int own;
static once_flag once = ONCE_FLAG_INIT;
static void announce(void) { printf("once\n"); }

static int work(void *argument) {
  int n = *(int *)argument;
  call_once(&once, announce);
  for (int i = 0; i <= n; i++) own += i;
  mtx_lock(&lock);
  total += own;
  if (++started == 3) cnd_signal(&ready);
  mtx_unlock(&lock);
  return own;
}

int main(void) {
  if (mtx_init(&lock, mtx_plain) != thrd_success || cnd_init(&ready) != thrd_success) return 1;
  thrd_t ids[3];
  int arguments[3] = { 10, 20, 30 }, result;
  for (int i = 0; i < 3; i++) if (thrd_create(&ids[i], work, &arguments[i]) != thrd_success) return 1;
  mtx_lock(&lock);
  while (started < 3) cnd_wait(&ready, &lock);
  mtx_unlock(&lock);
  for (int i = 0; i < 3; i++) { thrd_join(ids[i], &result); printf("%d\n", result); }
  printf("%d %d\n", total, own);
  cnd_destroy(&ready);
  mtx_destroy(&lock);
  return 0;
}
