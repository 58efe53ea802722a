// L u U u8: element types, sizes and values of prefixed literals, and their concatenation.
#include <stdio.h>
#include <uchar.h>
#include <wchar.h>

int main(void) {
  wchar_t w[] = L"a\u00df\u20ac";
  char16_t u16[] = u"x\U0001F600y";
  char32_t u32[] = U"x\U0001F600y";
  char u8[] = u8"é→";
  printf("%zu %zu %zu %zu\n", sizeof w / sizeof *w, sizeof u16 / sizeof *u16, sizeof u32 / sizeof *u32, sizeof u8);
  for (unsigned i = 0; i < sizeof u16 / sizeof *u16; i++) printf("%x ", u16[i]);
  for (unsigned i = 0; i < sizeof u32 / sizeof *u32; i++) printf("%lx ", (unsigned long)u32[i]);
  for (unsigned i = 0; i < sizeof w / sizeof *w; i++) printf("%lx ", (unsigned long)w[i]);
  for (unsigned i = 0; i < sizeof u8; i++) printf("%02x ", (unsigned char)u8[i]);
  printf("\n%zu %zu %zu %zu\n", sizeof 'a', sizeof L'a', sizeof u'a', sizeof U'a');
  printf("%lx %x %lx\n", (unsigned long)L'\xff', u'\u20ac', (unsigned long)U'\U0001F600');
  printf("%d %d\n", L'é' == 0xe9, u'\377' == 255);
  printf("%zu %lx\n", sizeof(L"ab" "cd") / sizeof(wchar_t), (unsigned long)(L"ab" "cd")[3]);
  printf("%zu %zu\n", sizeof("a" u8"b" "c"), sizeof(U"a" "b") / sizeof(char32_t));
  printf("%d\n", _Generic(u"", char16_t *: 16, char32_t *: 32, default: 0));
  printf("%d\n", _Generic(L'a', wchar_t: 1, default: 0));
  return 0;
}
