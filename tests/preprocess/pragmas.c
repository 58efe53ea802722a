// #pragma lines pass through in place; their text is not expanded (except where gcc does).
#define name expanded
#pragma before name
int a;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused"
int b;
  #   pragma   spaced   out   name
int c;
#pragma
#pragma pack(push, 1)
struct s { char c; int i; };
#pragma pack(pop)
int d;
