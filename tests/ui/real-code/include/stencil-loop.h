#define FOR_ALL(i, n) for (int i = 0; i < (n); i++)
#define BLEND(to, from, i)                                                                         \
    {                                                                                              \
        float s = 0;                                                                               \
        for (int k = 0; k < 3; k++)                                                                \
            s += from[(i) + k];                                                                    \
        to[i] = s;                                                                                 \
    }
