first_layered
#define FIRST_SEEN first
#if __has_include_next(<layered.h>)
#include_next <layered.h>
#endif
