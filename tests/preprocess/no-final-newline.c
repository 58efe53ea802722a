// The last line has no newline, and is a macro use.
#define last_word done
int x = 1;
last_word