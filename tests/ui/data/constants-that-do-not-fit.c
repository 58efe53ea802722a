// Constants that are alive together must fit together; one after another is enough otherwise.
float rows[10240], columns[10240], weights[10240];

void beside(float *b)
{
#pragma hicuda constant copyin rows[*]
#pragma hicuda constant copyin columns[*] //~ E0602 need 81920 bytes
#pragma hicuda global alloc b[0:63]
#pragma hicuda kernel k tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++)
        b[i] = rows[i] + columns[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout b[0:63]
#pragma hicuda global free b
#pragma hicuda constant remove rows columns
}

void in_turn(float *b)
{
#pragma hicuda global alloc b[0:63]
#pragma hicuda constant copyin weights[*]
#pragma hicuda kernel m tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++)
        b[i] = weights[i];
#pragma hicuda kernel_end
#pragma hicuda constant remove weights
#pragma hicuda global copyout b[0:63]
#pragma hicuda global free b
}
