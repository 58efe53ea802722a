// What follows from a mistake is not reported again.
struct image;

int pixels(struct image *im)
{
    int w = im->width;          //~ E0306 the members of `struct image` are not known here
    int unknown = missing + 1;  //~ E0301 `missing` is not declared
    return w * unknown + missing[3].a->b(w);
}
