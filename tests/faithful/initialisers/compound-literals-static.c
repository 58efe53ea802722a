// At file scope a compound literal has static storage, so its address is a constant.
#include <stdio.h>

struct node { int value; const struct node *next; };
static const struct node *const chain = &(struct node){ 1, &(struct node){ 2, &(struct node){ 3, NULL } } };
static int *numbers = (int[]){ 10, 20, 30 };
static struct { const char *name; const int *codes; int n; } entries[] = {
  { "low", (const int[]){ 1, 2 }, 2 },
  { "high", (const int[]){ [2] = 7, 8 }, 4 },
  { .name = "none" },
};
static char *modifiable = (char[]){ 'o', 'k', 0 };
static int *middle = &((int[]){ 4, 5, 6 })[1];

int main(void) {
  for (const struct node *n = chain; n; n = n->next) printf("%d ", n->value);
  numbers[1]++;
  modifiable[0] = 'O';
  printf("%d %s %d %d\n", numbers[1], modifiable, middle[-1], *middle);
  for (unsigned i = 0; i < 3; i++) {
    printf("%s:", entries[i].name);
    for (int j = 0; j < entries[i].n; j++) printf(" %d", entries[i].codes[j]);
    printf("\n");
  }
  return 0;
}
