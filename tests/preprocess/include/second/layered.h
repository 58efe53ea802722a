second_layered
#define SECOND_SEEN second
#if __has_include_next(<layered.h>)
never
#endif
