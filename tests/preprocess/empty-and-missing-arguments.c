// One parameter with no argument is one empty argument; a missing body is an empty body.
#define one(x) [x]
#define nothing(x)
#define nobody
#define space_only(x)    
one() one(nobody) nothing(1) space_only(2) nobody end
#define swallow(...)
swallow() swallow(a, b) swallow((((
  )))) done
#define keep(x, ...) x
keep(,) keep(,,) keep(1)
#define three(a, b, c) <a,b,c>
three(,,) three(nobody, nobody, nobody) three( , 2, )
