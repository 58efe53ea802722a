// Anonymous structs and unions: members reach through, at every depth.
#include <stddef.h>
#include <stdio.h>

struct shape {
  enum { CIRCLE, RECT, LINE } kind;
  union {
    struct { double radius; };
    struct { double width, height; };
    struct { struct { int x, y; } from, to; };
  };
  struct { const char *name; union { int id; char tag[4]; }; };
};

static double size(const struct shape *s) {
  switch (s->kind) {
  case CIRCLE: return 3 * s->radius * s->radius;
  case RECT: return s->width * s->height;
  case LINE: return s->to.x - s->from.x + s->to.y - s->from.y;
  }
  return -1;
}

int main(void) {
  struct shape all[] = {
    { CIRCLE, { { 2.0 } }, { "disc", { 7 } } },
    { .kind = RECT, .width = 3, .height = 4.5, .name = "box", .tag = "abc" },
    { .kind = LINE, { .from = { 1, 2 }, .to = { 5, 8 } }, .name = "segment", .id = 9 },
  };
  for (int i = 0; i < 3; i++) printf("%s %.2f\n", all[i].name, size(&all[i]));
  printf("%d %s %d\n", all[0].id, all[1].tag, all[2].to.y);
  printf("%zu %zu %zu\n", offsetof(struct shape, height), offsetof(struct shape, to.y), offsetof(struct shape, tag));
  struct { int a; struct { int b; struct { int c; }; }; } deep = { 1, { 2, { 3 } } };
  deep.c += deep.a + deep.b;
  printf("%d\n", deep.c);
  return 0;
}
