// Of all types only `dim3` has a constructor; for numbers it is a cast.
#include <cstdlib>
__global__ void fill(float4 *a, float x)
{
    dim3 where(1, 2, 3);
    int whole(x);
    a[0] = float4(1, 2, 3, 4); //~ E0482 cannot be made of 4 values
    a[1] = make_float4(where.x, whole, float(where.y), int(x));
    dim3 four(1, 2, 3, 4); //~ E0482 `dim3` cannot be made of 4 values
}

struct counted {
    int value;
    counted() { value = 1; }
};
struct plain {
    int value;
    plain() {}
};

void made_by_new()
{
    counted *one = new counted;         //~ E0482 not run for what `new` makes
    counted *many = new counted[8];     //~ E0482 not run for what `new` makes
    plain *others = new plain[8];
    delete one;
    delete[] many;
    delete[] others;
}
