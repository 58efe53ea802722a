// printf conversions of every type the language has.
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  printf("%hhd %hhu %hd %hu\n", (signed char)-5, (unsigned char)250, (short)-300, (unsigned short)65000);
  printf("%d %u %ld %lu %lld %llu\n", -1, 1u, -2L, 2ul, -3LL, 3ull);
  printf("%zu %td %jd %ju\n", sizeof(int), (ptrdiff_t)-4, (intmax_t)-5, (uintmax_t)6);
  printf("%x %X %#x %o %#o\n", 255, 255, 255, 8, 8);
  printf("[%5d][%-5d][%05d][%+d][% d]\n", 42, 42, 42, 42, 42);
  printf("[%.3d][%8.3d][%*d][%-*d]\n", 7, 7, 6, 7, 6, 7);
  printf("%f %.2f %e %.3E %g %G\n", 3.14159, 2.5, 12345.678, 0.00012, 1e10, 1e-10);
  printf("%a %.1Lf %5.1f|%-8.2f|\n", 1.0, 2.25L, 9.96, 1.5);
  printf("%c%c %s %.3s [%6s] [%-6s]\n", 'o', 'k', "text", "truncate", "ab", "cd");
  printf("%%%s%%\n", "percent");
  printf("%" PRId32 " %" PRIu64 " %" PRIx16 "\n", (int32_t)-9, UINT64_C(18446744073709551615), (uint16_t)0xab);
  printf("%d%n", 12345, &(int){ 0 });
  int count = 0;
  printf("\n%s%n\n", "counted", &count);
  printf("%d\n", count);
  printf("%s %d\n", (_Bool)1 ? "true" : "false", (_Bool)7);
  char out[20];
  int n = snprintf(out, sizeof out, "%s-%04d-%c", "abcdefghij", 42, 'z');
  printf("%d %s\n", n, out);
  n = snprintf(out, 5, "%d", 1234567);
  printf("%d %s\n", n, out);
  return 0;
}
