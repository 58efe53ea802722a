// One thread runs the region; the others are not there to take part.
void f(float a[8])
{
#pragma hicuda singular
#pragma hicuda barrier //~ E0457 `barrier` inside a `singular` region
#pragma hicuda shared alloc a[0:7] copyin //~ E0457 `shared alloc` inside a `singular` region
#pragma hicuda loop_partition over_thread //~ E0457 `loop_partition` inside a `singular` region
    for (int i = 0; i < 8; i++)
        a[i] = 0;
#pragma hicuda shared remove a //~ E0457 `shared remove` inside a `singular` region
#pragma hicuda singular_end
}
