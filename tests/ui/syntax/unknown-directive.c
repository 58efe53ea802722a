// A misspelled directive is an error that offers the right word.
void f(void)
{
#pragma hicuda barier //~ E0401 barier
}
