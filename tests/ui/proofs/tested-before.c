// What the host has tested counts in kernels behind the test, until it may have changed.
void exit(int);

struct part { int n, pitch; };

void behind_a_return(int m, int n, int pitch, float *b)
{
    if (n > pitch)
        return;
    for (int t = 0; t < 3; t++) {
#pragma hicuda global alloc b[0:m*pitch-1] copyin
#pragma hicuda kernel first tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                b[i * pitch + j] += i;
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
    }
}

void in_a_branch(int m, const struct part *p, float *b)
{
    if (p->n <= p->pitch && m > 0) {
#pragma hicuda global alloc b[0:m*p->pitch-1] copyin
#pragma hicuda kernel second tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < m; i++)
            for (int j = 0; j < p->n; j++)
                b[i * p->pitch + j] += i;
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
    }
}

void set_again(int m, int n, int pitch, float *b)
{
    if (n > pitch)
        exit(1);
    n += 5;
#pragma hicuda shape b[m*pitch]
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel third tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            b[i * pitch + j] += i; //~ W1041 the same element
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
}

// Through an address that somebody else has.
void set_elsewhere(int m, struct part *p, int *n, float *b)
{
    if (p->n > p->pitch)
        return;
    n = &p->n;
    *n = 7;
#pragma hicuda shape b[m*p->pitch]
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel fourth tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < m; i++)
        for (int j = 0; j < p->n; j++)
            b[i * p->pitch + j] += i; //~ W1041 the same element
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
}

// Somebody jumps over the test.
void jumped_over(int m, int n, int pitch, float *b)
{
    if (m > 100)
        goto here;
    if (n > pitch)
        return;
here:;
#pragma hicuda shape b[m*pitch]
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel fifth tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            b[i * pitch + j] += i; //~ W1041 the same element
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
}
