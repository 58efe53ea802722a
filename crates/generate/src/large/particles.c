
/* Particles of the @ box, as a struct of arrays. */
#define @_COUNT ($A * 4)

struct @_system {
  float x[@_COUNT], y[@_COUNT];
  float vx[@_COUNT], vy[@_COUNT];
  int bounces;
};

static void @_place(struct @_system *s, unsigned *state) {
  for (int i = 0; i < @_COUNT; i++) {
    s->x[i] = (float)(next_random(state) % 256) * 0.25f;
    s->y[i] = (float)(next_random(state) % 256) * 0.25f;
    s->vx[i] = (float)(next_random(state) % 16) * 0.125f - 1.0f;
    s->vy[i] = (float)(next_random(state) % 16) * 0.125f - 1.0f;
  }
  s->bounces = 0;
}

static int @_reflect(float *position, float *velocity, float limit) {
  if (*position < 0.0f) {
    *position = -*position;
    *velocity = -*velocity;
    return 1;
  }
  if (*position > limit) {
    *position = 2.0f * limit - *position;
    *velocity = -*velocity;
    return 1;
  }
  return 0;
}

static void @_step(struct @_system *s) {
  for (int i = 0; i < @_COUNT; i++) {
    s->x[i] += s->vx[i];
    s->y[i] += s->vy[i];
    s->bounces += @_reflect(&s->x[i], &s->vx[i], 64.0f);
    s->bounces += @_reflect(&s->y[i], &s->vy[i], 64.0f);
  }
}

static long @_run(unsigned seed) {
  static struct @_system system;
  unsigned state = seed + $C;
  @_place(&system, &state);
  for (int t = 0; t < $B; t++) @_step(&system);
  float sum = 0.0f;
  for (int i = 0; i < @_COUNT; i++) sum += system.x[i] - system.y[i];
  return (long)sum + system.bounces * $D;
}
