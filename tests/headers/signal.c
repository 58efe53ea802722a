// <signal.h>: handlers with signal, raise and sigaction.
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t last, count;
static void on_signal(int number) { last = number; count++; }

int main(void) {
  if (signal(SIGINT, on_signal) == SIG_ERR) return 1;
  raise(SIGINT);
  printf("%d %d\n", last == SIGINT, (int)count);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGINT);
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  printf("%d %d %d\n", last == SIGUSR1, (int)count, sigismember(&action.sa_mask, SIGINT));
  signal(SIGINT, SIG_IGN);
  raise(SIGINT);
  printf("%d\n", (int)count);
  sigset_t block, old;
  sigfillset(&block);
  printf("%d ", sigprocmask(SIG_BLOCK, &block, &old));
  printf("%d ", raise(SIGUSR1));
  printf("%d ", (int)count);
  sigprocmask(SIG_SETMASK, &old, NULL);
  printf("%d\n", (int)count);
  return 0;
}
