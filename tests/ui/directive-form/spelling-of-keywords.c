// Keywords have one spelling, a variable may have it too, and `_Pragma` is a directive as well.
#define STRINGS(x) #x
#define HICUDA(x) _Pragma(STRINGS(hicuda x))
float shared[64];

void keywords(void)
{
#pragma hicuda Global alloc shared[*] //~ E0401 `Global` is not a directive
_Pragma("hicuda global aloc shared[*]") //~ E0401 `aloc` is not a `global` directive
HICUDA(global relase shared)            //~ E0401 `relase` is not a `global` directive
}
