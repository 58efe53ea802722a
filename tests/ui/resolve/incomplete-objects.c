// At the end of the unit every object needs a size; `void` at file level is a
// name whose address is all that is used, as with gcc.
struct later;
struct later early;
struct later { int x; };

struct never never_known; //~ E0306 the size of `struct never` is not known here
enum nowhere which;       //~ E0306 the size of `enum nowhere` is not known here
struct never row[3];      //~ E0306 the elements are `struct never`

extern struct never elsewhere;
extern void end_of_text;
void placed_by_the_linker;

char *end(void)
{
    void nothing;         //~ E0306 a variable cannot be `void`
    return (char *)&end_of_text;
}
