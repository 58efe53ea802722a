// A block has room for an array in shared memory: each element that it reads there it must have written.
float a[60][40], w[40], v[40], u[40];

void all_but_the_first(void)
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc w[*] copyin
#pragma hicuda kernel k1 tblock(60) thread(64)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 60; i++) {
#pragma hicuda shared alloc w[0:39]
#pragma hicuda loop_partition over_thread
        for (int j = 1; j < 40; j++)
            w[j] = a[i][j] + 1;
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 40; j++)
            a[i][j] = w[39 - j];  //~ W1046 the kernel may read `w` in shared memory where nothing was put
#pragma hicuda shared remove w
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a w
}

void only_some(void)
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc v[*] copyin
#pragma hicuda kernel k2 tblock(60) thread(64)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 60; i++) {
#pragma hicuda shared alloc v[0:39]
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 40; j++)
            if (a[i][j] > 2)
                v[j] = a[i][j] + 1;
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 40; j++)
            a[i][j] = v[39 - j];  //~ W1046 the kernel may read `v` in shared memory where nothing was put
#pragma hicuda shared remove v
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a v
}

// What an earlier iteration wrote was in another copy.
void in_the_iteration_before(void)
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc u[*] copyin
#pragma hicuda kernel k3 tblock(1) thread(64)
    for (int i = 0; i < 60; i++) {
#pragma hicuda shared alloc u[0:39]
        if (i == 0) {
#pragma hicuda loop_partition over_thread
            for (int j = 0; j < 40; j++)
                u[j] = a[i][j];
        }
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 40; j++)
            a[i][j] = u[39 - j];  //~ W1046 the kernel may read `u` in shared memory where nothing was put
#pragma hicuda shared remove u
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a u
}

void all(void)
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc w[*]
#pragma hicuda kernel k4 tblock(60) thread(64)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 60; i++) {
#pragma hicuda shared alloc w[0:39]
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 20; j++) {
            w[2 * j] = a[i][j];
            w[2 * j + 1] = -a[i][j];
        }
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 40; j++)
            a[i][j] = w[39 - j];
#pragma hicuda shared remove w
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a w
}
