// What a called function makes is alive together with what its caller has.
float rows[10240], columns[10240];

static void inner(float *b)
{
#pragma hicuda constant copyin columns[*] //~ E0602 need 81920 bytes
#pragma hicuda kernel k tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++)
        b[i] = rows[i] + columns[i];
#pragma hicuda kernel_end
#pragma hicuda constant remove columns
}

void outer(float *b)
{
#pragma hicuda constant copyin rows[*]
#pragma hicuda global alloc b[0:63]
    inner(b);
#pragma hicuda global copyout b[0:63]
#pragma hicuda global free b
#pragma hicuda constant remove rows
}
