// The shape of the standard's stringizing and pasting example, with other names.
#define quote(s) # s
#define xquote(s) quote(s)
#define trace(s, t) printf("v" # s "= %d, v" # t "= %s", \
  v ## s, v ## t)
#define NTH(n) nth ## n
#define tie(a, b) a ## b
#define xtie(a, b) tie(a, b)
#define TOPBOT "greetings"
#define BOT BOT ", globe"
trace(1, 2);
fputs(quote(strcmp("xyz\0e", "xyz", '\7') // this goes away
  == 0) quote(: %\n), s);
xquote(include NTH(2).h)
tie(TOP, BOT);
xtie(TOP, BOT)
