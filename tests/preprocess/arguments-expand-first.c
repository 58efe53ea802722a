// Arguments are fully expanded before substitution, except next to # and ##.
#define value 42
#define id(x) x
#define raw(x) #x
#define text(x) raw(x)
#define glue(a, b) a ## b
#define join(a, b) glue(a, b)
id(value)
raw(value) text(value)
glue(val, ue)
glue(value, 1) join(value, 1)
join(val, ue)
join(id(va), lue)
text(id(id(value)))
raw(id(value))
text(glue(a, b) join(c, d))
