// What `assume` needs.
void f(int n)
{
#pragma hicuda assume //~ E0404 expected a value in parentheses after `assume`
#pragma hicuda assume() //~ E0404
#pragma hicuda assume(n > 0) (n < 9) //~ E0405
#pragma hicuda asume(n > 0) //~ E0401
    if (n)
#pragma hicuda assume(n > 0) //~ E0407
}
#pragma hicuda assume(1) //~ E0408
