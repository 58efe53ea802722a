
/* Splits the @ command language into tokens. */
typedef enum { @_END, @_NUMBER, @_NAME, @_SIGN, @_OTHER } @_kind;

typedef struct {
  @_kind kind;
  const char *start;
  size_t length;
  long value;
} @_token;

static int @_is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static const char *@_scan(const char *p, @_token *t) {
  while (*p == ' ' || *p == '\t') p++;
  t->start = p;
  t->value = 0;
  switch (*p) {
  case '\0':
    t->kind = @_END;
    return p;
  case '0' ... '9':
    t->kind = @_NUMBER;
    for (; *p >= '0' && *p <= '9'; p++) t->value = t->value * 10 + (*p - '0');
    break;
  case '+':
  case '-':
  case '*':
  case '/':
    t->kind = @_SIGN;
    t->value = *p++;
    break;
  default:
    if (!@_is_name(*p)) {
      t->kind = @_OTHER;
      p++;
      break;
    }
    t->kind = @_NAME;
    while (@_is_name(*p)) t->value = t->value * 31 % 65521 + *p++;
    break;
  }
  t->length = (size_t)(p - t->start);
  return p;
}

static long @_run(unsigned seed) {
  static const char *const lines[] = { "move 10 + $A", "turn left * $B", "stop_at x - $C / 2;", "" };
  long hash = (long)seed;
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    @_token t = { .kind = @_OTHER };
    for (const char *p = @_scan(lines[i], &t); t.kind != @_END; p = @_scan(p, &t)) {
      hash = (hash * 7 + t.value + (long)t.length * (int)t.kind) % 1000003;
    }
  }
  return hash;
}
