// How arguments are split: parentheses nest, brackets and braces do not.
#define pair(a, b) <a | b>
#define one(a) <a>
#define none() <>
pair(1, 2)
pair((1, 2), 3)
pair(f(1, 2), g(3, 4))
pair([1, 2])
pair({1, 2})
pair(,)
pair( , x)
pair(x, )
one()
one( )
one((a, b))
one({)
none()
none( )
pair (spaces , before)
pair
(
  1
  ,
  2
)
none;
pair one none
