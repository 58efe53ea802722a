// Preprocessing numbers swallow letters, dots and exponents, so no macro hides inside them.
#define e5 wrong
#define x wrong
#define E wrong
#define p wrong
1e5 0x1p3 1.e5 .5e5 1.5.2 0xE+1 1e+5 1e-5f 0x1.8p-3 3x 3E
1E+x 0x1P+x 12e 1_000 0x+1 0xe+1 2 .x .. ...
#define cat(a, b) a##b
cat(1e, +5) cat(0x, E) cat(1, .x)
1 - -1 +1 + +1 1+ 1-
