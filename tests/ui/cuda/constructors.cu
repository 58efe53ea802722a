// Of all types only `dim3` has a constructor; for numbers it is a cast.
__global__ void fill(float4 *a, float x)
{
    dim3 where(1, 2, 3);
    int whole(x);
    a[0] = float4(1, 2, 3, 4); //~ E0482 cannot be made of 4 values
    a[1] = make_float4(where.x, whole, float(where.y), int(x));
    dim3 four(1, 2, 3, 4); //~ E0482 `dim3` cannot be made of 4 values
}
