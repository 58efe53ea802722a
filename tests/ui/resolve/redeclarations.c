// Two declarations of one name: the first one is shown.
int total(int n);
double total(int n);            //~ E0304 `total` is declared as `double (int)`

struct node { int key; };
struct node { int value; };     //~ E0303 `struct node` is defined twice
union node *first;              //~ E0305 `node` was declared as `struct node`

int limit = 3;
int limit = 4;                  //~ E0303 `limit` is initialised twice

void count(int n)
{
    int n;                      //~ E0303 `n` is declared twice in this scope
    { long n = 2; (void)n; }
}
