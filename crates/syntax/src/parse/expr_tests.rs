//! Expressions: how operators bind and what operands there are.

use super::fixture::{dump_body, dump_c, parse_as};
use crate::Dialect;
use crate::ast::{ExprKind, StmtKind};

/// The dump of one expression statement in C.
fn grouped(expr: &str) -> String {
    dump_body(Dialect::C, &format!("{expr};"))
}

#[test]
fn operators_bind_as_c_says() {
    let table = [
        ("a + b * c - d", "((a + (b * c)) - d)"),
        ("a - b - c", "((a - b) - c)"),
        (
            "a || b && c | d ^ e & f == g < h << i + j * k",
            "(a || (b && (c | (d ^ (e & (f == (g < (h << (i + (j * k))))))))))",
        ),
        ("a = b = c + 1", "(a = (b = (c + 1)))"),
        ("a += b <<= c", "(a += (b <<= c))"),
        ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
        ("a ?: b", "(a ?  : b)"),
        ("a ? b, c : d", "(a ? (b , c) : d)"),
        ("a, b, c", "((a , b) , c)"),
        ("-a * !b", "(-a * !b)"),
        ("*p++ = *--q", "(*p++ = *--q)"),
        ("&a[1].b->c(d)(e)", "&a[1].b->c(d)(e)"),
        ("(a + b) * c", "((a + b) * c)"),
        ("~-+!*&x", "~-+!*&x"),
        ("\"a\" \"b\"[0]", "\"a\" \"b\"[0]"),
        ("a < b == c > d", "((a < b) == (c > d))"),
    ];
    for (text, expected) in table {
        assert_eq!(grouped(text), expected, "{text}");
    }
}

#[test]
fn casts_sizes_and_literals() {
    let table = [
        ("(int)(char)x + 1", "((int)(char)x + 1)"),
        ("(int)-x", "(int)-x"),
        ("sizeof(int)", "sizeof(int)"),
        ("sizeof(int) * 2", "(sizeof(int) * 2)"),
        ("sizeof x * 2", "(sizeof(x) * 2)"),
        ("sizeof(x)[0]", "sizeof(x[0])"),
        ("sizeof(int[3]){0}", "sizeof((array of 3 of int){0})"),
        ("sizeof sizeof(int)", "sizeof(sizeof(int))"),
        ("_Alignof(double)", "_Alignof(double)"),
        ("__alignof__ x", "_Alignof(x)"),
        ("(struct p){.x = 1, .y[2] = 3, 4}", "(struct p){.x = 1, .y[2] = 3, 4}"),
        ("(int[]){[0 ... 3] = 1, [5] 2, z: 3}[1]", "(array of int){[0 ... 3] = 1, [5] = 2, .z = 3}[1]"),
        ("(int (*)(void))p", "(pointer to function (void) returning int)p"),
        ("(unsigned *const)p", "(const pointer to unsigned int)p"),
    ];
    for (text, expected) in table {
        assert_eq!(grouped(text), expected, "{text}");
    }
}

#[test]
fn forms_with_types_inside() {
    let table = [
        ("_Generic(x, int: 1, char *: 2, default: 3)", "_Generic(x, int: 1, pointer to char: 2, default: 3)"),
        ("__builtin_va_arg(ap, double)", "__builtin_va_arg(ap, double)"),
        ("__builtin_offsetof(struct s, a.b[2].c)", "__builtin_offsetof(struct s, .a.b[2].c)"),
        ("__builtin_types_compatible_p(int, long)", "__builtin_types_compatible_p(int, long)"),
        ("__builtin_choose_expr(1, a, b)", "__builtin_choose_expr(1, a, b)"),
        ("__builtin_tgmath(f, g, x)", "__builtin_tgmath(f, g, x)"),
        ("__real__ z + __imag__ z", "(__real__ z + __imag__ z)"),
        ("__extension__ ({ int y = x; y; })", "__extension__ ({ block; decl y: int = x; y })"),
        ("&&label", "&&label"),
        ("__builtin_expect(x, 0)", "__builtin_expect(x, 0)"),
    ];
    for (text, expected) in table {
        assert_eq!(grouped(text), expected, "{text}");
    }
}

#[test]
fn initialisers() {
    let dump = dump_c("int a[] = {1, 2,}; struct s x = {}, y = {{1}, {2}}; int z = (1, 2);");
    let expected = "\
decl a: array of int = {1, 2}
decl x: struct s = {}
decl y: struct s = {{1}, {2}}
decl z: int = (1 , 2)
";
    assert_eq!(dump, expected);
}

#[test]
fn a_span_covers_exactly_its_text() {
    let snippet = parse_as(Dialect::C, "int f(int a)\n{\n  return (a + 1) * a[2] ;\n}\nint g;");
    let texts: Vec<&str> = snippet.unit.exprs.iter().map(|(_, e)| snippet.text(e.span)).collect();
    assert_eq!(texts, ["a", "1", "a + 1", "(a + 1)", "a", "2", "a[2]", "(a + 1) * a[2]"]);
    let returns = snippet.unit.stmts.iter().find(|(_, s)| matches!(s.kind, StmtKind::Return(_))).unwrap().1;
    assert_eq!(snippet.text(returns.span), "return (a + 1) * a[2] ;");
    let crate::ast::Item::Function(function) = &snippet.unit.items[0] else { panic!("not a function") };
    assert_eq!(snippet.text(function.span), "int f(int a)\n{\n  return (a + 1) * a[2] ;\n}");
}

#[test]
fn long_chains_need_no_stack() {
    for operator in ["+", "=", ",", "? x :", "&&", "- -"] {
        let text = format!("int f(int x) {{ {}; }}", vec!["x"; 50_000].join(operator));
        let snippet = parse_as(Dialect::C, &text);
        assert_eq!(snippet.messages(), [""; 0]);
        assert!(snippet.dump().len() > 100_000);
    }
    for (before, after) in [("-", ""), ("(int)", ""), ("sizeof ", ""), ("", "[0]"), ("", ".x"), ("", "()")] {
        let text = format!("int f(int x) {{ {}x{}; }}", before.repeat(50_000), after.repeat(50_000));
        let snippet = parse_as(Dialect::C, &text);
        assert_eq!(snippet.messages(), [""; 0]);
        assert!(snippet.dump().len() > 50_000);
    }
}

#[test]
fn an_endless_chain_is_one_error() {
    for chain in [vec!["x"; 100_100].join("+"), "!".repeat(100_100), vec!["x"; 100_100].join("=")] {
        let snippet = parse_as(Dialect::C, &format!("int f(int x) {{ {chain}; }}"));
        let messages = snippet.messages();
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert!(messages[0].contains("more than 100000 of these follow each other"));
    }
}

#[test]
fn parentheses_are_kept() {
    let snippet = parse_as(Dialect::C, "int x = ((1));");
    let parens = snippet.unit.exprs.iter().filter(|(_, e)| matches!(e.kind, ExprKind::Paren(_))).count();
    assert_eq!(parens, 2);
}
