// Flexible array members: allocated, statically initialised (GNU), and the size of the struct.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct packet { unsigned short length; char kind; char data[]; };
struct rows { int n; double values[]; };
static struct packet greeting = { 5, 'g', "hello" };
static struct rows three = { 3, { 1.5, 2.5, 3.5 } };
struct old_style { int n; int tail[0]; };

static struct rows *make(int n) {
  struct rows *r = malloc(sizeof *r + (size_t)n * sizeof r->values[0]);
  if (!r) exit(1);
  r->n = n;
  for (int i = 0; i < n; i++) r->values[i] = i * 0.25;
  return r;
}

int main(void) {
  printf("%zu %zu\n", sizeof(struct packet), offsetof(struct packet, data));
  printf("%zu %zu %zu\n", sizeof(struct rows), offsetof(struct rows, values), sizeof(struct old_style));
  printf("%d %c %.5s\n", greeting.length, greeting.kind, greeting.data);
  double s = 0;
  for (int i = 0; i < three.n; i++) s += three.values[i];
  struct rows *r = make(8);
  for (int i = 0; i < r->n; i++) s += r->values[i];
  printf("%.3f\n", s);
  free(r);
  struct packet *p = malloc(sizeof *p + 10);
  if (!p) return 1;
  p->length = (unsigned short)sprintf(p->data, "n=%d", 77);
  printf("%d %s\n", p->length, p->data);
  free(p);
  return 0;
}
