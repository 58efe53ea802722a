// alias, weak and visibility on functions defined in the same file; a string of attribute lists.
#include <stdio.h>

int original(int x) { return x * 3; }
int second_name(int x) __attribute__((alias("original")));
int weak_name(int x) __attribute__((weak, alias("original")));
__attribute__((visibility("default"))) __attribute__((noinline)) int visible(int x) { return x - 3; }
static int data = 5;
__attribute__((hot)) __attribute__((flatten)) static int both(void) { return data; }
__attribute__((deprecated("use both"))) static inline int __attribute__((unused)) old(void) { return 1; }

int main(void) {
  printf("%d %d %d\n", original(2), second_name(3), weak_name(4));
  printf("%d %d\n", visible(10), both());
  printf("%d\n", original == second_name);
  return 0;
}
