// A function-like macro's name alone is not a call, wherever the parenthesis is missing.
#define call(x) [x]
#define name call
#define indirect name(1)
call
call;
name
name(2)
indirect
name (3) call (4)
#define get() call
get()(5)
get() (6)
get()
(7)
#define open (
call open 8)
#define apply(m, x) m(x)
apply(call, 9)
apply(call, call)
apply(call, call(10))
int (call)(int);
