// Every escape, in strings and character constants, and where an escape ends.
#include <stdio.h>

static void bytes(const char *s, size_t n) {
  for (size_t i = 0; i < n; i++) printf("%02x ", (unsigned char)s[i]);
  printf("\n");
}
#define BYTES(s) bytes(s, sizeof(s))

int main(void) {
  BYTES("\a\b\f\n\r\t\v\\\'\"\?\e");
  BYTES("\0\1\12\123\377\08\1234");
  BYTES("\x0\xff\x41g\x7F");
  BYTES("\x41" "B" "\101" "1");
  BYTES("\u00e9\u20ac\U0001F600");
  BYTES("??= tri??/graph");
  BYTES("a\
b");
  BYTES("nul\0inside");
  BYTES("");
  BYTES("%d %% \\n");
  printf("%d %d %d %d %d\n", '\n', '\\', '\'', '"', '\?');
  printf("%d %d %d %d\n", '\0', '\x41', '\101', '\e');
  printf("%d %d\n", '\377' == (char)255, 'ab');
  printf("tab[\t] quote[\"] apostrophe['] percent[%%]\n");
  return 0;
}
