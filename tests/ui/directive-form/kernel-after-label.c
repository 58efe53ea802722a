// After a label, a directive is not a statement of the block.
void f(float *sum)
{
again:
#pragma hicuda kernel k tblock(1) thread(8)
    *sum += 1;
#pragma hicuda kernel_end //~ E0452 does not match the `kernel` before it
    if (*sum < 8)
        goto again;
}
