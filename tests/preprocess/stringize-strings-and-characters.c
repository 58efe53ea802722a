// # of strings and character constants: quotes and backslashes inside them are escaped.
#define str(x) #x
str("text")
str("a \"quoted\" word")
str('c') str('\'') str('\\') str('"')
str("\n\t\0\x41\101")
str(L"wide\n") str(u8"x")
str(a "b" 'c' d)
str(\n)
str("\\" '\n' \ x)
#define xstr(x) str(x)
#define nl "\n"
xstr(nl) str(nl)
xstr(strncmp("abc\0d", "abc", '\4') == 0)
xstr(: @\n)
