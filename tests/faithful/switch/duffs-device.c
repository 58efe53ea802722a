// Duff's device: case labels inside a loop inside the switch.
#include <stdio.h>

static void copy(char *to, const char *from, int count) {
  int n = (count + 7) / 8;
  if (count <= 0) return;
  switch (count % 8) {
  case 0: do { *to++ = *from++;
  case 7:      *to++ = *from++;
  case 6:      *to++ = *from++;
  case 5:      *to++ = *from++;
  case 4:      *to++ = *from++;
  case 3:      *to++ = *from++;
  case 2:      *to++ = *from++;
  case 1:      *to++ = *from++;
          } while (--n > 0);
  }
}

/* a generator that resumes in the middle of its loop */
static int generate(void) {
  static int state, i, j;
  switch (state) {
  case 0:
    for (i = 1; i <= 3; i++) {
      for (j = 1; j <= i; j++) {
        state = 1;
        return i * 10 + j;
  case 1:;
      }
    }
    state = 2;
  case 2:;
  }
  return -1;
}

int main(void) {
  const char *text = "the quick brown fox jumps";
  for (int n = 0; n <= 25; n += 5) {
    char out[32] = { 0 };
    copy(out, text, n);
    printf("[%s]\n", out);
  }
  for (int v; (v = generate()) != -1;) printf("%d ", v);
  printf("%d\n", generate());
  return 0;
}
