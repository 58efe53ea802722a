/* the classic guard, with a comment before it */
#ifndef GUARDED_H
#define GUARDED_H
#define GUARDED_H_DEFINED guarded
int from_guarded;
#endif /* GUARDED_H */
