// ## and # in running code: generated functions, types, strings from expressions.
#include <stdio.h>

#define DEFINE_STACK(type, name) \
  struct name { type items[8]; int top; }; \
  static void name##_push(struct name *s, type v) { s->items[s->top++] = v; } \
  static type name##_pop(struct name *s) { return s->items[--s->top]; }
DEFINE_STACK(int, int_stack)
DEFINE_STACK(double, real_stack)
#define SHOW(fmt, e) printf(#e " = " fmt "\n", e)
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define VERSION 3
#define UNIQUE XCAT(unique_, __LINE__)
static int UNIQUE = 1;
static int UNIQUE = 2;
#define HEX(n) 0x##n
#define LONG(n) n##L
#define MAKE_GETTER(field) static int get_##field(struct point p) { return p.field; }
struct point { int x, y; };
MAKE_GETTER(x) MAKE_GETTER(y)

int main(void) {
  struct int_stack s = { .top = 0 };
  struct real_stack r = { .top = 0 };
  int_stack_push(&s, 4), int_stack_push(&s, 5);
  real_stack_push(&r, 1.5);
  SHOW("%d", int_stack_pop(&s) * 10);
  SHOW("%.1f", real_stack_pop(&r));
  SHOW("%d", HEX(ff) + HEX(10));
  SHOW("%ld", LONG(5));
  SHOW("%s", "quoted \"string\"\n" + 14);
  SHOW("%c", 'q');
  printf("%s %s %s\n", STR(VERSION), XSTR(VERSION), XSTR(CAT(VERSION, x)));
  printf("%d %d\n", get_x((struct point){ 1, 2 }), get_y((struct point){ 1, 2 }));
  printf("%d\n", XCAT(unique_, 17) + XCAT(unique_, 18));
  return 0;
}
