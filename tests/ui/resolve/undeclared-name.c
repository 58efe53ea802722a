// A misspelled name is an error that offers the nearest one in sight.
int total(int count)
{
    return cuont + 1; //~ E0301 `cuont` is not declared
}
