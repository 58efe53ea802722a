//! Declarators and specifiers, read aloud.

use super::fixture::{dump_c, parse_as};
use crate::Dialect;

/// The first line of the dump of one declaration, without its `decl`.
fn aloud(declaration: &str) -> String {
    let dump = dump_c(declaration);
    let line = dump.lines().last().unwrap();
    line.strip_prefix("decl ").unwrap_or(line).to_owned()
}

#[test]
fn declarators_read_from_the_name_outwards() {
    let table = [
        ("int x;", "x: int"),
        ("int *p;", "p: pointer to int"),
        ("int *a[3];", "a: array of 3 of pointer to int"),
        ("int (*a)[3];", "a: pointer to array of 3 of int"),
        (
            "char *(*(*f)(int, char *))[2];",
            "f: pointer to function (int, pointer to char) returning pointer to array of 2 of pointer to char",
        ),
        (
            "void (*signal(int sig, void (*func)(int)))(int);",
            "signal: function (sig: int, func: pointer to function (int) returning void) returning pointer to function (int) returning void",
        ),
        ("int *const *volatile p;", "p: volatile pointer to const pointer to int"),
        ("const char *restrict s;", "s: restrict pointer to const char"),
        (
            "int (*(*x[2][3])(void))(int);",
            "x: array of 2 of array of 3 of pointer to function (void) returning pointer to function (int) returning int",
        ),
        ("int f();", "f: function () returning int"),
        ("int f(void);", "f: function (void) returning int"),
        ("int printf(const char *, ...);", "printf: function (pointer to const char, ...) returning int"),
        (
            "void f(int n, float a[static const 4][n]);",
            "f: function (n: int, a: array of at least const 4 of array of n of float) returning void",
        ),
        ("void f(int a[*], int b[]);", "f: function (a: array of * of int, b: array of int) returning void"),
        ("int ((x));", "x: int"),
        ("int (f)(int);", "f: function (int) returning int"),
        ("int zero[0];", "zero: array of 0 of int"),
    ];
    for (declaration, words) in table {
        assert_eq!(aloud(declaration), words, "{declaration}");
    }
}

#[test]
fn keyword_types_in_any_order() {
    let table = [
        ("long unsigned int long x;", "x: unsigned long long"),
        ("unsigned x;", "x: unsigned int"),
        ("short signed int x;", "x: short"),
        ("signed char x;", "x: signed char"),
        ("char unsigned x;", "x: unsigned char"),
        ("long double x;", "x: long double"),
        ("double long x;", "x: long double"),
        ("double _Complex x;", "x: _Complex double"),
        ("__complex__ x;", "x: _Complex double"),
        ("unsigned __int128 x;", "x: unsigned __int128"),
        ("_Float32x x;", "x: _Float32x"),
        ("int const static x;", "static x: const int"),
        ("_Atomic int x;", "x: _Atomic int"),
        ("_Atomic(int *) x;", "x: _Atomic(pointer to int)"),
        ("__builtin_va_list x;", "x: __builtin_va_list"),
        ("__extension__ typedef long long q;", "typedef q: long long"),
        ("_Thread_local static int x;", "static _Thread_local x: int"),
        ("_Alignas(16) _Alignas(double) char x;", "_Alignas x: char"),
        ("typeof(1 + 2) x;", "x: typeof((1 + 2))"),
        ("__typeof__(int *) x;", "x: typeof(pointer to int)"),
        ("static x;", "static x: (implicit int)"),
    ];
    for (declaration, words) in table {
        assert_eq!(aloud(declaration), words, "{declaration}");
    }
}

#[test]
fn specifiers_that_make_no_type_are_reported_once() {
    for text in ["long float x;", "short long x;", "unsigned signed x;", "long long long x;", "int char x;"] {
        let snippet = parse_as(Dialect::C, text);
        let name = text.strip_suffix(" x;").unwrap();
        assert_eq!(snippet.messages(), [format!("1:1 `{name}` is not a type")]);
    }
}

#[test]
fn attributes_in_every_position() {
    let text = "
        typedef __attribute__((deprecated)) int old_t;
        struct __attribute__((packed)) s { int a __attribute__((aligned(4))), b; } __attribute__((may_alias));
        enum e { A __attribute__((deprecated(\"no\"))) = 1, B } __attribute__((packed));
        extern int f(int x __attribute__((unused)), ...) __asm__(\"g\") __attribute__((__nothrow__, format(printf, 1, 2)));
        int *__attribute__((aligned(8))) p, __attribute__((unused)) q;
        void (__attribute__((noreturn)) *die)(void);
        static __attribute__((const)) int g(void) { return 1; }
        int h(void) __attribute__((weak, alias(\"g\")));
        [[nodiscard]] int i(void);
        __attribute__(()) int j;
    ";
    let dump = dump_c(text);
    let expected = "\
decl typedef [deprecated] old_t: int
decl struct s
struct s
  field a: int [aligned]
  field b: int
decl enum e
enum e
  A = 1
  B
decl extern f: function (x: int [unused], ...) returning int asm [nothrow] [format]
decl p: pointer to int
decl q: int [unused]
decl die: pointer to function (void) returning void [noreturn]
function static [const] g: function (void) returning int
  block
    return 1
decl h: function (void) returning int [weak] [alias]
decl [nodiscard] i: function (void) returning int
decl j: int
";
    assert_eq!(dump, expected);
}

#[test]
fn typedef_names_are_types_until_hidden() {
    let dump = dump_c(
        "typedef int T, U;
         unsigned T;
         void f(T) ;
         void g(int T) { T * 2; { typedef char T; T * x; } T * 3; }
         void h(void) { U (x); U: ; for (int U = 0; U * 2;) U * 3; U * y; enum { U } z; U * 4; }
         void k(U U, int a[sizeof(U)]) { int (*p)(U); }
         int m(int (U));
         struct s { U U; U : 3; };",
    );
    let expected = "\
decl typedef T: int
decl typedef U: int
decl T: unsigned int
decl f: function (names T) returning void
function g: function (T: int) returning void
  block
    (T * 2)
    block
      decl typedef T: char
      decl x: pointer to T
    (T * 3)
function h: function (void) returning void
  block
    decl x: U
    U:
    empty
    for
      decl U: int = 0
      cond (U * 2)
      (U * 3)
    decl y: pointer to U
    enum {…}
      U
    decl z: enum {…}
    (U * 4)
function k: function (U: U, a: array of sizeof(U) of int) returning void
  block
    decl p: pointer to function (names U) returning int
decl m: function (function (U) returning int) returning int
decl struct s
struct s
  field U: U
  field U :  3
";
    let expected = expected.replace("  field U :  3\n", "  field U : 3\n");
    assert_eq!(dump, expected);
}

#[test]
fn records_and_enumerations() {
    let dump = dump_c(
        "struct empty {};
         struct s {
           int a : 3, : 0, b;
           union { float f; struct { char c[2]; }; };
           _Static_assert(sizeof(int) == 4);
         #pragma pack(1)
           struct s *next; ;
         } one, *two;
         enum { X, Y = X + 2, };",
    );
    let expected = "\
decl struct empty
struct empty
struct s
  field a: int : 3
  field int : 0
  field b: int
  union {…}
    field f: float
    struct {…}
      field c: array of 2 of char
    anonymous struct {…}
  anonymous union {…}
  static_assert (sizeof(int) == 4)
  pragma pack(1)
  field next: pointer to struct s
decl one: struct s
decl two: pointer to struct s
decl enum {…}
enum {…}
  X
  Y = (X + 2)
";
    assert_eq!(dump, expected);
}

#[test]
fn old_style_definitions() {
    let dump =
        dump_c("main(argc, argv) char **argv; { return argc; } int add(a, b) int a, b; { return a + b; }");
    let expected = "\
function main: function (names argc, argv) returning (implicit int)
  decl argv: pointer to pointer to char
  block
    return argc
function add: function (names a, b) returning int
  decl a: int
  decl b: int
  block
    return (a + b)
";
    assert_eq!(dump, expected);
}
