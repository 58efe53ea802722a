// <dirent.h>: reading a directory made for the purpose.
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

int main(void) {
  char dir[] = "/tmp/warploom-dirent-XXXXXX";
  if (!mkdtemp(dir)) return 1;
  const char *names[] = { "beta", "alpha", "gamma" };
  char path[320], seen[8][64];
  for (int i = 0; i < 3; i++) { snprintf(path, sizeof path, "%s/%s", dir, names[i]); close(open(path, O_CREAT | O_WRONLY, 0600)); }
  DIR *d = opendir(dir);
  if (!d) return 1;
  int n = 0;
  for (struct dirent *e; (e = readdir(d)) != NULL;) if (n < 8) snprintf(seen[n++], sizeof seen[0], "%.60s", e->d_name);
  rewinddir(d);
  closedir(d);
  qsort(seen, (size_t)n, sizeof seen[0], by_name);
  for (int i = 0; i < n; i++) printf("%s ", seen[i]);
  printf("\n");
  for (int i = 0; i < 3; i++) { snprintf(path, sizeof path, "%s/%s", dir, names[i]); unlink(path); }
  printf("%d ", rmdir(dir));
  printf("%d\n", opendir(dir) == NULL);
  return 0;
}
