// Function attributes in every position; those with an effect are observed.
#include <stdarg.h>
#include <stdio.h>

static int order;
static int first_at, second_at;
__attribute__((constructor(101))) static void early(void) { first_at = ++order; }
static void __attribute__((constructor(102))) late(void) { second_at = ++order; }
static void finish(void) __attribute__((destructor));
static void finish(void) { printf("finished\n"); fflush(stdout); }
static int quiet(int x) __attribute__((unused));
static int quiet(int x) { return x; }
__attribute__((noinline)) static int kept(int x) { return x + 1; }
static __attribute__((format(printf, 2, 3))) int report(int level, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int n = printf("%d: ", level) + vprintf(format, ap);
  va_end(ap);
  return n;
}
static __attribute__((const)) int square(int x) { return x * x; }
static int __attribute__((pure)) read_order(void) { return order; }
__attribute__((nonnull(1), warn_unused_result)) static int length(const char *s) { int n = 0; while (s[n]) n++; return n; }
static int (*pointer)(int) __attribute__((unused)) = square;
__attribute__((weak)) int replaceable(void) { return 42; }
extern int absent(void) __attribute__((weak));
__attribute__((noreturn)) static void stop(void);
extern void exit(int) __attribute__((__noreturn__));

int main(void) {
  printf("%d %d %d\n", first_at, second_at, read_order());
  int n = report(3, "%s %d\n", "text", 7);
  printf("%d %d %d %d\n", n, kept(1), square(9), length("four"));
  printf("%d %d\n", replaceable(), absent ? 1 : 0);
  stop();
}

static void stop(void) { exit(0); }
