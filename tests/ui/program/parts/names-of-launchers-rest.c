int sum(int n)
{
    return n * (n + 1) / 2;
}
