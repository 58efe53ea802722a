//! Whatever changes a value, or reaches an array, on ways that are hard to follow: no verdict may depend on it.

use crate::fixture::analyzed;

const LIBRARY: &str = "typedef unsigned long size_t;\ntypedef long intptr_t;\ntypedef __builtin_va_list va_list;\n\
    int printf(const char *, ...);\nint sscanf(const char *, const char *, ...);\nvoid *memcpy(void *, const void *, size_t);\n\
    void *memset(void *, int, size_t);\nvoid *calloc(size_t, size_t);\nvoid qsort(void *, size_t, size_t, int (*)(const void *, const void *));\n";

/// Is something said, or not proven, of a program with these declarations and this `main`?
fn is_noticed(declared: &str, body: &str) -> bool {
    let text = format!(
        "{LIBRARY}float a[100], b[100];\n{declared}\nint main(int argc, char **argv) {{\n{body}\nreturn 0;\n}}\n"
    );
    let found = analyzed(&text);
    let codes = found.all_codes();
    // What `realloc` returns has no copy that could be freed.
    let expected = ["E0640", "E0641", "E0511", "E0509"];
    let refused = codes.iter().any(|code| code.starts_with('E') && !expected.contains(code));
    assert!(!refused, "{codes:?}: {text}");
    codes.iter().any(|code| ["E0640", "E0641", "E0511", "W1045", "W1046"].contains(code))
        || found.facts.unproven.values().flatten().any(|why| why.contains("newest value"))
}

/// A kernel writes `m` elements, and `n` come back.
fn lengths(declared: &str, set: &str) -> bool {
    is_noticed(
        declared,
        &format!(
            "{set}\n#pragma hicuda global alloc a[*] copyin\n#pragma hicuda kernel k tblock(1) thread(32)\n\
             #pragma hicuda loop_partition over_tblock over_thread\nfor (int i = 0; i < m; i++) a[i] = i + 1;\n\
             #pragma hicuda kernel_end\n#pragma hicuda global copyout a[0:n-1]\n#pragma hicuda global free a\n\
             printf(\"%g\", a[50]);"
        ),
    )
}

#[test]
fn a_length_that_changes() {
    assert!(!lengths("", "int m = argc + 90; int n = m;"), "the same length is the same");
    for (declared, set) in [
        ("", "int m = 10; int n = m; sscanf(\"90\", \"%d\", &m);"),
        ("", "int o = 90, m = 10; int n = m; memcpy(&m, &o, sizeof m);"),
        (
            "struct s { int n; };",
            "struct s t = { 90 }, s = { 10 }; int n = s.n; memcpy(&s, &t, sizeof s); int m = s.n;",
        ),
        ("union u { int x; int y; };", "union u u; u.y = 10; int n = u.y; u.x = 90; int m = u.y;"),
        ("", "int m = 10; int n = m; int *p = (int *)(intptr_t)&m; *p = 90;"),
        ("long time(long *);", "long t = 10; int n = t; time(&t); int m = t;"),
        ("", "int m = argc + 9; _Bool is = m; int n = is;"),
        ("", "int m = argc + 299; unsigned char c = m; int n = c;"),
        ("", "long o = 4294967306; int n = o; int m = 90;"),
        ("volatile int v = 10;", "int n = v; int m = v;"),
        ("void set(int *p) { *p = 90; }", "int m = 10; int n = m; set(&m);"),
        ("", "int m = 10; int n = m; int *t[3] = { 0, 0, &m }; *t[argc + 1] = 90;"),
        ("", "int m = 10; int n = m; char *c = (char *)&m; c[0] = 90;"),
        (
            "struct s { int k; int n; };",
            "struct s s = { 1, 10 }; int n = s.n; *(int *)((char *)&s + 4) = 90; int m = s.n;",
        ),
        (
            "int next(void) { static int s = 10; int r = s; s = 90; return r; }",
            "int n = next(); int m = next();",
        ),
        (
            "int pick(int c) { int r; if (c) r = 10; else r = 90; return r; }",
            "int n = pick(argc); int m = pick(!argc);",
        ),
        ("int f(int d) { if (d == 0) return 10; return f(d - 1) + 80; }", "int n = f(0); int m = f(1);"),
        (
            "int less(const void *x, const void *y) { return 0; }",
            "int t[2] = { 10, 90 }; int n = t[0]; qsort(t, 2, 4, less); int m = t[0];",
        ),
        (
            "struct s { int n; };",
            "struct s t[2] = {{ 10 }, { 10 }}, z = { 90 }; int n = t[1].n; t[argc] = z; int m = t[1].n;",
        ),
        (
            "struct s { int n; };",
            "struct s s = { 10 }, z = { 90 }; int n = s.n; argc ? (s = z) : s; int m = s.n;",
        ),
    ] {
        assert!(lengths(declared, set), "{declared} {set}");
    }
}

/// Brings `a` back, if it is called.
const GETS: &str = "int get(void) {\n#pragma hicuda global copyout a[*]\nreturn 1; }";

/// A kernel writes an array, and the host reads it before it comes back.
fn read(declared: &str, set: &str, array: &str, read: &str) -> bool {
    let array_of = |all: &str| format!("{array}{all}");
    let section = if array == "g" { array_of("[0:99]") } else { array_of("[*]") };
    is_noticed(
        declared,
        &format!(
            "{set}\n#pragma hicuda global alloc {section} copyin\n#pragma hicuda kernel k tblock(1) thread(32)\n\
             #pragma hicuda loop_partition over_tblock over_thread\nfor (int i = 0; i < 100; i++) {array}[i] = i + 1;\n\
             #pragma hicuda kernel_end\nprintf(\"%g\", {read});\n#pragma hicuda global free {array}"
        ),
    )
}

#[test]
fn an_array_that_is_read() {
    assert!(!read("", "", "a", "b[50]"), "another array");
    let by_value = "struct s { float v[100]; }; struct s s; float get(struct s t) { return t.v[50]; }";
    for (declared, set, array, reads) in [
        ("", "float *p = (float *)(intptr_t)a;", "a", "p[50]"),
        (
            "float *g; int f(int d) { if (d == 0) return 0; return f(d - 1); }",
            "g = calloc(100, 4);",
            "g",
            "f(3) + g[50]",
        ),
        ("union { float x[100]; float y[100]; } u;", "", "u.x", "u.y[50]"),
        ("", "float *p = a, *q = 0; memcpy(&q, &p, sizeof q);", "a", "q[50]"),
        ("", "float *t[4] = { 0, 0, a, 0 };", "a", "t[argc + 1][50]"),
        (by_value, "struct s *p = &s;", "s.v", "get(*p)"),
        (by_value, "", "s.v", "get(s)"),
        ("", "float *p = (float *[]){ a, 0 }[0];", "a", "p[50]"),
        ("", "float *p = ({ float *q = a; q; });", "a", "p[50]"),
        (GETS, "", "a", "(argc > 3 && get()) + a[50]"),
        (GETS, "", "a", "(argc > 3 ? get() : 0) + a[50]"),
        ("void *realloc(void *, size_t); float *g;", "g = calloc(100, 4);", "g", "(g = realloc(g, 800))[50]"),
        (
            "float g(int k, ...) { va_list l; __builtin_va_start(l, k); float *p = __builtin_va_arg(l, float *); return p[50]; }",
            "",
            "a",
            "g(1, a)",
        ),
    ] {
        assert!(read(declared, set, array, reads), "{declared} {set} {reads}");
    }
}

#[test]
fn an_array_that_is_read_when_the_program_ends() {
    let copy = "#pragma hicuda global alloc a[*] copyin\n#pragma hicuda kernel k tblock(1) thread(32)\n\
        #pragma hicuda loop_partition over_tblock over_thread\nfor (int i = 0; i < 100; i++) a[i] = i + 1;\n\
        #pragma hicuda kernel_end\n#pragma hicuda global free a";
    let declared = "int atexit(void (*)(void)); void last(void) { printf(\"%g\", a[50]); }";
    assert!(is_noticed(declared, &format!("atexit(last);\n{copy}")));
}

/// The host writes an array that a kernel then reads.
fn written(declared: &str, set: &str, array: &str, write: &str) -> bool {
    is_noticed(
        declared,
        &format!(
            "{set}\n#pragma hicuda global alloc {array}[*] copyin\n#pragma hicuda global alloc b[*]\n{write}\n\
             #pragma hicuda kernel k tblock(1) thread(32)\n#pragma hicuda loop_partition over_tblock over_thread\n\
             for (int i = 0; i < 100; i++) b[i] = {array}[i] + 1;\n#pragma hicuda kernel_end\n\
             #pragma hicuda global copyout b[*]\n#pragma hicuda global free {array} b"
        ),
    )
}

#[test]
fn an_array_that_is_written() {
    assert!(!written("float c[100];", "", "a", "c[50] = 7;"), "another array");
    let structs = "struct s { float v[100]; }; struct s s, t; struct o { struct s s; } o;";
    for (declared, set, array, write) in [
        ("", "float *p = (float *)(intptr_t)a;", "a", "p[50] = 7;"),
        ("union { float x[100]; float y[100]; } u;", "", "u.x", "u.y[50] = 7;"),
        ("", "float *p = a, *q = 0; memcpy(&q, &p, sizeof q);", "a", "q[50] = 7;"),
        (structs, "", "s.v", "s = t;"),
        (structs, "", "s.v", "memcpy(&s, &t, sizeof s);"),
        (structs, "struct s *p = &s;", "s.v", "*p = t;"),
        (structs, "", "o.s.v", "o.s = t;"),
        (structs, "struct o p = { t };", "o.s.v", "o = p;"),
        ("float *t[2] = { b, a };", "", "a", "t[argc][50] = 7;"),
        ("float *t[2][2] = { { b, b }, { b, a } };", "", "a", "t[argc][1][50] = 7;"),
        ("struct m { float *r; } t[2] = {{ a }, { b }};", "", "a", "t[0].r[50] = 7;"),
        ("struct m { float *r[2]; } t = {{ b, a }};", "struct m u = t, *p = &u;", "a", "p->r[argc][50] = 7;"),
        (
            "float *t[2] = { b, a }; void swap(float **t) { float *x = t[0]; t[0] = t[1]; t[1] = x; }",
            "swap(t);",
            "a",
            "t[0][50] = 7;",
        ),
    ] {
        assert!(written(declared, set, array, write), "{declared} {set} {write}");
    }
}

#[test]
fn calls_through_pointers() {
    let functions = "int m, n; typedef void (*fn)(void);\nvoid grow(void) { m = 90; }\nvoid none(void) {}\n\
        void call(fn f) { f(); }\nvoid set(fn *f) { *f = grow; }\nfn pick(int c) { return c > 3 ? none : grow; }\n\
        struct s { fn f; };\nvoid put(struct s *s) { s->f = grow; }\n\
        void again(fn f, int d) { if (d) again(grow, d - 1); f(); }\n";
    let through = |how: &str| lengths(functions, &format!("m = n = 10; fn grows = grow; {how}"));
    for how in
        ["fn f = none; f();", "fn f = &none; (*f)();", "call(none);", "fn f = argc > 1 ? none : none; f();"]
    {
        assert!(!through(how), "only `none` is called: {how}");
    }
    for how in [
        "grows();",
        "fn f = none; if (argc < 5) f = grow; f();",
        "call(none); call(grow);",
        "fn f = none; set(&f); f();",
        "fn f = none; memcpy(&f, &grows, sizeof f); f();",
        "struct s s = { none }; put(&s); s.f();",
        "fn f = pick(argc); f();",
        "fn f = none; for (int r = 0; r < 2; r++) { f(); f = grow; }",
        "fn f = none; int r = 0; again: f(); f = grow; if (r++ < 1) goto again;",
        "fn f = none; (void)(argc > 0 && (f = grow)); f();",
        "fn f = none, *p = &f; *p = grow; f();",
        "void *p = (void *)none; p = (void *)grow; fn f = (fn)p; f();",
        "again(none, 1);",
    ] {
        assert!(through(how), "{how}");
    }
}
