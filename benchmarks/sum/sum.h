// The sum of many numbers.
#ifndef SUM_H
#define SUM_H

#ifndef SUM_LENGTH
#define SUM_LENGTH 100000
#endif
#ifndef SUM_TYPE
#define SUM_TYPE float
#endif

SUM_TYPE sum(const SUM_TYPE a[SUM_LENGTH]);

#endif
