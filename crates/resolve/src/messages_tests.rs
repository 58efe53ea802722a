//! What is said about mistakes: once each, at the right place, in plain words.

use syntax::Dialect;

use crate::fixture::resolve_as;

fn check(text: &str, expected: &[&str]) {
    let snippet = resolve_as(Dialect::C, text);
    assert_eq!(snippet.messages(), expected, "in {text}");
}

#[test]
fn names() {
    check("int f(void) { return nope; }", &["1:22 E0301 `nope` is not declared"]);
    check("int f(void) { return nope + nope; }", &["1:22 E0301 `nope` is not declared"]);
    check(
        "int f(void) { return nope(1); }",
        &["1:22 W1180 the function `nope` is not declared before this call"],
    );
    check(
        "void f(void) { printf(\"x\"); }",
        &["1:16 W1180 the function `printf` is not declared before this call"],
    );
    check(
        "typedef int T; int f(void) { return T; }",
        &["1:37 E0301 `T` is a type, but a value is needed here"],
    );
    check(
        "struct s { int a; }; int f(struct s *p) { return p->b + p->b; }",
        &["1:53 E0307 `struct s` has no member `b`", "1:60 E0307 `struct s` has no member `b`"],
    );
    check("void f(void) { goto out; }", &["1:21 E0321 the label `out` is not defined in this function"]);
    check("void f(void) { a: ; a: ; }", &["1:21 E0321 the label `a` is defined twice"]);
}

#[test]
fn suggestions() {
    let snippet = resolve_as(Dialect::C, "int count; int f(void) { return cuont; }");
    let diagnostic = &snippet.sink.diagnostics()[0];
    assert_eq!(diagnostic.help, ["did you mean `count`?"]);
    assert_eq!(diagnostic.related.len(), 1);
    assert_eq!(diagnostic.fix.as_ref().map(|fix| fix.edits[0].replacement.as_str()), Some("count"));
    let snippet = resolve_as(Dialect::C, "void f(void) { puts(\"x\"); }");
    let fix = snippet.sink.diagnostics()[0].fix.as_ref().expect("a fix");
    assert_eq!(fix.message, "`puts` is declared in <stdio.h>: add `#include <stdio.h>`");
    assert_eq!(fix.edits[0].replacement, "#include <stdio.h>\n");
}

#[test]
fn declarations() {
    check("int x; float x;", &["1:14 E0304 `x` is declared as `float`, but was `int` before"]);
    check("void f(void) { int x; int x; }", &["1:27 E0303 `x` is declared twice in this scope"]);
    check("void f(int x) { int x; }", &["1:21 E0303 `x` is declared twice in this scope"]);
    check("void f(int x) { { int x; } }", &[]);
    check("int x; int x; extern int x;", &[]);
    check("static int x; extern int x;", &[]);
    check("int x; static int x;", &["1:19 E0304 `x` is declared `static` here, but was not before"]);
    check(
        "int f(void); int f(int);",
        &["1:18 E0304 `f` is declared as `int (int)`, but was `int (void)` before"],
    );
    check("int f(); int f(int);", &[]);
    check(
        "int f(void) { return 1; } int f(void) { return 2; }",
        &["1:31 E0303 the function `f` is defined twice"],
    );
    check("struct s { int a; }; struct s { int b; };", &["1:29 E0303 `struct s` is defined twice"]);
    check("struct s { int a; int a; };", &["1:23 E0303 there are two members called `a`"]);
    check("enum { A, A };", &["1:11 E0303 `A` is declared twice in this scope"]);
    check(
        "typedef int T; typedef int T; typedef long T;",
        &["1:44 E0304 `T` was declared before as another type"],
    );
    check("void f(void) { void x; }", &["1:21 E0306 a variable cannot be `void`"]);
    check("void x;", &[]);
    check(
        "struct s x;",
        &["1:10 E0306 a variable needs a complete type, but the size of `struct s` is not known here"],
    );
    check("struct s x; struct s { int a; };", &[]);
    check("int a[2][];", &["1:6 E0306 the elements are `int[]`, whose size is not known here"]);
    check("int f(void)[3];", &["1:6 E0315 a function cannot return an array"]);
    check("int n; int a[n];", &["1:14 E0314 the length of an array at file level must be a constant"]);
    check(
        "void f(int n) { int a[n] = {0}; }",
        &["1:21 E0318 an array whose length is not constant cannot be initialised"],
    );
    check(
        "struct s { struct s x; };",
        &["1:21 E0306 `struct s` is not complete here, so no member can be one; a pointer to it can"],
    );
    check("static x;", &["1:1 W1181 this declaration has no type"]);
    check("f(a) int a; { return a; }", &["1:1 W1181 this declaration has no type"]);
    check("int f(a, b) int a; { return a; }", &["1:10 W1181 the parameter `b` has no type"]);
    check("int;", &["1:1 W1038 this declares nothing"]);
}

#[test]
fn operators() {
    check(
        "struct s { int a; } x; int f(void) { return x + 1; }",
        &["1:45 E0310 `+` does not work on `struct s` and `int`"],
    );
    check("int f(double d) { return d % 2; }", &["1:26 E0310 `%` does not work on `double` and `int`"]);
    check("int f(int i) { return *i; }", &["1:23 E0310 `*` needs a pointer, but this is `int`"]);
    check(
        "int f(int i) { return i[0]; }",
        &["1:23 E0310 `[]` needs an array or a pointer to objects, but this is `int`"],
    );
    check(
        "struct s { int a; } x; void f(void) { if (x) ; }",
        &["1:43 E0310 `if` needs a number or a pointer, but this is `struct s`"],
    );
    check(
        "void f(int a) { a + 1 = 2; }",
        &["1:17 E0311 the left side of an assignment must be an object, but this is only a value"],
    );
    check("void f(void) { 5++; }", &["1:16 E0311 `++` needs an object, but this is only a value"]);
    check("void f(const int *p) { *p = 1; }", &["1:24 E0312 this cannot be assigned: it is `const`"]);
    check(
        "struct s { const int a; }; void f(struct s *p, struct s *q) { *p = *q; }",
        &["1:63 E0312 this cannot be assigned: its member `a` is `const`"],
    );
    check(
        "int a[3], b[3]; void f(void) { a = b; }",
        &["1:32 E0310 `=` does not work on `int[3]` as a whole"],
    );
    check(
        "struct s { int b : 3; } x; int *f(void) { return &x.b; }",
        &["1:50 E0317 a bit-field has no address"],
    );
    check(
        "int f(int *a, float *b) { return a == b; }",
        &["1:34 W1037 `int *` and `float *` point to different types"],
    );
    check("char *f(double x) { return (char *)x; }", &["1:28 E0324 `double` cannot be cast to `char *`"]);
}

#[test]
fn calls_and_conversions() {
    check(
        "int g(int, int); int f(void) { return g(1); }",
        &["1:39 E0308 expected 2 arguments of `g`, found 1"],
    );
    check(
        "int g(int); int f(void) { return g(1, 2, 3); }",
        &["1:39 E0308 expected 1 argument of `g`, found 3"],
    );
    check(
        "int g(int, ...); int f(void) { return g(); }",
        &["1:39 E0308 expected at least 1 argument of `g`, found 0"],
    );
    check("int f(int x) { return x(); }", &["1:23 E0313 this is called, but it is `int`, not a function"]);
    check(
        "void g(void); int f(void) { return g(); }",
        &["1:36 E0309 this has no value, but `int` is needed in this `return`"],
    );
    check(
        "struct s { int a; } x; int f(void) { return x; }",
        &["1:45 E0309 `struct s` cannot become `int` in this `return`"],
    );
    check(
        "void g(int *); void f(float *p) { g(p); }",
        &["1:37 W1031 `float *` becomes `int *`, a pointer to another type, for argument 1 of `g`"],
    );
    check("void g(const int a[][3]); void f(int (*p)[3]) { g(p); }", &[]);
    check(
        "void g(const int a[][3]); void f(int (*p)[4]) { g(p); }",
        &[
            "1:51 W1031 `int (*)[4]` becomes `const int (*)[3]`, a pointer to another type, for argument 1 of `g`",
        ],
    );
    check(
        "void g(char *); void f(const char *p) { g(p); }",
        &["1:43 W1033 `const char *` becomes `char *` and loses its qualifier for argument 1 of `g`"],
    );
    check(
        "void g(int *); void f(int n) { g(n); g(0); g((void *)0); }",
        &["1:34 W1032 `int` becomes `int *` without a cast for argument 1 of `g`"],
    );
    check(
        "int f(void) { return; }",
        &["1:15 W1036 `return` without a value in a function that returns `int`"],
    );
    check(
        "void f(void) { return 1; }",
        &["1:23 W1036 a value is returned from a function that returns nothing"],
    );
    check("unsigned char *f(char *p) { return p; }", &[]);
    check("void *f(int *p) { int *q = (void *)p; return q; }", &[]);
}

#[test]
fn constants_that_lose_bits() {
    check("unsigned char x = 300;", &["1:19 W1034 300 does not fit `unsigned char` and becomes 44"]);
    check("char x = -129;", &["1:10 W1034 -129 does not fit `char` and becomes 127"]);
    check("int x = 5000000000;", &["1:9 W1034 5000000000 does not fit `int` and becomes 705032704"]);
    check("char x = 255; unsigned u = -1; unsigned char y = 255, z = -1; long l = 1ull << 63;", &[]);
    check("_Bool b = 2; float f = 1e9; int i = 3000000000, j = 0x80000000;", &[]);
}

#[test]
fn a_missing_header_is_one_message() {
    let messages =
        resolve_as(Dialect::C, "#include \"x.h\"\nint f(void) { return g(NAME) + s.a; }").messages();
    assert_eq!(messages, ["1:10 E0103 header `x.h` not found"]);
}

#[test]
fn statements() {
    check("void f(void) { break; }", &["1:16 E0320 `break` stands outside any loop or `switch`"]);
    check(
        "void f(int a) { switch (a) { case 1: continue; } }",
        &["1:38 E0320 `continue` stands outside any loop"],
    );
    check("void f(int a) { case 1: ; }", &["1:17 E0320 `case` stands outside any `switch`"]);
    check(
        "void f(int a) { switch (a) { case 1: case 2: case 1: ; } }",
        &["1:51 E0319 this `switch` has a label for 1 already"],
    );
    check(
        "void f(int a) { switch (a) { case 1 ... 5: ; case 3: ; } }",
        &["1:51 E0319 this `switch` has a label for 3 already"],
    );
    check(
        "void f(int a) { switch (a) { default: ; default: ; } }",
        &["1:41 E0319 this `switch` has a `default` already"],
    );
    check(
        "void f(int a) { switch (a) { case a: ; } }",
        &["1:35 E0314 a `case` label must be an integer constant"],
    );
    check(
        "void f(double a) { switch (a) { } }",
        &["1:28 E0310 `switch` needs an integer, but this is `double`"],
    );
    check("_Static_assert(sizeof(int) == 8, \"no\");", &["1:16 E0322 static assertion failed: no"]);
    check(
        "int n; _Static_assert(n, \"no\");",
        &["1:23 E0314 the condition of `_Static_assert` must be an integer constant"],
    );
}

#[test]
fn initialisers() {
    check("int x[2] = {1, 2, 3};", &["1:19 W1035 `int[2]` has no room for this value"]);
    check("int x[2] = {[2] = 1};", &["1:14 E0318 this element lies outside `int[2]`"]);
    check("struct s { int a; } x = {.b = 1};", &["1:27 E0307 `struct s` has no member `b`"]);
    check(
        "int x[3] = 1;",
        &["1:12 E0318 `int[3]` is initialised by braces or a string, not by a single value"],
    );
    check("int n; int x = n;", &["1:16 E0314 the initialiser of a static object must be a constant"]);
    check("int n; int *x = &n + 1; const int c = 4; int y = c;", &[]);
    check(
        "void f(int n) { static int x = n; }",
        &["1:32 E0314 the initialiser of a static object must be a constant"],
    );
    check("char x[2] = \"abc\";", &["1:13 W1035 the string has 3 characters, but the array only 2"]);
    check("int x = {1, 2};", &["1:9 W1035 `int` has no room for this value"]);
    check("struct s x = {1};", &["1:14 E0306 `struct s` is not complete here, so it cannot be initialised"]);
}

#[test]
fn one_mistake_is_one_message() {
    check("int f(void) { int a = nope; return a + nope * 2; }", &["1:23 E0301 `nope` is not declared"]);
    check("int f(void) { return nope.x->y[3](1); }", &["1:22 E0301 `nope` is not declared"]);
    check(
        "struct s x[3]; int f(void) { return x[0].a; }",
        &["1:11 E0306 the elements are `struct s`, whose size is not known here"],
    );
    check(
        "int f(struct s *p) { return p->a; }",
        &[
            "1:14 W1038 `struct s` is declared inside this parameter list and not visible outside it",
            "1:32 E0306 the members of `struct s` are not known here",
        ],
    );
}
