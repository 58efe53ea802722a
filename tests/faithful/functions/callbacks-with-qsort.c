// Comparison callbacks on ints, strings, structs, and bsearch.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { const char *name; int age; };
static int by_int(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_age(const void *a, const void *b) {
  const struct person *p = a, *q = b;
  return p->age != q->age ? (p->age > q->age) - (p->age < q->age) : strcmp(p->name, q->name);
}
static int descending(const void *a, const void *b) { return -by_int(a, b); }

int main(void) {
  int n[] = { 42, 7, -3, 100, 0, 7 };
  qsort(n, sizeof n / sizeof *n, sizeof *n, by_int);
  for (int i = 0; i < 6; i++) printf("%d ", n[i]);
  int key = 42, *hit = bsearch(&key, n, 6, sizeof *n, by_int);
  printf("at %td\n", hit - n);
  qsort(n + 1, 4, sizeof *n, descending);
  for (int i = 0; i < 6; i++) printf("%d ", n[i]);
  char *words[] = { "pear", "apple", "fig" };
  qsort(words, 3, sizeof *words, by_text);
  printf("\n%s %s %s\n", words[0], words[1], words[2]);
  struct person people[] = { { "zoe", 30 }, { "al", 30 }, { "bo", 25 } };
  qsort(people, 3, sizeof *people, by_age);
  for (int i = 0; i < 3; i++) printf("%s %d\n", people[i].name, people[i].age);
  int (*sorters[])(const void *, const void *) = { by_int, descending };
  for (int s = 0; s < 2; s++) { qsort(n, 6, sizeof n[0], sorters[s]); printf("%d %d\n", n[0], n[5]); }
  return 0;
}
