// <sys/stat.h>: file types, modes, directories.
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  struct stat s;
  int failed = stat("/", &s);
  printf("%d %d %d\n", failed, S_ISDIR(s.st_mode) != 0, S_ISREG(s.st_mode) != 0);
  char dir[] = "/tmp/warploom-stat-XXXXXX";
  if (!mkdtemp(dir)) return 1;
  char file[64];
  snprintf(file, sizeof file, "%s/file", dir);
  umask(022);
  int fd = open(file, O_CREAT | O_WRONLY, 0666);
  printf("%zd\n", write(fd, "12345", 5));
  failed = fstat(fd, &s);
  printf("%d %ld %o\n", failed, (long)s.st_size, (unsigned)(s.st_mode & 0777));
  close(fd);
  chmod(file, S_IRUSR | S_IWUSR | S_IRGRP);
  failed = lstat(file, &s);
  printf("%d %o %d\n", failed, (unsigned)(s.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO)), (s.st_mode & S_IFMT) == S_IFREG);
  printf("%d ", unlink(file));
  printf("%d ", rmdir(dir));
  printf("%d\n", stat(dir, &s));
  return 0;
}
