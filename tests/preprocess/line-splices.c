// A backslash at a line's end joins lines anywhere: in names, numbers, strings, operators, directives.
int ab\
cd = 12\
34;
const char *s = "split \
string";
int x = 1 +\
+ 0 <\
< 2;
#def\
ine joined(a, \
           b) a \
  + b
joined(1, 2)
/\
* a comment *\
/ after
/\
/ a line comment \
still the comment
visible
#if 1 \
  && 1
spliced_if
#endif
char c = '\
\n';
float f = 1.\
5e\
+3;
__LI\
NE__ __LINE__
