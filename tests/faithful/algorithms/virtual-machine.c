// A stack machine with calls: enum opcodes, unions, function tables, bounds that are checked.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef enum { PUSH, DUP, SWAP, ADD, SUB, MUL, LESS, JZ, JMP, CALL, RET, OUT, HALT, N_OPS } op;
typedef union { int64_t i; double d; } value;
typedef struct { value stack[64]; int top; int frames[32]; int depth; int pc; uint64_t steps; } vm;
static const char *const names[N_OPS] = { [PUSH] = "push", [ADD] = "add", [CALL] = "call", [HALT] = "halt", [LESS] = "less" };

static int run(vm *m, const int16_t *code) {
#define POP() (m->stack[--m->top])
#define PUSHI(v) (m->stack[m->top++] = (value){ .i = (v) })
#define BINARY(sign) do { int64_t b = POP().i, a = POP().i; PUSHI(a sign b); } while (0)
  for (;;) {
    if (++m->steps > 100000) return -1;
    switch ((op)code[m->pc++]) {
    case PUSH: PUSHI(code[m->pc++]); break;
    case DUP: { value v = m->stack[m->top - 1]; m->stack[m->top++] = v; break; }
    case SWAP: { value t = m->stack[m->top - 1]; m->stack[m->top - 1] = m->stack[m->top - 2]; m->stack[m->top - 2] = t; break; }
    case ADD: BINARY(+); break;
    case SUB: BINARY(-); break;
    case MUL: BINARY(*); break;
    case LESS: BINARY(<); break;
    case JZ: if (POP().i == 0) m->pc = code[m->pc]; else m->pc++; break;
    case JMP: m->pc = code[m->pc]; break;
    case CALL: m->frames[m->depth++] = m->pc + 1; m->pc = code[m->pc]; break;
    case RET: m->pc = m->frames[--m->depth]; break;
    case OUT: printf("%lld ", (long long)POP().i); break;
    case HALT: printf("\n"); return m->top;
    case N_OPS: default: return -2;
    }
  }
}

int main(void) {
  /* factorial by recursion: 10! and 5!, then a loop counting down from 3 */
  static const int16_t program[] = {
    PUSH, 10, CALL, 23, OUT, PUSH, 5, CALL, 23, OUT,
    PUSH, 3, DUP, OUT, PUSH, 1, SUB, DUP, JZ, 22, JMP, 12, HALT,
    DUP, PUSH, 2, LESS, JZ, 30, RET, DUP, PUSH, 1, SUB, CALL, 23, MUL, RET };
  vm m;
  memset(&m, 0, sizeof m);
  int left = run(&m, program);
  printf("%d %d %llu\n", left, m.depth, (unsigned long long)m.steps);
  for (int i = 0; i < N_OPS; i++) if (names[i]) printf("%d=%s ", i, names[i]);
  printf("\n");
  return 0;
}
