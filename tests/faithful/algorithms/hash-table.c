// A chained hash table with growth, deletion and iteration.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { struct entry *next; unsigned hash; int value; char key[]; };
struct table { struct entry **buckets; size_t size, count; };

static unsigned hash(const char *s) { unsigned h = 2166136261u; for (; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u; return h; }
static void grow(struct table *t) {
  size_t size = t->size ? t->size * 2 : 4;
  struct entry **fresh = calloc(size, sizeof *fresh);
  if (!fresh) exit(1);
  for (size_t i = 0; i < t->size; i++)
    for (struct entry *e = t->buckets[i], *next; e; e = next) { next = e->next; e->next = fresh[e->hash & (size - 1)]; fresh[e->hash & (size - 1)] = e; }
  free(t->buckets);
  t->buckets = fresh, t->size = size;
}
static struct entry **find(struct table *t, const char *key, unsigned h) {
  struct entry **at = &t->buckets[h & (t->size - 1)];
  while (*at && ((*at)->hash != h || strcmp((*at)->key, key))) at = &(*at)->next;
  return at;
}
static int *slot(struct table *t, const char *key) {
  if (t->count >= t->size) grow(t);
  unsigned h = hash(key);
  struct entry **at = find(t, key, h);
  if (!*at) {
    struct entry *e = malloc(sizeof *e + strlen(key) + 1);
    if (!e) exit(1);
    *e = (struct entry){ NULL, h, 0 };
    strcpy(e->key, key);
    *at = e, t->count++;
  }
  return &(*at)->value;
}
static int erase(struct table *t, const char *key) {
  struct entry **at = find(t, key, hash(key)), *e = *at;
  if (!e) return 0;
  *at = e->next, t->count--;
  free(e);
  return 1;
}

int main(void) {
  struct table t = { 0 };
  char text[] = "the cat and the dog and the bird saw the other cat";
  for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) ++*slot(&t, w);
  const char *ask[] = { "the", "cat", "and", "bird", "cow" };
  for (int i = 0; i < 5; i++) { struct entry *e = *find(&t, ask[i], hash(ask[i])); printf("%s %d\n", ask[i], e ? e->value : -1); }
  printf("%zu %zu\n", t.count, t.size);
  int first = erase(&t, "cat"), second = erase(&t, "cat");
  printf("%d %d %zu\n", first, second, t.count);
  long sum = 0;
  for (size_t i = 0; i < t.size; i++) for (struct entry *e = t.buckets[i], *n; e; e = n) { n = e->next; sum += e->value * (long)strlen(e->key); free(e); }
  printf("%ld\n", sum);
  free(t.buckets);
  return 0;
}
