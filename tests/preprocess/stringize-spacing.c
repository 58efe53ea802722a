// # keeps one space where the source had some, none at the ends, none where it had none.
#define str(x) #x
str(  a  )
str(a+b)
str(a + b)
str( a   +b )
str(a/* comment */b)
str(a /* x */ /* y */ b)
str(a
    b
    c)
str()
str( )
str((a,b)+( c , d ))
#define xstr(x) str(x)
#define empty
xstr(a empty b) xstr(a empty) xstr(empty b) xstr(empty)
xstr(a empty empty b)
#define minus -
xstr(-minus) xstr(- minus) xstr(minus minus)
#define paren(x) (x)
xstr(paren(1)paren(2)) xstr(paren( 1 ) paren(2))
#define args(...) #__VA_ARGS__
args(a,b,  c ,d)
args()
args( x , )
