// Nested switches, declarations between labels, break and continue that mean different things.
#include <stdio.h>

enum op { PUSH, ADD, MUL, JUMP_IF, HALT };
static int run(const int *code) {
  int stack[16], top = 0, pc = 0, steps = 0;
  for (;;) {
    if (++steps > 100) return -1;
    switch ((enum op)code[pc++]) {
    case PUSH: stack[top++] = code[pc++]; continue;
    case ADD: case MUL: {
      int b = stack[--top], a = stack[--top];
      switch (code[pc - 1]) {
      case ADD: stack[top++] = a + b; break;
      case MUL: stack[top++] = a * b; break;
      }
      break;
    }
    case JUMP_IF: if (stack[top - 1] < code[pc + 1]) { pc = code[pc]; continue; } pc += 2; break;
    case HALT: return stack[top - 1];
    }
  }
}

static int scoped(int n) {
  switch (n) {
    int x;
  case 0: x = 10; n += x; break;
  case 1: x = 20; n += x;
  case 2: { int x = 5; n += x; }
    if (n > 20) { case 3: n += 1000; } else n -= 1;
  }
  return n;
}

int main(void) {
  const int code[] = { PUSH, 1, PUSH, 3, MUL, JUMP_IF, 2, 100, PUSH, -1, ADD, HALT };
  printf("%d\n", run(code));
  for (int i = 0; i < 5; i++) printf("%d ", scoped(i));
  printf("\n");
  return 0;
}
