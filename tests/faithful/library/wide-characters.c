// wchar_t strings, conversions between wide and multibyte in the C locale.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static size_t wide_hash(const wchar_t *s) { size_t h = 5381; while (*s) h = h * 33 + (size_t)*s++; return h; }

int main(void) {
  const wchar_t *w = L"wide \x263A text";
  printf("%zu %zu\n", wcslen(w), wide_hash(w));
  wchar_t buffer[32];
  wcscpy(buffer, L"abc");
  wcscat(buffer, L"def");
  printf("%d %d\n", wcscmp(buffer, L"abcdef"), wcsncmp(buffer, L"abx", 2));
  for (wchar_t *p = buffer; *p; p++) *p = (wchar_t)towupper((wint_t)*p);
  char narrow[32];
  printf("%zu %s\n", wcstombs(narrow, buffer, sizeof narrow), wcschr(buffer, L'D') ? "found" : "missing");
  printf("%s\n", narrow);
  printf("%zu\n", mbstowcs(buffer, "back", 32));
  printf("%d %ls\n", (int)buffer[3], buffer);
  printf("%d\n", swprintf(buffer, 32, L"%05d|%ls|%s", 42, L"w", "n"));
  printf("%ls %ld\n", buffer, wcstol(L"-77", NULL, 10));
  printf("%d %d %d\n", iswalpha(L'x') != 0, iswspace(L' ') != 0, wmemcmp(L"ab", L"ac", 2) < 0);
  wchar_t grid[2][3] = { L"ab", { L'x', L'y' } };
  printf("%ls%ls %zu\n", grid[0], grid[1], sizeof grid / sizeof(wchar_t));
  return 0;
}
