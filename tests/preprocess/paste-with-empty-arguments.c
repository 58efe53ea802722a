// ## with empty operands: the other side alone, or nothing at all.
#define t(x, y, z) x ## y ## z
int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };
#define cat(a, b) a ## b
[cat(,)] [cat(x,)] [cat(,x)] [cat( , )]
#define mid(a) left ## a ## right
mid() mid(_)
#define two(a, b) a##b##a
two(,x) two(x,) two(,)
