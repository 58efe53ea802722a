// A name painted as not expandable stays so when it leaves the macro that painted it.
#define self self
#define id(x) x
id(self)
id(id(self))
#define bar foo
#define foo bar zip
foo
id(foo) id(bar)
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
G_0(42)
#define wrap(x) x wrap
wrap(wrap)(2)
wrap(1)(2)(3)
wrap(wrap(1))(2)
