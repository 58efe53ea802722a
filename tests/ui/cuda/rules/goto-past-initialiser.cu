// C++ has no jump into the scope of an initialised variable.
int main(int argc, char **argv)
{
    int plain;
    if (argc > 1)
        goto end; //~ E0939 this jump passes the initialiser of `late`
    plain = argc;
    {
        int inner = plain;
        plain += inner;
    }
    int late = plain;
    plain = late;
end:
    return argc;
}
