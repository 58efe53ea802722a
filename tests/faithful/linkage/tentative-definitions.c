// Tentative definitions, extern declarations inside blocks, static after extern, incomplete arrays.
#include <stdio.h>

int tentative;
int tentative;
extern int tentative;
static int internal;
static int internal = 4;
static int internal;
extern int later[];
static struct node { struct node *next; int v; } last, first = { &last, 1 };
static struct node last = { 0, 2 };
extern const int answer;
const int answer = 42;
int unknown_size[];
static int f(void);
extern int f(void);
static int f(void) { extern int tentative; return ++tentative; }

int main(void) {
  extern int later[3];
  printf("%d %d %d\n", tentative, internal, answer);
  f(), f();
  printf("%d %d %zu\n", tentative, later[2], sizeof later);
  printf("%d %d %d\n", first.v, first.next->v, last.next == NULL);
  printf("%d\n", unknown_size[0]);
  { extern int internal_alias; printf("%d\n", internal_alias); }
  int g(int);
  printf("%d\n", g(5));
  return 0;
}

int later[] = { 7, 8, 9 };
int internal_alias = 17;
int g(int x) { return x * internal; }
