// <inttypes.h>: format macros and functions on intmax_t.
#include <inttypes.h>
#include <stdio.h>

int main(void) {
  int64_t a = -5000000000;
  uint32_t b = 0xdeadbeef;
  printf("%" PRId64 " %" PRIu32 " %" PRIx32 " %08" PRIX16 "\n", a, b, b, (uint16_t)0xabc);
  printf("%" PRIiPTR " %" PRIdMAX " %" PRIu8 " %" PRIo32 "\n", (intptr_t)-1, (intmax_t)7, (uint8_t)200, (uint32_t)8);
  int16_t s;
  uint64_t u;
  printf("%d ", sscanf("-12 ff", "%" SCNd16 " %" SCNx64, &s, &u));
  printf("%d %" PRIu64 "\n", s, u);
  imaxdiv_t q = imaxdiv(-17, 5);
  printf("%" PRIdMAX " %" PRIdMAX " %" PRIdMAX "\n", q.quot, q.rem, imaxabs(-9));
  printf("%" PRIdMAX " %" PRIuMAX "\n", strtoimax("-123", NULL, 10), strtoumax("zz", NULL, 36));
  return 0;
}
