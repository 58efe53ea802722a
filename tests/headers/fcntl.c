// <fcntl.h>: opening files with flags, and fcntl.
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char name[] = "/tmp/warploom-fcntl-XXXXXX";
  int fd = mkstemp(name);
  if (fd < 0) return 1;
  printf("%zd\n", write(fd, "abcdef", 6));
  close(fd);
  fd = open(name, O_RDWR | O_APPEND);
  printf("%d %d\n", fd >= 0, (fcntl(fd, F_GETFL) & O_APPEND) != 0);
  printf("%zd ", write(fd, "gh", 2));
  printf("%ld\n", (long)lseek(fd, 0, SEEK_END));
  struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 4 };
  printf("%d\n", fcntl(fd, F_SETLK, &lock));
  close(fd);
  fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
  printf("%d\n", fd < 0);
  fd = open(name, O_RDONLY | O_TRUNC | O_CLOEXEC);
  printf("%d\n", (O_RDWR & O_ACCMODE) == O_RDWR);
  if (fd >= 0) close(fd);
  printf("%d\n", unlink(name));
  return 0;
}
