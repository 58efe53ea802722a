// Labels as values: dispatch tables, differences of labels, a threaded interpreter.
#include <stdio.h>

static int interpret(const unsigned char *code) {
  static void *const table[] = { &&push, &&add, &&multiply, &&duplicate, &&halt };
  int stack[16], top = 0;
#define NEXT goto *table[*code++]
  NEXT;
push: stack[top++] = *code++; NEXT;
add: top--; stack[top - 1] += stack[top]; NEXT;
multiply: top--; stack[top - 1] *= stack[top]; NEXT;
duplicate: stack[top] = stack[top - 1]; top++; NEXT;
halt: return stack[top - 1];
}

static int offsets(int which) {
  static const int table[] = { &&zero - &&zero, &&one - &&zero, &&two - &&zero };
  goto *(&&zero + table[which]);
zero: return 100;
one: return 101;
two: return 102;
}

static int toggle(int n) {
  void *where = &&even;
  int odd_count = 0;
again:
  if (n-- == 0) return odd_count;
  goto *where;
even: where = &&odd; goto again;
odd: odd_count++; where = &&even; goto again;
}

int main(void) {
  const unsigned char code[] = { 0, 3, 0, 4, 1, 3, 2, 0, 5, 2, 4 };
  printf("%d\n", interpret(code));
  printf("%d %d %d\n", offsets(0), offsets(1), offsets(2));
  printf("%d %d\n", toggle(7), toggle(8));
  return 0;
}
