
/* Counts how often each @ bucket is hit. */
#define @_BUCKETS ($A * 2)

struct @_histogram {
  uint32_t count[@_BUCKETS];
  uint32_t total;
  uint32_t peak;
};

static void @_add(struct @_histogram *h, uint32_t key) {
  uint32_t bucket = (key * 2654435761u >> 16) % @_BUCKETS;
  h->count[bucket]++;
  h->total++;
  if (h->count[bucket] > h->peak) {
    h->peak = h->count[bucket];
  }
}

static uint32_t @_spread(const struct @_histogram *h) {
  uint32_t low = UINT32_MAX, high = 0;
  for (int i = 0; i < @_BUCKETS; i++) {
    low = h->count[i] < low ? h->count[i] : low;
    high = h->count[i] > high ? h->count[i] : high;
  }
  return high - low;
}

static long @_run(unsigned seed) {
  struct @_histogram h;
  memset(&h, 0, sizeof h);
  unsigned state = seed * $C;
  for (int round = 0; round < $B * 50; round++) {
    uint32_t key = next_random(&state);
    @_add(&h, key);
    if (round % $C == 0) {
      @_add(&h, key ^ 0x5bd1e995u);
    }
  }
  return (long)(h.total * 1000u + h.peak * 10u + @_spread(&h));
}
