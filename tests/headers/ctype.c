// <ctype.h>: classification of all ASCII characters, and case mapping.
#include <ctype.h>
#include <stdio.h>

int main(void) {
  int counts[12] = { 0 };
  for (int c = 0; c < 128; c++) {
    int is[] = { isalpha(c), isdigit(c), isalnum(c), isspace(c), isupper(c), islower(c), ispunct(c), isprint(c), iscntrl(c), isxdigit(c), isgraph(c), isblank(c) };
    for (int i = 0; i < 12; i++) counts[i] += is[i] != 0;
  }
  for (int i = 0; i < 12; i++) printf("%d ", counts[i]);
  printf("\n");
  char text[] = "Hello, World 42!";
  for (char *p = text; *p; p++) *p = (char)(isupper((unsigned char)*p) ? tolower((unsigned char)*p) : toupper((unsigned char)*p));
  printf("%s %d %d\n", text, isalpha(EOF) != 0, (isdigit)('7') != 0);
  return 0;
}
