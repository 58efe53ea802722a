// The shape of the standard's long rescanning example, with other names.
#define u 3
#define ff(p) ff(u * (p))
#undef u
#define u 2
#define gg ff
#define zz zz[0]
#define hh gg(~
#define mm(p) p(w)
#define w 0,1
#define tt(p) p
#define pp() int
#define qq(u) u
#define rr(u,v) u ## v
#define ss(u) # u
ff(v+1) + ff(ff(zz)) % tt(tt(gg)(0) + tt)(1);
gg(u+(3,4)-w) | hh 5) & mm
(ff)^mm(mm);
pp() i[qq()] = { qq(1), rr(2,3), rr(4,), rr(,5), rr(,) };
char c[2][6] = { ss(hello), ss() };
