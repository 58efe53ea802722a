// A call may span lines; __LINE__ inside it is the line gcc reports.
#define id(x) x
#define two(a, b) a b
id(
  __LINE__
)
two(__LINE__,
    __LINE__)
int after = __LINE__;
two(
  1

  ,


  __LINE__
) __LINE__
#define here __LINE__
here
id(here) two(here, here)
id(here
) here
