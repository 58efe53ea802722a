// String literals as arrays: sizeof, indexing, addresses within one, __func__.
#include <stdio.h>
#include <string.h>

static const char *here(void) { return __func__; }
static const char *gnu_names(void) { return __FUNCTION__; }

int main(void) {
  const char *s = "hello", *e = s + strlen(s);
  printf("%zu %zu %zu\n", sizeof "hello", sizeof("a" "b"), sizeof "");
  printf("%c %c %c\n", "hello"[1], *("hello" + 4), 2["xyz"]);
  printf("%td %s\n", e - s, s + 2);
  printf("%s %s %s\n", here(), gnu_names(), __func__);
  printf("%zu %zu\n", sizeof __func__, strlen(here()));
  char (*whole)[6] = &"array";
  printf("%zu %c %s\n", sizeof *whole, (*whole)[1], *whole);
  const char *lines =
    "first line\n"
    "second \"line\"\n"
    "third\tline\\\n";
  fputs(lines, stdout);
  int n = 0;
  for (const char *p = lines; *p; p++) n += *p == '\n';
  printf("%d %d\n", n, (int)sizeof "a\0b" - 1);
  printf("%s" "%s" "\n", "con", "cat");
  switch (*"b") { case 'a': puts("a"); break; case 'b': puts("b"); }
  return 0;
}
