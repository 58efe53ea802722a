// Static initialisers: addresses with offsets, casts, sizeof, enum arithmetic, conditional constants.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct item { char tag; int values[4]; struct item *link; };
static struct item items[3] = { { 'a', { 1, 2, 3, 4 }, &items[2] }, { 'b', { 5 }, items }, { 'c', { 6, 7 }, &items[1] } };
static int *third = &items[0].values[2], *before = items[1].values - 0, *past = &items[2].values[0] + 1;
static char *text = "abcdef" + 2;
static const char *const tail = &"suffix"[3];
enum { WIDTH = 5, AREA = WIDTH * WIDTH, FLAG = 1 << 4 | 2 };
static int area[AREA / WIDTH] = { [WIDTH - 1] = AREA % 7, [FLAG & 3] = FLAG };
static unsigned long where = offsetof(struct item, values) + sizeof(struct item);
static double ratio = 7 / 2 + 7 / 2.0, negative = -1.5e3;
static int chosen = sizeof(long) == 8 ? 64 : 32, logic = !0 && (3 > 2 || 0), comma_free = ~0u >> 28;
static void *null = 0, *also_null = (void *)0;
static uintptr_t address_constant = 4096;
static unsigned char wrapped = (unsigned char)300;
static float single = 1 / 3.0f;
static int (*print)(const char *, ...) = printf;

int main(void) {
  printf("%d %d %d\n", *third, *before, *past);
  printf("%s %s %c%c%c\n", text, tail, items[0].link->tag, items[0].link->link->tag, items[1].link->tag);
  for (int i = 0; i < WIDTH; i++) printf("%d ", area[i]);
  printf("\n%lu %.2f %.1f %d %d %d\n", where, ratio, negative, chosen, logic, comma_free);
  printf("%d %d %lu %d %.9f\n", null == also_null, null == NULL, (unsigned long)address_constant, wrapped, single);
  print("%d\n", AREA);
  return 0;
}
