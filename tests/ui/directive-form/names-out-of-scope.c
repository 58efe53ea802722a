// Names of a directive must be in scope where it stands.
float a[64];

void names(void)
{
    {
        float inner[64];
        inner[0] = 0;
    }
#pragma hicuda global alloc inner[*] //~ E0301 inner
#pragma hicuda global alloc a[0:unknown] //~ E0301 unknown
}
