// One list, many uses: the list macro takes the macro to apply.
#define COLOURS(X) X(RED, 0xff0000) X(GREEN, 0x00ff00) X(BLUE, 0x0000ff)
#define AS_ENUM(name, value) COLOUR_##name = value,
#define AS_CASE(name, value) case COLOUR_##name: return #name;
#define AS_COUNT(name, value) + 1
enum colour { COLOURS(AS_ENUM) };
const char *name(enum colour c) { switch (c) { COLOURS(AS_CASE) } return 0; }
enum { n_colours = 0 COLOURS(AS_COUNT) };
#define FIELDS \
  FIELD(int, x) \
  FIELD(char *, name)
#define FIELD(t, n) t n;
struct rec { FIELDS };
#undef FIELD
#define FIELD(t, n) #t " " #n "\n"
const char *layout = FIELDS;
