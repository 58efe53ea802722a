// A slip in the first word of a directive is reported: compilers skip pragmas they do not know.
#pragma hicdua global alloc a[*]     //~ W1150 `#pragma hicdua` means nothing
#pragma HICUDA barrier               //~ W1150 `#pragma HICUDA` means nothing
#pragma omp parallel
#pragma cuda something
int a;
