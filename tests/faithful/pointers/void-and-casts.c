// void pointers, casts between pointers and integers, byte views, function pointer casts.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void swap(void *a, void *b, size_t n) { unsigned char *p = a, *q = b; while (n--) { unsigned char t = *p; *p++ = *q; *q++ = t; } }
static int largest(const void *base, size_t n, size_t size, int (*less)(const void *, const void *)) {
  size_t best = 0;
  for (size_t i = 1; i < n; i++) if (less((const char *)base + best * size, (const char *)base + i * size)) best = i;
  return (int)best;
}
static int less_double(const void *a, const void *b) { return *(const double *)a < *(const double *)b; }
struct small { short a, b; };

int main(void) {
  double x = 1.5, y = -2.5;
  swap(&x, &y, sizeof x);
  printf("%.1f %.1f\n", x, y);
  double d[] = { 3, 9.5, 4 };
  printf("%d\n", largest(d, 3, sizeof *d, less_double));
  void *v = &(struct small){ 3, 4 };
  struct small *s = v;
  printf("%d %d\n", s->a, ((struct small *)v)->b);
  int n = 0x01020304;
  unsigned char *bytes = (unsigned char *)&n, copy[4];
  memcpy(copy, &n, 4);
  printf("%d %d\n", bytes[0] + bytes[1] + bytes[2] + bytes[3], memcmp(bytes, copy, 4));
  uintptr_t u = (uintptr_t)(void *)&n;
  *(int *)u = 77;
  printf("%d %d\n", n, (void *)u == &n);
  void *slots[2] = { &n, 0 };
  void **pv = slots;
  printf("%d %d\n", *(int *)*pv, pv[1] == NULL);
  intptr_t tagged = (intptr_t)&n | 1;
  printf("%d %d\n", (int)(tagged & 1), *(int *)(tagged & ~(intptr_t)1));
  printf("%d\n", (int)(long)(void *)42L);
  return 0;
}
