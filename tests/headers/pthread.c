//@ cflags: -pthread
// <pthread.h>: create and join, static initialisers, keys, barriers of our own.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn_changed = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int turn;
static void make_key(void) { pthread_key_create(&key, free); }

static void *in_turn(void *argument) {
  int me = (int)(long)argument;
  pthread_once(&once, make_key);
  int *mine = malloc(sizeof *mine);
  if (!mine) return NULL;
  *mine = me * 11;
  pthread_setspecific(key, mine);
  pthread_mutex_lock(&lock);
  while (turn != me) pthread_cond_wait(&turn_changed, &lock);
  printf("thread %d holds %d\n", me, *(int *)pthread_getspecific(key));
  turn++;
  pthread_cond_broadcast(&turn_changed);
  pthread_mutex_unlock(&lock);
  return (void *)(long)(me * me);
}

int main(void) {
  pthread_t ids[4];
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
  for (long i = 3; i >= 0; i--) if (pthread_create(&ids[i], &attributes, in_turn, (void *)i)) return 1;
  long sum = 0;
  for (int i = 0; i < 4; i++) { void *r; pthread_join(ids[i], &r); sum += (long)r; }
  pthread_attr_destroy(&attributes);
  printf("%ld %d\n", sum, pthread_equal(pthread_self(), pthread_self()) != 0);
  pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
  printf("%d ", pthread_rwlock_rdlock(&rw));
  printf("%d\n", pthread_rwlock_unlock(&rw));
  return 0;
}
