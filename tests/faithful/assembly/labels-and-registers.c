// Assembler names of functions and variables, asm at file scope.
#include <stdio.h>

int renamed(int x) __asm__("warploom_renamed_function");
int renamed(int x) { return x + 1; }
int counter __asm__("warploom_counter") = 7;
extern int same_object __asm__("warploom_counter");
int reached(int) __asm__("warploom_renamed_function");
__asm__(".globl warploom_marker\n\t.set warploom_marker, 0\n");
extern size_t measured(const char *) __asm__("strlen");

int main(void) {
  printf("%d %d\n", renamed(1), reached(2));
  same_object += 3;
  printf("%d %d\n", *(volatile int *)&counter, (int)measured("seven77"));
  return 0;
}
