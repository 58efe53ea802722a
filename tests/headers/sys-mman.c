// <sys/mman.h>: anonymous maps, shared between processes, and protection.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  size_t size = 8192;
  int *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 1;
  shared[0] = 5;
  pid_t child = fork();
  if (child == 0) { shared[1] = shared[0] * 2; _exit(0); }
  waitpid(child, NULL, 0);
  printf("%d %d\n", shared[0], shared[1]);
  printf("%d\n", mprotect(shared, size, PROT_READ));
  printf("%d\n", munmap(shared, size));
  char *private = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (private == MAP_FAILED) return 1;
  strcpy(private, "mapped");
  printf("%s %d\n", private, private[100]);
  printf("%d ", madvise(private, 4096, MADV_NORMAL));
  printf("%d\n", munmap(private, 4096));
  return 0;
}
