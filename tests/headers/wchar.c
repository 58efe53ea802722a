// <wchar.h>: wide strings.
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
  wchar_t a[16] = L"wide", b[16];
  wcscpy(b, a);
  wcscat(b, L" text");
  printf("%zu %d %d\n", wcslen(b), wcscmp(a, b) < 0, wcsncmp(a, b, 4));
  printf("%td %td\n", wcschr(b, L't') - b, wcsstr(b, L"ext") - b);
  wmemset(a, L'x', 2);
  for (wchar_t *p = a; *p; p++) printf("%lc", (wint_t)towupper((wint_t)*p));
  printf(" %ld\n", wcstol(L"0x20", NULL, 16));
  printf("%d %d\n", iswdigit(L'7') != 0, iswalpha(L'7') != 0);
  printf("%d\n", swprintf(b, 16, L"%d-%ls", 5, L"five"));
  printf("%ls %d\n", b, WEOF != L'a');
  return 0;
}
