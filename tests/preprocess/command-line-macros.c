//@ cflags: -DFLAG -DVALUE=42 -DTEXT=a+b -DFUNC(x)=x+x -DGONE -UGONE -DEMPTY=
// Macros given with -D and taken away with -U.
FLAG VALUE TEXT [EMPTY]
FUNC(3)
#ifdef GONE
never
#else
gone
#endif
