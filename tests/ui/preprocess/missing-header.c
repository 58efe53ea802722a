//@ flags: --builtin-headers
// A header that is not there is reported at its name, once.
#include "no-such-header.h" //~ E0103 no-such-header.h
int a;
