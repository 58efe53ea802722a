// Every way of leaving a region other than by its end.
int f(float a[8])
{
    while (a[1] > 0) {
#pragma hicuda kernel k tblock(1) thread(8)
        if (a[0] < 0)
            return 1; //~ E0455 `return` jumps out of a kernel
        if (a[0] < 1)
            break; //~ E0455 `break` jumps out of a kernel
        if (a[0] < 2)
            continue; //~ E0455 `continue` jumps out of a kernel
        if (a[0] < 3)
            goto done; //~ E0455 `goto` jumps out of a kernel
        while (a[2] > 0) {
            if (a[3] > 0)
                break;
            a[2] -= 1;
        }
#pragma hicuda kernel_end
    }
done:
    return 0;
}
