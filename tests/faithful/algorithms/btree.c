// A B-tree of order 4: insertion with splits, in-order walk, depth.
#include <stdio.h>
#include <stdlib.h>

enum { ORDER = 4 };
typedef struct node { int n, keys[ORDER]; struct node *child[ORDER + 1]; } node;

static node *make(void) { node *x = calloc(1, sizeof *x); if (!x) exit(1); return x; }
static node *split(node *x, int *middle) {
  node *right = make();
  int m = ORDER / 2;
  *middle = x->keys[m];
  right->n = x->n - m - 1;
  for (int i = 0; i < right->n; i++) right->keys[i] = x->keys[m + 1 + i];
  for (int i = 0; i <= right->n; i++) right->child[i] = x->child[m + 1 + i];
  x->n = m;
  return right;
}
static node *insert(node *x, int key, int *up) {
  int i = x->n, k = key;
  node *right = NULL;
  while (i > 0 && x->keys[i - 1] > key) i--;
  if (i > 0 && x->keys[i - 1] == key) return NULL;
  if (x->child[0]) { right = insert(x->child[i], key, &k); if (!right) return NULL; }
  for (int j = x->n; j > i; j--) x->keys[j] = x->keys[j - 1], x->child[j + 1] = x->child[j];
  x->keys[i] = k, x->child[i + 1] = right, x->n++;
  return x->n < ORDER ? NULL : split(x, up);
}
static node *add(node *root, int key) {
  int up;
  node *right = insert(root, key, &up);
  if (!right) return root;
  node *top = make();
  *top = (node){ .n = 1, .keys = { up }, .child = { root, right } };
  return top;
}
static long walk(const node *x, long hash, int *count) {
  for (int i = 0; i <= x->n; i++) {
    if (x->child[i]) hash = walk(x->child[i], hash, count);
    if (i < x->n) hash = (hash * 31 + x->keys[i]) % 1000000007L, ++*count;
  }
  return hash;
}
static void drop(node *x) { if (x) { for (int i = 0; i <= x->n; i++) drop(x->child[i]); free(x); } }

int main(void) {
  node *root = make();
  for (unsigned i = 0, k = 1; i < 200; i++, k = k * 75 % 65537) root = add(root, (int)(k % 500));
  int count = 0, depth = 0;
  long hash = walk(root, 7, &count);
  for (node *x = root; x; x = x->child[0]) depth++;
  printf("%d %ld %d\n", count, hash, depth);
  printf("%d:", root->n);
  for (int i = 0; i < root->n; i++) printf(" %d", root->keys[i]);
  printf("\n");
  drop(root);
  return 0;
}
