// <string.h>: copying, searching, comparing, splitting.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char a[32] = "hello", b[32];
  strcpy(b, a);
  strcat(b, " world");
  strncat(b, "!!!", 1);
  printf("%s %zu\n", b, strlen(b));
  printf("%d %d %d\n", strcmp("abc", "abd") < 0, strncmp("abc", "abd", 2), memcmp("xz", "xy", 2) > 0);
  printf("%s %s %s\n", strchr(b, 'o'), strrchr(b, 'o'), strstr(b, "wor"));
  printf("%zu %zu %s\n", strspn("aabbc", "ab"), strcspn("hello", "l"), strpbrk("key=value", "=:"));
  memmove(a + 1, a, 5);
  a[6] = 0;
  printf("%s\n", a);
  memset(a, '*', 3);
  memcpy(a + 3, "end", 4);
  printf("%s %d\n", a, (int)((char *)memchr(a, 'd', 10) - a));
  char list[] = "one,two;;three", *rest;
  for (char *t = strtok_r(list, ",;", &rest); t; t = strtok_r(NULL, ",;", &rest)) printf("<%s>", t);
  printf("\n");
  char pad[8];
  strncpy(pad, "ab", sizeof pad);
  printf("%d %s\n", pad[7], pad);
  char *dup = strdup("duplicate");
  if (!dup) return 1;
  printf("%s %zu %d\n", dup, strnlen(dup, 4), strcoll("a", "b") < 0);
  free(dup);
  printf("%s\n", strerror(0));
  return 0;
}
