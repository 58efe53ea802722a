// Initialisers that do not fit what they initialise.
struct point { int x, y; };
int n;
int table[2] = { 1, 2, 3 };             //~ W1035 `int[2]` has no room
int sparse[4] = { [4] = 1 };            //~ E0318 lies outside `int[4]`
struct point p = { .x = 1, .z = 2 };    //~ E0307 `struct point` has no member `z`
int copy = n;                           //~ E0314 must be a constant
int list[3] = 7;                        //~ E0318 is initialised by braces or a string
unsigned char byte = 300;               //~ W1034 300 does not fit `unsigned char`
