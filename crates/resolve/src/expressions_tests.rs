//! Types and conversions of expressions.

use std::process::Command;

use crate::fixture::resolve_c;

/// What the expressions below may mention.
const CONTEXT: &str = "
typedef unsigned char byte; typedef float real; typedef unsigned long size;
enum color { RED, GREEN = 5 }; enum wide { BIG = 0x100000000 };
struct point { int x; const int c; float f; unsigned bits : 5; unsigned full : 32; long more : 40; struct { char in; }; };
union both { int i; float f; };
typedef int (*compare)(const void *, const void *);
typedef float vec __attribute__((vector_size(16)));
extern _Bool b; extern char c; extern signed char sc; extern byte uc; extern short s; extern unsigned short us;
extern int i; extern unsigned u; extern long l; extern unsigned long ul; extern long long ll; extern unsigned long long ull;
extern __int128 w; extern unsigned __int128 uw;
extern float f; extern double d; extern long double ld; extern _Complex double z; extern _Complex float zf; extern real r; extern size n;
extern enum color col; extern enum wide wid;
extern struct point p; extern struct point *pp; extern const struct point cp; extern union both un;
extern int a[3]; extern int m[2][3]; extern const char *str; extern char *cs; extern void *v; extern const void *cv; extern int **ip; extern volatile int vi;
extern const int ci; extern compare cmp; extern vec x4, y4;
int g(int, char *); void nothing(void); struct point make(void); int old();
";

/// Expressions and their types.
const TABLE: &[(&str, &str)] = &[
    // Names and constants.
    ("i", "int"),
    ("1", "int"),
    ("1u", "unsigned int"),
    ("2147483648", "long"),
    ("0x80000000", "unsigned int"),
    ("1ll", "long long"),
    ("1.0", "double"),
    ("1.0f", "float"),
    ("1.0L", "long double"),
    ("'a'", "int"),
    ("L'a'", "int"),
    ("u'a'", "unsigned short"),
    ("\"abc\"", "char[4]"),
    ("L\"abc\"", "int[4]"),
    ("RED", "int"),
    ("BIG", "unsigned long"),
    ("__func__", "const char[5]"),
    ("1.0i", "_Complex double"),
    // Promotions.
    ("+c", "int"),
    ("-us", "int"),
    ("~uc", "int"),
    ("!d", "int"),
    ("+b", "int"),
    ("+u", "unsigned int"),
    ("+f", "float"),
    ("-col", "unsigned int"),
    ("+p.bits", "int"),
    ("+p.full", "unsigned int"),
    // Usual arithmetic conversions.
    ("c + c", "int"),
    ("i + u", "unsigned int"),
    ("u + l", "long"),
    ("l + ul", "unsigned long"),
    ("ul + ll", "unsigned long long"),
    ("i + f", "float"),
    ("ul * f", "float"),
    ("f + d", "double"),
    ("d + ld", "long double"),
    ("z + f", "_Complex double"),
    ("zf * d", "_Complex double"),
    ("zf * f", "_Complex float"),
    ("w + ull", "__int128"),
    ("uw + i", "unsigned __int128"),
    ("uc % s", "int"),
    ("s << l", "int"),
    ("l << s", "long"),
    ("us >> 1", "int"),
    ("i & ul", "unsigned long"),
    ("col + 1", "unsigned int"),
    ("r * 2", "float"),
    ("n + 1", "unsigned long"),
    // Comparisons and logic.
    ("d < i", "int"),
    ("str == 0", "int"),
    ("a && d", "int"),
    ("pp == v", "int"),
    // Pointers and arrays.
    ("a", "int[3]"),
    ("&a", "int (*)[3]"),
    ("*a", "int"),
    ("a + 1", "int *"),
    ("1 + a", "int *"),
    ("&a[1] - a", "long"),
    ("m", "int[2][3]"),
    ("m[0]", "int[3]"),
    ("*m", "int[3]"),
    ("m + 1", "int (*)[3]"),
    ("m[0][1]", "int"),
    ("1[a]", "int"),
    ("&i", "int *"),
    ("&ci", "const int *"),
    ("*str", "const char"),
    ("str[0]", "const char"),
    ("str + 1", "const char *"),
    ("*ip", "int *"),
    ("**ip", "int"),
    ("&pp->x", "int *"),
    ("&*pp", "struct point *"),
    ("&cp.x", "const int *"),
    ("(char *)v", "char *"),
    ("v + 1", "void *"),
    // Members.
    ("p.x", "int"),
    ("pp->f", "float"),
    ("p.in", "char"),
    ("make().x", "int"),
    ("un.f", "float"),
    ("(&p)->x", "int"),
    // Conditional.
    ("i ? c : s", "int"),
    ("i ? 1 : 2.0", "double"),
    ("i ? a : 0", "int *"),
    ("i ? 0 : str", "const char *"),
    ("i ? cs : str", "const char *"),
    ("i ? a : v", "void *"),
    ("i ? (void *)0 : a", "int *"),
    ("i ? cv : a", "const void *"),
    ("i ? p : make()", "struct point"),
    ("i ? nothing() : nothing()", "void"),
    ("i ?: 2l", "long"),
    ("i ? &ci : &i", "const int *"),
    // Assignment and steps.
    ("c = 1", "char"),
    ("f += d", "float"),
    ("i++", "int"),
    ("--cs", "char *"),
    ("cs += 1", "char *"),
    ("vi = 1", "int"),
    ("i, d", "double"),
    // Calls.
    ("g", "int (int, char *)"),
    ("&g", "int (*)(int, char *)"),
    ("*g", "int (int, char *)"),
    ("g(1, cs)", "int"),
    ("(*g)(1, cs)", "int"),
    ("old(1, 2, 3)", "int"),
    ("cmp(a, a)", "int"),
    ("make()", "struct point"),
    // Measures.
    ("sizeof(int)", "unsigned long"),
    ("sizeof a", "unsigned long"),
    ("_Alignof(double)", "unsigned long"),
    ("__builtin_offsetof(struct point, in)", "unsigned long"),
    // Casts and literals.
    ("(short)i", "short"),
    ("(const int)i", "int"),
    ("(float)z", "float"),
    ("(int[]){1, 2}", "int[2]"),
    ("(struct point){1}", "struct point"),
    ("(_Bool)a", "_Bool"),
    ("({ int k = 1; k + 1.0f; })", "float"),
    ("({ nothing(); })", "void"),
    // Complex.
    ("__real__ z", "double"),
    ("__imag__ zf", "float"),
    ("~z", "_Complex double"),
    // Selection.
    ("_Generic(f, float: 1, double: 2.0, default: a)", "int"),
    ("_Generic(d, float: 1, double: 2.0, default: a)", "double"),
    ("_Generic(a, int *: 1.0f, default: 0)", "float"),
    ("_Generic(str, const char *: c, char *: s)", "char"),
    ("__builtin_choose_expr(1, f, d)", "float"),
    ("__builtin_types_compatible_p(int, const int)", "int"),
    // Builtins.
    ("__builtin_popcountll(ull)", "int"),
    ("__builtin_expect(i, 0)", "long"),
    ("__builtin_memcpy(v, a, 4)", "void *"),
    ("__builtin_inff()", "float"),
    ("__builtin_fabsl(ld)", "long double"),
    ("__builtin_isnan(f)", "int"),
    ("__builtin_add_overflow(i, i, &i)", "_Bool"),
    ("__sync_fetch_and_add(&ul, 1)", "unsigned long"),
    ("__sync_bool_compare_and_swap(&i, 1, 2)", "_Bool"),
    ("__atomic_load_n(&l, 5)", "long"),
    ("__atomic_add_fetch(&us, 1, 0)", "unsigned short"),
    ("__builtin_complex(f, f)", "_Complex float"),
    // Vectors.
    ("x4 + y4", "vector of 4 `float`"),
    ("x4 < y4", "vector of 4 `int`"),
    ("x4[1]", "float"),
    ("x4 * 2.0f", "vector of 4 `float`"),
];

/// The type of each expression, behind typedef names.
fn types_of(table: &[(&str, &str)]) -> Vec<String> {
    let mut text = CONTEXT.to_string();
    for (index, (expr, _)) in table.iter().enumerate() {
        text.push_str(&format!("void t{index:03}(void) {{ {expr}; }}\n"));
    }
    let snippet = resolve_c(&text);
    let functions = snippet.program.functions.iter().filter_map(|(_, function)| function.body);
    let last_expr = |body: hir::StmtId| {
        let hir::StmtKind::Block(stmts) = &snippet.program.stmts[body].kind else { return None };
        match snippet.program.stmts[*stmts.last()?].kind {
            hir::StmtKind::Expr(expr) => Some(snippet.program.exprs[expr].ty),
            _ => None,
        }
    };
    functions.filter_map(last_expr).map(|ty| snippet.text(snippet.program.types.strip(ty))).collect()
}

#[test]
fn every_expression_has_its_type() {
    let found = types_of(TABLE);
    assert_eq!(found.len(), TABLE.len());
    for ((expr, expected), found) in TABLE.iter().zip(&found) {
        assert_eq!(found, expected, "type of `{expr}`");
    }
}

/// The host compiler has the last word on the table itself.
#[test]
fn the_host_compiler_agrees() {
    let mut text = CONTEXT.to_string();
    for (index, (expr, ty)) in TABLE.iter().enumerate() {
        let special = ty.starts_with("vector") || *ty == "void" || expr.contains("__func__");
        if !special {
            text.push_str(&format!(
                "void t{index:03}(void) {{ __typeof__({expr}) *want = 0; (void)want; _Static_assert(\
                 __builtin_types_compatible_p(__typeof__({expr}), __typeof__({ty})), \"{}\"); }}\n",
                expr.replace('"', "'")
            ));
        }
    }
    let folder = std::env::temp_dir().join(format!("warploom-types-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("types.c");
    std::fs::write(&file, text).unwrap();
    let output = Command::new("gcc").args(["-std=gnu11", "-w", "-fsyntax-only"]).arg(&file).output();
    std::fs::remove_dir_all(&folder).unwrap();
    let Ok(output) = output else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn implicit_conversions_are_nodes() {
    let snippet = resolve_c("float g(double); void h(char c, float f) { g(c + f); }");
    let casts = snippet.program.exprs.iter().filter_map(|(_, e)| match e.kind {
        hir::ExprKind::Cast { implicit: true, .. } => Some(snippet.text(e.ty)),
        _ => None,
    });
    assert_eq!(casts.collect::<Vec<_>>(), ["float", "float (*)(double)", "double"]);
}

#[test]
fn declared_types_read_as_written() {
    let check = |text: &str, ty: &str| assert_eq!(resolve_c(text).type_of("x"), ty, "{text}");
    check("int *x[3];", "int *[3]");
    check("int (*x)[3];", "int (*)[3]");
    check("int *(*x)(int, char[]);", "int *(*)(int, char *)");
    check("int (*(*x)(void))[2];", "int (*(*)(void))[2]");
    check("const int *const volatile x;", "const int *const volatile");
    check("typedef int t[2]; const t x;", "const t");
    check("unsigned long long int x;", "unsigned long long");
    check("_Atomic(int) x;", "_Atomic int");
    check("void f(int n, double x[n][n + 1]) {}", "double (*)[*]");
    check("void f(int x[const 3]) {}", "int *const");
    check("int y; __typeof__(&y) x;", "int *");
    check("__typeof__(int[3]) x;", "int[3]");
    check("void f(void) { __auto_type x = 1.0f; }", "float");
    check("int x __attribute__((mode(DI)));", "long");
    check("typedef unsigned u __attribute__((mode(QI))); u x;", "u");
    check("float x __attribute__((vector_size(32)));", "vector of 8 `float`");
    check("int (x);", "int");
    check("void f(int (x)(int)) {}", "int (*)(int)");
}
