// A recursive-descent calculator with precedence, variables, functions and error reports.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *at;
static const char *error;
static double variables[26];
static double expression(void);
static void skip(void) { while (isspace((unsigned char)*at)) at++; }
static int accept(char c) { skip(); return *at == c ? at++, 1 : 0; }

static double primary(void) {
  skip();
  if (isdigit((unsigned char)*at) || *at == '.') { char *end; double v = strtod(at, &end); at = end; return v; }
  if (accept('(')) { double v = expression(); if (!accept(')')) error = "missing )"; return v; }
  if (accept('-')) return -primary();
  if (!strncmp(at, "abs(", 4)) { at += 4; double v = expression(); accept(')'); return v < 0 ? -v : v; }
  if (*at >= 'a' && *at <= 'z') return variables[*at++ - 'a'];
  error = *at ? "unexpected character" : "unexpected end";
  return 0;
}
static double power(void) { double base = primary(); if (accept('^')) { double e = power(), r = 1; while (e-- > 0) r *= base; return r; } return base; }
static double term(void) {
  double v = power();
  for (;;) {
    if (accept('*')) v *= power();
    else if (accept('/')) { double d = power(); if (d == 0) error = "division by zero"; else v /= d; }
    else return v;
  }
}
static double expression(void) { double v = term(); for (;;) if (accept('+')) v += term(); else if (accept('-')) v -= term(); else return v; }

static void run(const char *line) {
  at = line, error = NULL;
  int target = -1;
  if (line[0] >= 'a' && line[0] <= 'z' && line[1] == '=') target = line[0] - 'a', at += 2;
  double v = expression();
  skip();
  if (!error && *at) error = "trailing text";
  if (error) printf("%s: %s at %d\n", line, error, (int)(at - line));
  else { if (target >= 0) variables[target] = v; printf("%s: %g\n", line, v); }
}

int main(void) {
  static const char *const lines[] = { "1 + 2 * 3", "(1 + 2) * 3", "2 ^ 3 ^ 2", "-2 ^ 2", "x=10 / 4", "x * x - 1", "abs(3 - x * 2)", "1 / 0", "(1 + 2", "3 $ 4", "", "1.5e1 + .5" };
  for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) run(lines[i]);
  return 0;
}
