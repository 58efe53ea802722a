//! One mistake, one message; several mistakes, several messages.

use super::fixture::parse_as;
use crate::Dialect;

/// The messages of the statements of a function body, lines counted in it.
fn in_body(body: &str) -> Vec<String> {
    parse_as(Dialect::C, &format!("void f(int a, int b, int n) {{\n{body}\n}}\nint after;\n"))
        .messages()
        .into_iter()
        .map(|message| {
            let (line, rest) = message.split_once(':').unwrap();
            format!("{}:{rest}", line.parse::<i32>().unwrap() - 1)
        })
        .collect()
}

fn at_file_level(text: &str) -> Vec<String> {
    parse_as(Dialect::C, text).messages()
}

#[test]
fn mistakes_in_statements() {
    let table: &[(&str, &[&str])] = &[
        ("a = 1\nb = 2;", &["1:6 expected `;` after expression"]),
        ("a = b\n}\nvoid g(void) {", &["1:6 expected `;` after expression"]),
        ("return a\nb = 2;", &["1:9 expected `;` after `return`"]),
        ("break", &["1:6 expected `;` after `break`"]),
        ("int x = 1\nint y;", &["1:10 expected `;` after declaration"]),
        (
            "a = b c;\na = b d;",
            &["1:7 expected `;` after expression, found `c`", "2:7 expected `;` after expression, found `d`"],
        ),
        ("a = ;", &["1:5 expected an expression, found `;`"]),
        ("a = (b + ;", &["1:10 expected an expression, found `;`"]),
        ("a = f(b, );", &["1:10 expected an expression, found `)`"]),
        ("a = f(b c);", &["1:9 expected `,` or `)` after an argument, found `c`"]),
        ("a = (b;\na = b", &["1:7 expected `)`, found `;`", "2:6 expected `;` after expression"]),
        ("a[1 = 2;\nb = ;", &["1:8 expected `]`, found `;`", "2:5 expected an expression, found `;`"]),
        (
            "if (a > b {\n a = ;\n}",
            &["1:11 expected `)` after the condition, found `{`", "2:6 expected an expression, found `;`"],
        ),
        ("if a > b) a = 1;", &["1:4 expected `(` after `if`, found `a`"]),
        (
            "for (a = 0 a < n; a++) { b = ; }",
            &[
                "1:12 expected `;` after the first part of `for`, found `a`",
                "1:30 expected an expression, found `;`",
            ],
        ),
        (
            "for (int i = 0 i < n; i++) { b = ; }",
            &[
                "1:16 expected `;` after the first part of `for`, found `i`",
                "1:34 expected an expression, found `;`",
            ],
        ),
        (
            "for (a = 0; a < ; a++) { b = ; }",
            &["1:17 expected an expression, found `;`", "1:30 expected an expression, found `;`"],
        ),
        ("for (a = 0; a < n) b = 1;", &["1:18 expected `;` after the condition of `for`, found `)`"]),
        ("for (a = 0, a < n, a++) b = 1;", &["1:23 expected `;` after the first part of `for`, found `)`"]),
        ("do a = 1; b = 2;", &["1:11 expected `while` after the body of `do`, found `b`"]),
        (
            "else a = 1;\nb = ;",
            &["1:1 this `else` belongs to no `if`", "2:5 expected an expression, found `;`"],
        ),
        ("if (a) int x;", &["1:8 a declaration cannot stand here without braces"]),
        ("goto 1;", &["1:6 expected a label after `goto`, found `1`"]),
        ("case : a = 1;", &["1:6 expected an expression, found `:`"]),
        ("a = b @ 1;", &["1:7 stray `@` in the program"]),
        ("@", &["1:1 stray `@` in the program"]),
        ("f(\"open);\na = ;", &["1:3 missing closing `\"`", "2:5 expected an expression, found `;`"]),
        ("foo_t x; foo_t y;", &["1:1 unknown type name `foo_t`"]),
        ("foo_t *x = 0; foo_t *y;", &["1:1 unknown type name `foo_t`"]),
        ("a = (foo_t *)b;", &["1:6 unknown type name `foo_t`"]),
        ("retrun a;", &["1:1 unknown type name `retrun`"]),
        ("int x[3 = {1};", &["1:11 expected an expression, found `{`"]),
        ("int 3;", &["1:5 expected a name to declare, found `3`"]),
        (
            "int;\nint x = {1, 2;\nb = ;",
            &[
                "2:14 expected `,` or `}` after an initialiser, found `;`",
                "3:5 expected an expression, found `;`",
            ],
        ),
        ("struct { int x int y; } s;", &["1:16 expected `;` after member declaration, found `int`"]),
        ("struct { int x\nint y; } s;", &["1:15 expected `;` after member declaration"]),
        (" int g(void) { return 1; }", &["1:6 the function `g` is defined inside another function"]),
        ("x = a + int;", &["1:9 expected an expression, found `int`"]),
        ("a = _Generic(b, int 1);", &["1:21 expected `:` after the type of an association, found `1`"]),
        ("enum { A B } e;", &["1:10 expected `,` or `}` after an enumerator, found `B`"]),
        ("switch (a) { case 1 a = 2; }", &["1:21 expected `:` after the value of `case`, found `a`"]),
    ];
    let mut wrong = Vec::new();
    for (body, expected) in table {
        if in_body(body) != *expected {
            wrong.push(format!("{body}\n  {:?}\n  {expected:?}", in_body(body)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mistakes_at_file_level() {
    let table: &[(&str, &[&str])] = &[
        ("int x\nint y;", &["1:6 expected `;` after declaration"]),
        ("struct s { int a; }\nint main(void) { return 0; }", &["1:20 expected `;` after struct definition"]),
        ("foo_t f(void);\nfoo_t g(foo_t x);", &["1:1 unknown type name `foo_t`"]),
        ("void f(foo_t x, bar_t *y);", &["1:8 unknown type name `foo_t`", "1:17 unknown type name `bar_t`"]),
        ("static foo_t *p;", &["1:8 unknown type name `foo_t`"]),
        ("itn x;", &["1:1 unknown type name `itn`"]),
        (
            "int f(void) {\n  if (1) {\n}\nint g(void) { return 1; }\nint h;",
            &["4:1 expected `}`, found `int`"],
        ),
        ("int f(void) {\n  if (1) {\n", &["3:1 expected `}`, found the end of the file"]),
        ("int f(void) {\n}}\nint g;", &["2:2 this `}` closes nothing"]),
        (
            "int f(void) {\n if (1) {} }\n return 1;\n x = 2;\n}\nint g = ;",
            &["3:2 expected a declaration, found `return`", "6:9 expected an expression, found `;`"],
        ),
        ("return 1;", &["1:1 expected a declaration, found `return`"]),
        ("1 2 3;", &["1:1 expected a declaration, found `1`"]),
        (
            "static extern int x;",
            &["1:8 `extern` after another storage class: a declaration has at most one"],
        ),
        (
            "int f(int a, ) { return 0; }\nint g = ;",
            &["1:14 expected a parameter declaration, found `)`", "2:9 expected an expression, found `;`"],
        ),
        ("int f(int a int b) { return 0; }", &["1:13 expected `,` or `)` after a parameter, found `int`"]),
        ("int f(int a { return 0; }", &["1:13 expected `,` or `)` after a parameter, found `{`"]),
        ("_Imaginary float x;", &["1:1 imaginary types are not supported"]),
        (
            "struct { int f(void) { return 1; } int b; };",
            &["1:14 member functions are C++ and not supported"],
        ),
        ("struct s { int a;\nint f(void) { return 1; }", &["2:1 expected a member or `}`, found `int`"]),
        ("int &r;", &["1:5 expected a name to declare, found `&`"]),
        ("struct;", &["1:7 expected a tag or `{` after `struct`, found `;`"]),
        ("int a = 08z, b = ;", &["1:18 expected an expression, found `;`"]),
    ];
    let mut wrong = Vec::new();
    for (text, expected) in table {
        if at_file_level(text) != *expected {
            wrong.push(format!("{text}\n  {:?}\n  {expected:?}", at_file_level(text)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn types_of_a_missing_header_are_not_reported() {
    let messages = at_file_level(
        "#include \"mpi.h\"\nMPI_Comm c; void f(MPI_Status *s) { MPI_Group g; g = (MPI_Group *)s; }",
    );
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].contains("mpi.h"));
}

#[test]
fn a_forgotten_semicolon_comes_with_its_fix() {
    let snippet = parse_as(Dialect::C, "int x\nint y;");
    let fix = snippet.sink.diagnostics()[0].fix.as_ref().unwrap();
    assert_eq!(fix.edits[0].replacement, ";");
    assert_eq!(fix.edits[0].span.lo, fix.edits[0].span.hi);
}

#[test]
fn an_unclosed_block_shows_where_it_begins() {
    let nothing_closed = "int f(void) {\n  if (1) {\n    x();\n\nint g(void) { }\n";
    let closed_at_the_margin = "int f(void)\n{\n  if (1) {\n    x();\n}\n\nint g(void) { }\n";
    for (text, place, line) in [(nothing_closed, "5:1", 2), (closed_at_the_margin, "7:1", 3)] {
        let snippet = parse_as(Dialect::C, text);
        let diagnostic = &snippet.sink.diagnostics()[0];
        assert_eq!(snippet.messages(), [format!("{place} expected `}}`, found `int`")]);
        assert_eq!(snippet.sources.map.line_column(diagnostic.related[0].span.lo).unwrap().1.line, line);
        assert!(snippet.dump().contains("function g"));
    }
}

#[test]
fn too_deep_is_one_error() {
    for (open, close) in [("(", ")"), ("{", "}"), ("x[", "]"), ("f(", ")"), ("if (x) ", ""), ("({", "})")] {
        let text = format!("int f(void) {{ {} x {} ; }}", open.repeat(5000), close.repeat(5000));
        one_error_on_a_big_stack(text);
    }
    for (open, close) in [("(", ")"), ("f(int ", ")"), ("(*", ")")] {
        one_error_on_a_big_stack(format!("int {} x {} ;", open.repeat(5000), close.repeat(5000)));
    }
    one_error_on_a_big_stack(format!("{} {}", "struct {".repeat(5000), "} x;".repeat(5000)));
    one_error_on_a_big_stack(format!("int x[] = {} 1 {} ;", "{".repeat(5000), "}".repeat(5000)));
}

/// Like the driver, which gives the compiler a large stack.
fn one_error_on_a_big_stack(text: String) {
    let check = move || {
        let messages = parse_as(Dialect::C, &text).messages();
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert!(messages[0].contains("nested more than 1000 levels deep"), "{messages:?}");
    };
    std::thread::Builder::new().stack_size(64 << 20).spawn(check).unwrap().join().unwrap();
}

#[test]
fn mistakes_by_the_thousand_take_linear_time() {
    for mistake in [
        "f(1 2, ",
        "((",
        "x = ;\n",
        "{",
        "int (",
        "[[",
        "if (",
        "a ? ",
        "#pragma hicuda kernle\n",
        "struct {",
        "}",
        "__attribute__((",
        "case ",
    ] {
        let text = format!("void f(void) {{ {}", mistake.repeat(30_000));
        let check = move || parse_as(Dialect::C, &text).messages().len();
        let messages = std::thread::Builder::new().stack_size(64 << 20).spawn(check).unwrap().join().unwrap();
        assert!(messages > 0, "{mistake}");
    }
}
