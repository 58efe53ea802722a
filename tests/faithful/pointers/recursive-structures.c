// Structs that point to themselves and to each other: list, tree, graph.
#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *left, *right; };
struct a { struct b *b; int n; };
struct b { struct a *a; int m; };
typedef struct list { int v; struct list *next; } list;

static struct tree *insert(struct tree *t, int key) {
  if (!t) { t = malloc(sizeof *t); if (!t) exit(1); *t = (struct tree){ key, NULL, NULL }; }
  else if (key < t->key) t->left = insert(t->left, key);
  else t->right = insert(t->right, key);
  return t;
}
static void walk(const struct tree *t) { if (t) { walk(t->left); printf("%d ", t->key); walk(t->right); } }
static int height(const struct tree *t) { if (!t) return 0; int l = height(t->left), r = height(t->right); return 1 + (l > r ? l : r); }
static void drop(struct tree *t) { if (t) { drop(t->left); drop(t->right); free(t); } }
static list *reverse(list *l) { list *r = NULL; while (l) { list *n = l->next; l->next = r; r = l; l = n; } return r; }

int main(void) {
  struct tree *root = NULL;
  for (int i = 0, k = 7; i < 12; i++, k = k * 5 % 23) root = insert(root, k);
  walk(root);
  printf("\n%d\n", height(root));
  drop(root);
  struct b y = { NULL, 2 };
  struct a x = { &y, 1 };
  y.a = &x;
  printf("%d %d\n", x.b->a->b->m, y.a->n);
  list nodes[5];
  for (int i = 0; i < 5; i++) nodes[i] = (list){ i, i < 4 ? &nodes[i + 1] : NULL };
  for (list *l = reverse(nodes); l; l = l->next) printf("%d ", l->v);
  list **last = &(list *){ nodes };
  printf("\n%d\n", (*last)->next == NULL);
  return 0;
}
