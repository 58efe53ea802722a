//! Which value an initialiser gives to which object.

use crate::fixture::resolve_c;

/// Type and initialiser of `x`.
fn check(text: &str, ty: &str, init: &str) {
    let snippet = resolve_c(text);
    assert_eq!((snippet.type_of("x"), snippet.init_of("x")), (ty.to_string(), init.to_string()), "in {text}");
}

#[test]
fn values_and_braces() {
    check("int x = 1;", "int", "1");
    check("int x = {1};", "int", "1");
    check("int x[] = {1, 2, 3};", "int[3]", "{0: 1, 1: 2, 2: 3}");
    check("int x[4] = {1};", "int[4]", "{0: 1}");
    check("int x[2][2] = {{1, 2}, {3}};", "int[2][2]", "{0: {0: 1, 1: 2}, 1: {0: 3}}");
    check("struct p { int a, b; } x = {1, 2};", "struct p", "{0: 1, 1: 2}");
    check("struct p { int a, b; } x = {};", "struct p", "{}");
    check("union u { int i; float f; } x = {1};", "union u", "{0: 1}");
}

#[test]
fn braces_left_out() {
    check("int x[2][2] = {1, 2, 3};", "int[2][2]", "{0: {0: 1, 1: 2}, 1: {0: 3}}");
    check("int x[][2] = {1, 2, 3};", "int[2][2]", "{0: {0: 1, 1: 2}, 1: {0: 3}}");
    check(
        "struct s { int a[2]; int b; } x[] = {1, 2, 3, 4};",
        "struct s[2]",
        "{0: {0: {0: 1, 1: 2}, 1: 3}, 1: {0: {0: 4}}}",
    );
    check(
        "struct p { int a, b; }; struct q { struct p p; int c; } x = {1, 2, 3};",
        "struct q",
        "{0: {0: 1, 1: 2}, 1: 3}",
    );
    check(
        "struct p { int a, b; }; void f(struct p v) { struct { struct p p; int c; } x = {v, 3}; }",
        "struct without a tag",
        "{0: v, 1: 3}",
    );
    check("struct s { int a : 3; int : 5; int b; } x = {1, 2};", "struct s", "{0: 1, 2: 2}");
    check("struct s { union { int i; float f; }; int b; } x = {1, 2};", "struct s", "{0: {0: 1}, 1: 2}");
}

#[test]
fn designators() {
    check("int x[] = {[3] = 1, 2, [0] = 5};", "int[5]", "{0: 5, 3: 1, 4: 2}");
    check("int x[10] = {[2 ... 4] = 7, 8};", "int[10]", "{2..4: 7, 5: 8}");
    check("struct p { int a, b, c; } x = {.b = 1, 2, .a = 3};", "struct p", "{0: 3, 1: 1, 2: 2}");
    check(
        "struct p { int a, b; }; struct q { struct p u, v; } x = {.v.a = 1, .u.b = 2, .v.b = 3};",
        "struct q",
        "{0: {1: 2}, 1: {0: 1, 1: 3}}",
    );
    check(
        "struct p { int a, b; }; struct q { struct p u, v; int w; } x = {.u.b = 1, 2, 3, 4};",
        "struct q",
        "{0: {1: 1}, 1: {0: 2, 1: 3}, 2: 4}",
    );
    check("int x[3][2] = {[1][1] = 1, 2};", "int[3][2]", "{1: {1: 1}, 2: {0: 2}}");
    check(
        "struct { int n; union { int i; float f; }; } x = {.f = 1};",
        "struct without a tag",
        "{1: {1: 1}}",
    );
    check(
        "struct p { int a, b; } x[] = {[0 ... 3].a = 1, [2].b = 5};",
        "struct p[4]",
        "{0..1: {0: 1}, 2: {0: 1, 1: 5}, 3: {0: 1}}",
    );
    check("union u { int i; float f; } x = {.f = 1};", "union u", "{1: 1}");
    check(
        "struct { int a, b[3], c; } x = {.b = 4, 5, .a = 1};",
        "struct without a tag",
        "{0: 1, 1: {0: 4, 1: 5}}",
    );
    check("int x[2][3] = {4, [1] = 7, 9};", "int[2][3]", "{0: {0: 4}, 1: {0: 7, 1: 9}}");
}

#[test]
fn paths_come_back_to_nested_aggregates() {
    let deep = "struct a { int x, y; }; struct b { struct a p, q; }; struct c { struct b m, n; }";
    check(
        &format!("{deep} x = {{.m.p.x = 1, .m.q.x = 2, .n.p.y = 3, .m.p.y = 4}};"),
        "struct c",
        "{0: {0: {0: 1, 1: 4}, 1: {0: 2}}, 1: {0: {1: 3}}}",
    );
    check(
        &format!("{deep} x = {{.m = {{{{1, 2}}, {{3, 4}}}}, .m.q.y = 5}};"),
        "struct c",
        "{0: {0: {0: 1, 1: 2}, 1: {0: 3, 1: 5}}}",
    );
    check(&format!("{deep} x = {{.m.p.x = 1, .m = {{{{7}}}}}};"), "struct c", "{0: {0: {0: 7}}}");
    let shape = "struct s { union { struct { int w, h; }; int r; }; int k; }";
    check(&format!("{shape} x = {{.w = 1, .h = 2, .k = 3}};"), "struct s", "{0: {0: {0: 1, 1: 2}}, 1: 3}");
    check(&format!("{shape} x = {{.w = 1, .r = 2}};"), "struct s", "{0: {1: 2}}");
    check("int x[3][2] = {[2][0] = 1, [0][1] = 2, [2][1] = 3};", "int[3][2]", "{0: {1: 2}, 2: {0: 1, 1: 3}}");
}

#[test]
fn empty_structs_take_nothing() {
    let empty = "struct e {}; struct s { struct e a; int b; }";
    check(&format!("{empty} x = {{.b = 5}};"), "struct s", "{1: 5}");
    check(&format!("{empty} x = {{{{}}, 5}};"), "struct s", "{0: {}, 1: 5}");
    check(&format!("{empty} x = {{.a = 5}};"), "struct s", "{0: {}}");
    check("struct e {} x[] = {{}, {}};", "struct e[2]", "{0: {}, 1: {}}");
}

#[test]
fn strings() {
    check("char x[] = \"abc\";", "char[4]", "\"abc\"");
    check("char x[3] = \"abc\";", "char[3]", "\"abc\"");
    check("char x[] = {\"abc\"};", "char[4]", "\"abc\"");
    check("char x[][4] = {\"ab\", \"cd\"};", "char[2][4]", "{0: \"ab\", 1: \"cd\"}");
    check("struct s { char n[4]; int v; } x = {\"ab\", 1};", "struct s", "{0: \"ab\", 1: 1}");
    check("const char *x[] = {\"a\", \"b\"};", "const char *[2]", "{0: \"a\", 1: \"b\"}");
    check("unsigned char x[] = \"é\";", "unsigned char[3]", "\"é\"");
    check("int x[] = L\"é\";", "int[2]", "L\"é\"");
}

#[test]
fn types_are_completed() {
    check("typedef int t[]; t x = {1, 2};", "int[2]", "{0: 1, 1: 2}");
    check("int x[]; int x[] = {1};", "int[1]", "{0: 1}");
    check("extern int x[]; int x[3];", "int[3]", "");
    check("int x[];", "int[1]", "");
    check("int *x = (int[]){1, 2, 3};", "int *", "(int[]){1, 2, 3}");
    check("struct s { int n; int d[]; } x = {1, {2, 3}};", "struct s", "{0: 1, 1: {0: 2, 1: 3}}");
}
