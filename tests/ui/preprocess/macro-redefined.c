// A second definition with another text is a warning that shows the first.
#define SIZE 16
#define SIZE 32 //~ W1001 SIZE
int a[SIZE];
