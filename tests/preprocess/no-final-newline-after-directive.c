// The last line is a directive with no newline.
#if 1
yes
#endif