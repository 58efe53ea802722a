//! Random expressions are printed, compiled by the C compiler with warnings
//! about parentheses as errors, and must have the type and value the tree has.

use std::fmt::Write as _;
use std::process::Command;

use hir::{BinaryOp, CastKind, ExprId, ExprKind, IncDec, Type, UnaryOp, const_eval};

use crate::build::Build;
use crate::{Dialect, Printer, Style};

/// The same numbers in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

const LONGLONG: Type = Type::builtin(hir::BuiltinType::LongLong);
const ARITHMETIC: [Type; 6] = [Type::INT, Type::UINT, Type::LONG, Type::ULONG, LONGLONG, Type::DOUBLE];
const ANY: [Type; 8] =
    [Type::CHAR, Type::INT, Type::UINT, Type::LONG, Type::ULONG, LONGLONG, Type::FLOAT, Type::DOUBLE];

/// A random expression of a random type. Conversions are implicit and mostly
/// not what C would imply: the printer has to notice.
fn random(build: &mut Build, dice: &mut Dice, depth: u32) -> ExprId {
    if depth == 0 || dice.below(8) == 0 {
        let ty = dice.pick(&ANY);
        return match ty {
            Type::FLOAT | Type::DOUBLE => {
                build.expr(ExprKind::Float { value: dice.below(64) as f64 / 8.0, text: None }, ty)
            }
            // A `char` constant is spelled like an `int`; let it say so.
            Type::CHAR => build.int(dice.below(100) as i128, Type::INT),
            _ => build.int(dice.below(100) as i128, ty),
        };
    }
    match dice.below(10) {
        0 => {
            let operand = random(build, dice, depth - 1);
            let op = dice.pick(&[UnaryOp::Neg, UnaryOp::Plus, UnaryOp::BitNot]);
            let ty = if op == UnaryOp::BitNot { Type::UINT } else { dice.pick(&ARITHMETIC) };
            let operand = build.implicit(operand, ty);
            build.expr(ExprKind::Unary { op, operand }, ty)
        }
        1 => {
            let operand = random(build, dice, depth - 1);
            build.expr(ExprKind::Unary { op: UnaryOp::Not, operand }, Type::INT)
        }
        2 => {
            let (cond, then, otherwise) = (
                random(build, dice, depth - 1),
                random(build, dice, depth - 1),
                random(build, dice, depth - 1),
            );
            let ty = dice.pick(&ARITHMETIC);
            let then = build.implicit(then, ty);
            let otherwise = build.implicit(otherwise, ty);
            build.expr(ExprKind::Conditional { cond, then: Some(then), otherwise }, ty)
        }
        3 => {
            let operand = random(build, dice, depth - 1);
            let ty = dice.pick(&ANY);
            build.expr(ExprKind::Cast { kind: CastKind::Arithmetic, implicit: false, operand }, ty)
        }
        _ => random_binary(build, dice, depth),
    }
}

fn random_binary(build: &mut Build, dice: &mut Dice, depth: u32) -> ExprId {
    use BinaryOp as Op;
    let (lhs, rhs) = (random(build, dice, depth - 1), random(build, dice, depth - 1));
    let op = dice.pick(&[
        Op::Mul,
        Op::Div,
        Op::Rem,
        Op::Add,
        Op::Sub,
        Op::Shl,
        Op::Shr,
        Op::Lt,
        Op::Ge,
        Op::Eq,
        Op::Ne,
        Op::BitAnd,
        Op::BitXor,
        Op::BitOr,
        Op::And,
        Op::Or,
    ]);
    let ty = match op {
        Op::Mul | Op::Div | Op::Add | Op::Sub | Op::Lt | Op::Ge | Op::Eq | Op::Ne => dice.pick(&ARITHMETIC),
        _ => dice.pick(&ARITHMETIC[..5]),
    };
    let result =
        if matches!(op, Op::Lt | Op::Ge | Op::Eq | Op::Ne | Op::And | Op::Or) { Type::INT } else { ty };
    if matches!(op, Op::And | Op::Or) {
        return build.expr(ExprKind::Binary { op, lhs, rhs }, result);
    }
    let lhs = build.implicit(lhs, ty);
    let rhs = if matches!(op, Op::Shl | Op::Shr) {
        let amount = build.int(dice.below(31) as i128, Type::INT);
        let rhs = build.implicit(rhs, Type::INT);
        let zero = build.int(0, Type::INT);
        let none = build.expr(ExprKind::Binary { op: Op::BitAnd, lhs: rhs, rhs: zero }, Type::INT);
        build.expr(ExprKind::Binary { op: Op::Add, lhs: amount, rhs: none }, Type::INT)
    } else {
        build.implicit(rhs, ty)
    };
    build.expr(ExprKind::Binary { op, lhs, rhs }, result)
}

#[test]
fn printed_expressions_have_the_type_and_value_of_the_tree() {
    let mut build = Build::default();
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut checks = String::new();
    let mut count = 0;
    while count < 1500 {
        let expr = random(&mut build, &mut dice, 5);
        let value = match const_eval::integer(&build.program, expr) {
            Some(value) => value.to_string(),
            None => match const_eval::float(&build.program, expr).filter(|x| x.is_finite()) {
                Some(value) => format!("{value:?}"),
                None => continue,
            },
        };
        let ty = build.program.exprs[expr].ty;
        let mut printer = Printer::new(&build.program, &build.sources, Style::default());
        let (text, ty) = (printer.value_text(expr), printer.type_text(ty));
        let suffix = if value.contains('.') { "" } else { "ull" };
        let _ = writeln!(
            checks,
            "  check({count}, __builtin_types_compatible_p(__typeof__({text}), {ty}) && ({text}) == ({ty}){value}{suffix});"
        );
        count += 1;
    }
    let program = format!(
        "#include <stdio.h>\nstatic int bad;\n\
         static void check(int n, int holds) {{ if (!holds) {{ printf(\"%d\\n\", n); bad = 1; }} }}\n\
         int main(void) {{\n{checks}  return bad;\n}}\n"
    );
    let dir = std::env::temp_dir().join(format!("warploom-expr-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let (source, exe) = (dir.join("exprs.c"), dir.join("exprs"));
    std::fs::write(&source, &program).unwrap();
    let compiled = Command::new("cc")
        .args(["-O0", "-fwrapv", "-Werror=parentheses", "-Werror=logical-not-parentheses"])
        .arg(&source)
        .arg("-o")
        .arg(&exe)
        .output()
        .expect("tests need a C compiler named cc");
    let errors = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{}", errors.chars().take(3000).collect::<String>());
    let run = Command::new(&exe).output().unwrap();
    std::fs::remove_dir_all(&dir).unwrap();
    let wrong = String::from_utf8_lossy(&run.stdout).into_owned();
    let lines: Vec<&str> =
        wrong.lines().take(5).filter_map(|n| checks.lines().nth(n.parse::<usize>().unwrap_or(0))).collect();
    assert!(run.status.success(), "{}", lines.join("\n"));
}

fn text(build: &Build, expr: ExprId, dialect: Dialect) -> String {
    Printer::new(&build.program, &build.sources, Style { dialect, ..Style::default() }).expr_text(expr)
}

#[test]
fn signs_and_postfix_operators_keep_apart() {
    let mut build = Build::default();
    let pointer_to_int = build.program.types.pointer_to(Type::INT);
    let (x, p) = (build.var("x", Type::INT), build.var("p", pointer_to_int));
    let read = build.read(x);
    let minus = build.expr(ExprKind::Unary { op: UnaryOp::Neg, operand: read }, Type::INT);
    let twice = build.expr(ExprKind::Unary { op: UnaryOp::Neg, operand: minus }, Type::INT);
    assert_eq!(text(&build, twice, Dialect::C), "- -x");
    let less = build.expr(ExprKind::Binary { op: BinaryOp::Sub, lhs: read, rhs: minus }, Type::INT);
    assert_eq!(text(&build, less, Dialect::C), "x - -x");
    let pointer = build.read(p);
    let next =
        build.expr(ExprKind::IncDec { op: IncDec::Inc, prefix: false, operand: pointer }, pointer_to_int);
    let star = build.expr(ExprKind::Deref(next), Type::INT);
    assert_eq!(text(&build, star, Dialect::C), "*p++");
    let star = build.expr(ExprKind::Deref(pointer), Type::INT);
    let bump = build.expr(ExprKind::IncDec { op: IncDec::Inc, prefix: false, operand: star }, Type::INT);
    assert_eq!(text(&build, bump, Dialect::C), "(*p)++");
}

#[test]
fn cpp_writes_the_casts_that_c_does_not_need() {
    let mut build = Build::default();
    let void_pointer = build.program.types.pointer_to(Type::VOID);
    let float_pointer = build.program.types.pointer_to(Type::FLOAT);
    let memory = build.var("memory", void_pointer);
    let operand = build.read(memory);
    let kind = ExprKind::Cast { kind: CastKind::Pointer, implicit: true, operand };
    let converted = build.expr(kind, float_pointer);
    assert_eq!(text(&build, converted, Dialect::C), "memory");
    assert_eq!(text(&build, converted, Dialect::Cuda), "(float *)memory");
}

#[test]
fn a_chain_of_any_length_is_printed() {
    let mut build = Build::default();
    let x = build.var("x", Type::INT);
    let mut sum = build.read(x);
    for _ in 0..200_000 {
        let rhs = build.read(x);
        sum = build.expr(ExprKind::Binary { op: BinaryOp::Add, lhs: sum, rhs }, Type::INT);
    }
    assert_eq!(text(&build, sum, Dialect::C).len(), 200_000 * 4 + 1);
}

#[test]
fn c_functions_keep_their_type_where_cpp_overloads_them() {
    let mut build = Build::default();
    let ty = hir::FunctionType {
        result: Type::DOUBLE,
        params: vec![Type::DOUBLE],
        variadic: false,
        prototype: true,
    };
    let ty = build.program.types.intern(hir::TypeKind::Function(ty));
    let sqrt = build.function("sqrt", ty);
    let callee = build.expr(ExprKind::Function(sqrt), ty);
    let x = build.var("x", Type::FLOAT);
    let operand = build.read(x);
    let arg = build.implicit(operand, Type::DOUBLE);
    let call = build.expr(ExprKind::Call { callee, args: vec![arg] }, Type::DOUBLE);
    assert_eq!(text(&build, call, Dialect::C), "sqrt(x)");
    assert_eq!(text(&build, call, Dialect::Cuda), "sqrt((double)x)");
}

#[test]
fn cpp_braces_narrow_only_when_told() {
    let mut build = Build::default();
    let x = build.var("x", Type::DOUBLE);
    let ty = build.program.types.array_of(Type::FLOAT, 3);
    let (variable, third) =
        (build.read(x), build.expr(ExprKind::Float { value: 1.0 / 3.0, text: None }, Type::DOUBLE));
    let one = build.int(1, Type::INT);
    let mut entries = Vec::new();
    for (index, value) in (0..).zip([variable, third, one]) {
        let value = hir::Init::Expr(build.implicit(value, Type::FLOAT));
        entries.push(hir::InitEntry { index, last: index, value });
    }
    let init = hir::Init::List { ty, entries, span: source::Span::BUILTIN };
    let style = Style { dialect: Dialect::Cuda, ..Style::default() };
    let text = Printer::new(&build.program, &build.sources, style).init_text(&init);
    assert_eq!(text, "{(float)x, 0.3333333333333333, 1}");
}
