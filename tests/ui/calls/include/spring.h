enum side { LEFT, RIGHT = 3 };
typedef struct { float rest, stiffness; } spring;
extern float force[32];
extern int frozen;
float pull(const spring *s, const float *x, int i, enum side side);
float damped(int i);
