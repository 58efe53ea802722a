// Deep but finite: long chains and many levels of arguments.
#define A0 end
#define A1 A0 A0
#define A2 A1 A1
#define A3 A2 A2
#define A4 A3 A3
#define A5 A4 A4
A5
#define id(x) x
id(id(id(id(id(id(id(id(id(id(id(id(id(id(id(id(1))))))))))))))))
#define max(a, b) ((a) > (b) ? (a) : (b))
max(max(max(1, 2), max(3, 4)), max(5, 6))
#define str(x) #x
#define xstr(x) str(x)
xstr(max(max(a, b), c))
((((((((((((((((id(x)))))))))))))))))
