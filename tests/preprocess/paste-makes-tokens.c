// What ## may build: names, numbers, operators, and names of macros that then expand.
#define cat(a, b) a ## b
cat(+, +) cat(-, >) cat(<, <=) cat(|, |) cat(&, &) cat(=, =) cat(!, =) cat(<<, =) cat(%, :)
cat(1, 2) cat(1, e5) cat(1., 5f) cat(0x, ff) cat(., 5) cat(1e, 5) cat(3, u) cat(x, 1)
cat(L, "wide") cat(u8, "utf") cat(L, 'c') cat(u, "x") cat(U, 'y')
#define hello world
cat(hel, lo)
#define xcat(a, b) cat(a, b)
xcat(cat(he, l), lo)
#define call(x) <x>
cat(ca, ll)(5)
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
char p[] = join(x, y);
