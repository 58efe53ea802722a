// Strings that initialise character arrays: exact fit, padding, braces, concatenation, members.
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static char open[] = "abc";
static char exact[3] = "abc";
static char padded[8] = "abc";
static char braced[] = { "xyz" };
static char joined[] = "one" " " "two" "\0" "three";
static char rows[3][4] = { "ab", "cdef", { 'g', 'h' } };
static unsigned char bytes[] = "\xff\x80z";
static signed char more[4] = { "\1\2\3" };
static wchar_t wide[] = L"w\u00e9";
static struct { char name[6]; int n; char tag[2]; } recs[] = { { "first", 1, "a" }, { "2nd", 2, "bc" }, "third", 3, "d" };
static char *pointers[] = { "p", "q" "r", [3] = "s" };

int main(void) {
  printf("%zu %zu %zu %zu %zu\n", sizeof open, sizeof exact, sizeof padded, sizeof braced, sizeof joined);
  printf("%.3s %d %d %s\n", exact, padded[3], padded[7], joined + 8);
  printf("%s %.4s %s %d\n", rows[0], rows[1], rows[2], rows[2][3]);
  printf("%d %d %c %zu\n", bytes[0], bytes[1], bytes[2], sizeof bytes);
  printf("%d %d\n", more[2], more[3]);
  printf("%zu %lx\n", wcslen(wide), (unsigned long)wide[1]);
  for (int i = 0; i < 3; i++) printf("%s %d %.2s\n", recs[i].name, recs[i].n, recs[i].tag);
  printf("%s %s %d %s\n", pointers[0], pointers[1], pointers[2] == NULL, pointers[3]);
  char local[5] = "lo", again[] = { "again" };
  local[2] = again[0];
  printf("%s %zu\n", local, strlen(again));
  return 0;
}
