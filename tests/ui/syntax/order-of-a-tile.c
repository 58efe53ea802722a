// Clauses of `shared alloc` and `stage` that are misspelled.
void f(float a[64])
{
#pragma hicuda shared alloc a[0:63] copyin order(column) //~ E0402 `column` is not a value of `order`
#pragma hicuda shared alloc a[0:63] order(rows) order(rows) //~ E0403 `order` is given twice
#pragma hicuda shared alloc a[0:63] copyin pad(1) ahed(1) //~ E0402
#pragma hicuda stage(16: a) orders(rows) //~ E0402
    for (int i = 0; i < 64; i++)
        a[i] = 0;
#pragma hicuda shared alloc a[0:63] ahead //~ E0404
}
