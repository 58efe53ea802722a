// One list, many tables: enum, names, struct, initialiser, dispatch.
#include <stdio.h>
#include <string.h>

#define OPCODES(X) X(NOP, 0, "no operation") X(PUSH, 1, "push") X(ADD, 0, "add") X(JUMP, 2, "jump")
#define AS_ENUM(name, args, text) OP_##name,
#define AS_NAME(name, args, text) [OP_##name] = #name,
#define AS_ARGS(name, args, text) args,
#define AS_TEXT(name, args, text) text "\n"
enum opcode { OPCODES(AS_ENUM) OP_COUNT };
static const char *const names[] = { OPCODES(AS_NAME) };
static const unsigned char args[OP_COUNT] = { OPCODES(AS_ARGS) };
#define SETTINGS(F) F(int, width, 80) F(double, scale, 1.5) F(const char *, title, "untitled")
#define FIELD(t, n, d) t n;
#define DEFAULT(t, n, d) .n = d,
struct settings { SETTINGS(FIELD) };
static struct settings defaults = { SETTINGS(DEFAULT) };
#define CASE(name, args, text) case OP_##name: return sizeof(text) - 1;
static size_t length(enum opcode op) { switch (op) { OPCODES(CASE) case OP_COUNT: break; } return 0; }

int main(void) {
  for (int i = 0; i < OP_COUNT; i++) printf("%d %s %d %zu\n", i, names[i], args[i], length((enum opcode)i));
  fputs(OPCODES(AS_TEXT), stdout);
  printf("%d %.1f %s\n", defaults.width, defaults.scale, defaults.title);
#define COUNT(t, n, d) +1
  printf("%d\n", 0 SETTINGS(COUNT));
  return 0;
}
