//! One recurrence in many spellings: `a[i] = a[i-1] + 1` cannot be shared out over
//! threads, however it is written, and `check` says so each time.
//!
//! An error or a warning is right; silence is not. The other way round, the copy of
//! one array to another in some of the same spellings is right, and stays silent.

use std::path::Path;

use testkit::command::run;

/// What stands before the kernel's function, and the body of the loop over `i`.
const RECURRENCES: &[(&str, &str)] = &[
    ("", "a[i] = a[i-1] + 1;"),
    ("", "*(a + i) = *(a + i - 1) + 1;"),
    ("", "i[a] = (i-1)[a] + 1;"),
    ("", "*(i + a) = a[i + -1] + 1;"),
    ("", "*&a[i] = *&a[i-1] + 1;"),
    ("", "(&a[i])[0] = (&a[i])[-1] + 1;"),
    ("", "(a + i)[0] = (a + i)[-1] + 1;"),
    ("", "a[i] = (a - 1)[i] + 1;"),
    ("", "a[i] = a[~(-i)] + 1;"),
    ("", "int *p = a; p[i] = p[i-1] + 1;"),
    ("", "int *p = a + i; *p = p[-1] + 1;"),
    ("", "int *p = &a[i]; p[0] = *(p - 1) + 1;"),
    ("", "int *p; p = a; p[i] = p[i-1] + 1;"),
    ("", "int *p = a, *q = a - 1; p[i] = q[i] + 1;"),
    ("", "int *p = a + i; int *q = p - 1; *p = *q + 1;"),
    ("", "int *p = a + i; p--; int t = *p; p++; *p = t + 1;"),
    ("", "int *p = a + i - 1; int t = *p++; *p = t + 1;"),
    ("", "int *p = a; p += i; *p = p[-1] + 1;"),
    ("", "int *const p = a; p[i] = p[i-1] + 1;"),
    ("", "int **pp; int *p = a; pp = &p; (*pp)[i] = (*pp)[i-1] + 1;"),
    ("", "int *p = a; int **pp = &p; pp[0][i] = pp[0][i-1] + 1;"),
    ("", "a[i] = ({ int t = a[i-1]; t + 1; });"),
    ("", "a[({ int k = i; k; })] = a[i-1] + 1;"),
    ("", "a[i] = a[({ i - 1; })] + 1;"),
    ("", "({ a[i] = a[i-1] + 1; });"),
    ("", "({ int *p = a; p; })[i] = a[i-1] + 1;"),
    ("", "a[i] = *({ int *q = a + i - 1; q; }) + 1;"),
    ("", "int t = ({ int u = 0; if (i) u = a[i-1]; u; }); a[i] = t + 1;"),
    ("", "if (({ a[i-1]; }) >= 0) a[i] = a[i] + 1;"),
    ("", "for (int k = ({ a[i-1]; }); k < 0; k++) ; a[i] = 1;"),
    ("", "a[i] = (0, a[i-1]) + 1;"),
    ("", "int t; t = a[i-1], a[i] = t + 1;"),
    ("", "(0, a)[i] = a[i-1] + 1;"),
    ("", "*(0, &a[i]) = a[i-1] + 1;"),
    ("", "a[i] = (i > 0 ? a[i-1] : 0) + 1;"),
    ("", "*(i > 5 ? &a[i] : &a[i]) = a[i-1] + 1;"),
    ("", "(i > 5 ? a : b)[i] = a[i-1] + 1;"),
    ("", "int *p = i > 5 ? a : b; p[i] = a[i-1] + 1;"),
    ("", "int *p = i & 1 ? a : a; p[i] = p[i-1] + 1;"),
    ("", "a[i] = (a[i-1] ?: 0) + 1;"),
    ("", "int t = 0; (void)(i > 0 && (t = a[i-1])); a[i] = t + 1;"),
    ("", "int t = 0; (void)(i < 0 || (t = a[i-1])); a[i] = t + 1;"),
    ("", "struct { int *p; } s = { a }; s.p[i] = s.p[i-1] + 1;"),
    ("", "struct { int *p; } s; s.p = a; s.p[i] = s.p[i-1] + 1;"),
    ("", "struct { int *p, *q; } s = { a, a }; s.p[i] = s.q[i-1] + 1;"),
    ("", "struct { struct { int *p; } in; } s = { { a } }; s.in.p[i] = s.in.p[i-1] + 1;"),
    ("", "struct { int *p; } s = { .p = a }; s.p[i] = a[i-1] + 1;"),
    ("", "union { int *p; long l; } u; u.p = a; u.p[i] = u.p[i-1] + 1;"),
    ("", "union { int *p; float *q; } u; u.p = a; u.q[i] = u.q[i-1] + 1;"),
    ("struct P { int *p; };", "struct P v = { a }; struct P w = v; w.p[i] = w.p[i-1] + 1;"),
    ("struct P { int *p; };", "struct P v = { a }; struct P *pv = &v; pv->p[i] = pv->p[i-1] + 1;"),
    (
        "struct P { int *p; };\nstatic void bump(struct P v, int i) { v.p[i] = v.p[i-1] + 1; }",
        "struct P v = { a }; bump(v, i);",
    ),
    (
        "struct P { int *p; };\nstatic void bump(struct P *v, int i) { v->p[i] = v->p[i-1] + 1; }",
        "struct P v = { a }; bump(&v, i);",
    ),
    ("", "struct { int *p[2]; } s = { { a, b } }; s.p[0][i] = s.p[0][i-1] + 1;"),
    ("", "int *t[2] = { a, b }; t[0][i] = t[0][i-1] + 1;"),
    ("", "int *t[2]; t[0] = a; t[1] = a; t[i & 1][i] = t[0][i-1] + 1;"),
    ("", "int *t[1] = { a }; *(*t + i) = (*t)[i-1] + 1;"),
    ("", "(*(int *[]){ a })[i] = a[i-1] + 1;"),
    ("", "(int *[]){ a }[0][i] = a[i-1] + 1;"),
    ("struct P { int *p; };", "((struct P){ a }).p[i] = a[i-1] + 1;"),
    ("", "a[i] = *(int []){ a[i-1] } + 1;"),
    ("struct V { int v; };", "a[i] = ((struct V){ a[i-1] }).v + 1;"),
    ("struct V { int v; };", "struct V v = { a[i-1] }; a[i] = v.v + 1;"),
    ("", "int t[1] = { a[i-1] }; a[i] = t[0] + 1;"),
    ("", "int t[2] = { [1] = a[i-1] }; a[i] = t[1] + 1;"),
    ("", "((int *)a)[i] = ((int *)a)[i-1] + 1;"),
    ("", "((unsigned *)a)[i] = ((unsigned *)a)[i-1] + 1;"),
    ("", "*(int *)((char *)a + 4 * i) = *(int *)((char *)a + 4 * (i - 1)) + 1;"),
    ("", "*(int *)(void *)&a[i] = a[i-1] + 1;"),
    ("", "*(int *)((unsigned long)a + 4ul * i) = a[i-1] + 1;"),
    ("struct V { int v; };", "((struct V *)a)[i].v = ((struct V *)a)[i-1].v + 1;"),
    ("struct V { int v; };", "((struct V *)(a + i))->v = a[i-1] + 1;"),
    ("", "int (*q)[64] = (int (*)[64])a; (*q)[i] = (*q)[i-1] + 1;"),
    ("", "int (*q)[64] = &a; (*q)[i] = q[0][i-1] + 1;"),
    ("", "const int *r = a; a[i] = r[i-1] + 1;"),
    ("", "((volatile int *)a)[i] = a[i-1] + 1;"),
    ("", "_Generic(i, int: a)[i] = a[i-1] + 1;"),
    ("", "a[i] = _Generic(1, int: a[i-1], default: 0) + 1;"),
    ("", "__typeof__(a[0]) t = a[i-1]; a[i] = t + 1;"),
    ("", "a[i] = a[i - sizeof(char)] + 1;"),
    ("", "__builtin_memcpy(&a[i], &a[i-1], sizeof(int));"),
    ("#include <string.h>", "memcpy(a + i, a + i - 1, 4); a[i]++;"),
    ("#include <string.h>", "memmove(&a[i], &a[i-1], 4); a[i] += 1;"),
    ("#include <string.h>", "int t; memcpy(&t, &a[i-1], 4); a[i] = t + 1;"),
    ("#include <string.h>", "memset(&a[i], a[i-1], 4);"),
    ("static void set(int *p, int i) { p[i] = p[i-1] + 1; }", "set(a, i);"),
    ("static void set(int *p) { *p = p[-1] + 1; }", "set(&a[i]);"),
    ("static int get(int *p, int k) { return p[k]; }", "a[i] = get(a, i - 1) + 1;"),
    ("static inline int *at(int *p, int k) { return p + k; }", "*at(a, i) = a[i-1] + 1;"),
    ("static int *at(int *p, int k) { return &p[k]; }", "at(a, i)[0] = at(a, i)[-1] + 1;"),
    ("static void set(int *restrict p, const int *restrict q) { *p = *q + 1; }", "set(&a[i], &a[i-1]);"),
    ("static void set(int p[2]) { p[1] = p[0] + 1; }", "set(a + i - 1);"),
    ("extern int a[64];\nstatic void set(int i) { a[i] = a[i-1] + 1; }", "set(i);"),
    (
        "extern int a[64];\nstatic int get(int i) { return a[i-1]; }\nstatic void set(int i) { a[i] = get(i) + 1; }",
        "set(i);",
    ),
    ("static int prev(int i) { return i - 1; }", "a[i] = a[prev(i)] + 1;"),
    ("", "a[i] += a[i-1];"),
    ("", "a[i] = a[i-1]++;"),
    ("", "++a[i-1], a[i]--;"),
    ("", "a[i-1] = 1; a[i] = 2;"),
    ("", "(a[i]) = 1 + (a[(i)-1]);"),
    ("", "a[i] = -(-a[i-1]) + 1;"),
    ("", "int k = i - 1; a[i] = a[k] + 1;"),
    ("", "int k = i; k--; a[i] = a[k] + 1;"),
    ("", "unsigned k = i; a[k] = a[k-1u] + 1;"),
    ("", "long k = i; a[k] = a[k-1] + 1;"),
    ("", "char k = i; a[k] = a[k-1] + 1;"),
    ("", "int x[2] = { i - 1, i }; a[x[1]] = a[x[0]] + 1;"),
    ("", "switch (i & 1) { case 0: a[i] = a[i-1] + 1; break; default: a[i] = a[i-1] + 2; }"),
    ("", "int k = 0; while (k < 1) { a[i] = a[i-1] + 1; k++; }"),
    ("", "int k = 0; do a[i] = a[i-1] + 1; while (++k < 1);"),
    ("", "for (int *p = a + i; p < a + i + 1; p++) *p = p[-1] + 1;"),
    ("", "for (int k = i - 1; k <= i; k++) a[k] = k;"),
    ("", "int *p = a; goto go; go: p[i] = p[i-1] + 1;"),
    ("", "__sync_fetch_and_add(&a[i], a[i-1]);"),
    ("", "__atomic_store_n(&a[i], a[i-1] + 1, 0);"),
    ("", "a[i] = __builtin_choose_expr(1, a[i-1], 0) + 1;"),
    ("", "a[i] = __builtin_expect(a[i-1], 0) + 1;"),
    ("", "asm(\"\" : \"=m\"(a[i]) : \"m\"(a[i-1]));"),
    ("", "_Bool t = a[i-1]; a[i] = t + 1;"),
    ("", "int n = 4; int v[n]; v[0] = a[i-1]; a[i] = v[0] + 1;"),
    ("struct W { int v[4]; };", "struct W w; w.v[0] = a[i-1]; a[i] = w.v[0] + 1;"),
    ("struct B { int x : 7; };", "struct B bf; bf.x = a[i-1]; a[i] = bf.x + 1;"),
];

/// Bodies that are free of conflicts, in ways that are followed exactly.
const COPIES: &[(&str, &str)] = &[
    ("", "a[i] = b[i];"),
    ("", "*(a + i) = i[b];"),
    ("", "a[i] = ({ int t = b[i]; t; });"),
    ("", "({ a[i] = b[i]; });"),
    ("", "int *p = a + i; const int *q = &b[i]; *p = q[0];"),
    ("", "struct { int *p; const int *q; } s = { a, b }; s.p[i] = s.q[i];"),
    ("", "struct { int *p; } s; s.p = a; s.p[i] = b[i];"),
    (
        "struct P { int *p; };\nstatic void put(struct P v, int i, int x) { v.p[i] = x; }",
        "struct P v = { a }; put(v, i, b[i]);",
    ),
    ("", "a[i] = (0, b[i]);"),
    ("", "a[i] = i > 5 ? b[i] : 0;"),
    ("", "a[i] = _Generic(i, int: b)[i];"),
    ("static void put(int *p, int x) { *p = x; }", "put(&a[i], b[i]);"),
    ("", "if (i >= 8) a[i] = b[(i - 8) % 16]; else a[i] = b[i & 7];"),
];

fn report(name: &str, prelude: &str, body: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spellings");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let uses_b = ["b[", "b)", " b ", "b;", "[b]", "b}"].iter().any(|mention| body.contains(mention));
    let alloc = if uses_b { "#pragma hicuda global alloc b[*] copyin\n" } else { "" };
    let free = if uses_b { " b" } else { "" };
    let text = format!(
        "{prelude}\nint a[64], b[64];\nint main(void) {{\n\
         #pragma hicuda global alloc a[*] copyin\n{alloc}\
         #pragma hicuda kernel k tblock(2) thread(32)\n\
         #pragma hicuda loop_partition over_tblock over_thread\n\
         for (int i = 1; i < 64; i++) {{ {body} }}\n\
         #pragma hicuda kernel_end\n\
         #pragma hicuda global copyout a[*]\n\
         #pragma hicuda global free a{free}\n\
         return a[5] + b[5];\n}}\n"
    );
    std::fs::write(folder.join(name), text).expect("an input file");
    let arguments = [String::from("check"), name.to_string()];
    let ran = run(Path::new(env!("CARGO_BIN_EXE_warploom")), &arguments, &folder)
        .expect("the command ends in time");
    assert!(matches!(ran.status, Some(0 | 1)), "{body}: {:?}\n{}", ran.status, ran.stderr);
    ran.stderr
}

/// Errors and warnings, less those about copies: a body that was not understood
/// seems to leave its arrays alone, and is wrong in silence all the same.
fn findings(report: &str) -> Vec<&str> {
    let counts = |line: &&str| line.starts_with("error[") || line.starts_with("warning[");
    let is_about_copies = |line: &&str| ["W1102", "W1047"].iter().any(|code| line.contains(code));
    report.lines().filter(counts).filter(|line| !is_about_copies(line)).collect()
}

#[test]
fn every_spelling_of_a_recurrence_is_reported() {
    let silent: Vec<&str> = RECURRENCES
        .iter()
        .enumerate()
        .filter(|(at, (prelude, body))| findings(&report(&format!("r{at}.c"), prelude, body)).is_empty())
        .map(|(_, (_, body))| *body)
        .collect();
    assert!(RECURRENCES.len() >= 80 && silent.is_empty(), "silent: {silent:#?}");
}

#[test]
fn spellings_of_a_copy_are_accepted() {
    for (at, (prelude, body)) in COPIES.iter().enumerate() {
        let report = report(&format!("c{at}.c"), prelude, body);
        assert!(findings(&report).is_empty(), "{body}\n{report}");
    }
}
