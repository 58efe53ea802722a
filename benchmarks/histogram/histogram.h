// How often each byte occurs.
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#ifndef HISTOGRAM_LENGTH
#define HISTOGRAM_LENGTH 1000000
#endif

void histogram(const unsigned char data[HISTOGRAM_LENGTH], unsigned count[256]);

#endif
