// Compound assignment, increments and comparisons on bit-fields, through pointers and in arrays.
#include <stdio.h>

struct counter { unsigned small : 4; int balance : 6; _Bool flag : 1; unsigned char byte : 5; };

static struct counter bump(struct counter c) { c.small += 3; return c; }

int main(void) {
  struct counter c = { 14, -30, 0, 31 }, *p = &c, all[3] = { { 1, 2, 1, 3 }, [2] = { .balance = -1 } };
  printf("%d\n", p->small++);
  printf("%d\n", p->small);
  p->small += 5;
  printf("%d\n", p->small);
  p->balance -= 1, p->balance ^= 2;
  printf("%d\n", p->balance);
  p->flag = 2, p->byte++;
  printf("%d %d\n", p->flag, p->byte);
  p->byte = 21, p->byte <<= 1;
  printf("%d\n", p->byte);
  p->byte |= 5, p->byte &= ~1u, p->byte /= 2, p->byte %= 4;
  printf("%d\n", p->byte);
  all[1] = bump(all[0]);
  all[2].small = all[1].small * all[1].small;
  for (int i = 0; i < 3; i++) printf("%d %d %d %d\n", all[i].small, all[i].balance, all[i].flag, all[i].byte);
  printf("%d %d %d\n", -c.small, ~all[1].small, !all[2].balance);
  printf("%d %d\n", all[2].balance < all[1].small, all[2].balance < 0u + all[1].small);
  all[0].small = all[0].balance = -2;
  printf("%d %d\n", all[0].small, all[0].balance);
  int total = 0;
  for (all[0].small = 0; all[0].small < 15; all[0].small++) total += all[0].small;
  printf("%d %d\n", total, c.flag ? c.small : c.balance);
  return 0;
}
