// <unistd.h>: pipes, processes, system limits.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  ssize_t n = write(ends[1], "through", 7);
  char got[8] = { 0 };
  printf("%zd ", n);
  n = read(ends[0], got, sizeof got - 1);
  printf("%zd %s\n", n, got);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) _exit(7);
  int status;
  waitpid(child, &status, 0);
  printf("%d %d\n", WIFEXITED(status) != 0, WEXITSTATUS(status));
  printf("%d\n", close(ends[0]) + close(ends[1]));
  printf("%d %d %d\n", getpid() > 0, sysconf(_SC_PAGESIZE) >= 4096, access("/", F_OK));
  printf("%d %d %d %d\n", STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, isatty(STDIN_FILENO) >= 0);
  char where[4096];
  printf("%d\n", getcwd(where, sizeof where) != NULL);
  return 0;
}
