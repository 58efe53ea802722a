// Comments are one space; comment starts in strings and string starts in comments are nothing.
a/**/b a/* x */b
"/* not a comment */" "// nor this" '/*'
/* " unterminated in a comment ' */ c
d // " ' /* still one line
e /* one /* not nested */ f
#define m /* inside */ value /* after */
m
#define fn(x /* parameter */, y) x ## y // end of line
fn(1 /* in argument */, /* here */ 2)
/**// g
/* many
   lines */ h
/*/ tricky /*/ i
# /* before */ define /* between */ k /* name */ 5
k
j //* line comment, not block
k
