// <stdint.h>: exact, least, fast and pointer-sized types with their limits and constants.
#include <stdint.h>
#include <stdio.h>

int main(void) {
  int8_t a = INT8_MIN; uint8_t b = UINT8_MAX; int16_t c = INT16_MAX; uint16_t d = UINT16_MAX;
  int32_t e = INT32_MIN; uint32_t f = UINT32_MAX; int64_t g = INT64_MAX; uint64_t h = UINT64_MAX;
  printf("%d %d %d %d\n", a, b, c, d);
  printf("%d %u %lld %llu\n", (int)e, (unsigned)f, (long long)g, (unsigned long long)h);
  printf("%zu %zu %zu %zu\n", sizeof(int_least8_t), sizeof(int_fast16_t), sizeof(uint_least64_t), sizeof(uint_fast8_t));
  printf("%zu %zu %zu\n", sizeof(intptr_t), sizeof(uintptr_t), sizeof(intmax_t));
  printf("%d %d\n", INT64_C(1) << 40 > 0, sizeof(UINT32_C(1)) == 4);
  printf("%d %d %d\n", SIZE_MAX == UINT64_MAX || sizeof(void *) != 8, PTRDIFF_MAX > 0, WCHAR_MAX > 0);
  printf("%llu %lld\n", (unsigned long long)UINTMAX_MAX, (long long)INTMAX_MIN);
#if UINT32_MAX == 0xffffffff && INT8_MAX == 127
  printf("limits work in #if\n");
#endif
  return 0;
}
