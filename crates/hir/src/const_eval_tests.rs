//! A table of constant expressions, each with the value C gives it.

use source::Span;
use syntax::ast::{BinaryOp, BuiltinType};

use crate::const_eval::{float, integer};
use crate::{CastKind, Expr, ExprId, ExprKind, Program, Type, UnaryOp};

/// Builds typed expressions without a parser.
#[derive(Default)]
struct Build(Program);

impl Build {
    fn add(&mut self, kind: ExprKind, ty: Type) -> ExprId {
        self.0.exprs.alloc(Expr { kind, ty, span: Span::BUILTIN })
    }

    fn int(&mut self, value: i128, ty: Type) -> ExprId {
        self.add(ExprKind::Int { value, text: None }, ty)
    }

    fn real(&mut self, value: f64, ty: Type) -> ExprId {
        self.add(ExprKind::Float { value, text: None }, ty)
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId, ty: Type) -> ExprId {
        self.add(ExprKind::Unary { op, operand }, ty)
    }

    fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, ty: Type) -> ExprId {
        self.add(ExprKind::Binary { op, lhs, rhs }, ty)
    }

    fn cast(&mut self, kind: CastKind, operand: ExprId, ty: Type) -> ExprId {
        self.add(ExprKind::Cast { kind, implicit: true, operand }, ty)
    }
}

const UCHAR: Type = Type::builtin(BuiltinType::UChar);
const SCHAR: Type = Type::builtin(BuiltinType::SChar);
const UINT128: Type = Type::builtin(BuiltinType::UInt128);

#[test]
fn integers_wrap_and_compare_as_their_type_does() {
    use BinaryOp as Op;
    const MAX: i128 = i32::MAX as i128;
    const UMAX: i128 = u32::MAX as i128;
    let table = [
        (Op::Add, Type::INT, MAX, 1, Some(i128::from(i32::MIN))),
        (Op::Add, Type::UINT, UMAX, 1, Some(0)),
        (Op::Sub, Type::UINT, 0, 1, Some(UMAX)),
        (Op::Sub, Type::INT, 0, 1, Some(-1)),
        (Op::Mul, Type::ULONG, i128::from(u64::MAX), 2, Some(i128::from(u64::MAX - 1))),
        (Op::Div, Type::INT, -7, 2, Some(-3)),
        (Op::Rem, Type::INT, -7, 2, Some(-1)),
        (Op::Rem, Type::INT, 7, -2, Some(1)),
        (Op::Div, Type::INT, i128::from(i32::MIN), -1, None),
        (Op::Rem, Type::INT, i128::from(i32::MIN), -1, None),
        (Op::Div, Type::UINT, UMAX, 2, Some(MAX)),
        (Op::Div, Type::INT, 1, 0, None),
        (Op::Rem, Type::ULONG, 1, 0, None),
        (Op::Shl, Type::INT, 1, 31, Some(i128::from(i32::MIN))),
        (Op::Shl, Type::INT, 1, 32, None),
        (Op::Shl, Type::INT, 1, -1, None),
        (Op::Shr, Type::INT, -8, 1, Some(-4)),
        (Op::Shr, Type::UINT, UMAX, 28, Some(15)),
        (Op::BitXor, Type::INT, -1, 5, Some(-6)),
    ];
    for (op, ty, a, b, expected) in table {
        let mut build = Build::default();
        let (lhs, rhs) = (build.int(a, ty), build.int(b, ty));
        let expr = build.binary(op, lhs, rhs, ty);
        assert_eq!(integer(&build.0, expr), expected, "{a} {} {b} as {ty:?}", op.text());
    }
}

#[test]
fn comparisons_take_the_signedness_of_their_operands() {
    // -1 < 0u: the conversion of -1 is a node of its own.
    let mut build = Build::default();
    let minus_one = build.int(-1, Type::INT);
    let converted = build.cast(CastKind::Arithmetic, minus_one, Type::UINT);
    let zero = build.int(0, Type::UINT);
    let less = build.binary(BinaryOp::Lt, converted, zero, Type::INT);
    assert_eq!(integer(&build.0, less), Some(0));
    let top = build.int(-1, UINT128);
    let small = build.int(1, UINT128);
    let greater = build.binary(BinaryOp::Gt, top, small, Type::INT);
    assert_eq!(integer(&build.0, greater), Some(1));
    assert_eq!(integer(&build.0, top), None, "2^128-1 has no i128");
}

#[test]
fn casts_change_values_as_c_does() {
    let mut build = Build::default();
    let wide = build.int(0x1_ff, Type::INT);
    let narrow = build.cast(CastKind::Arithmetic, wide, UCHAR);
    assert_eq!(integer(&build.0, narrow), Some(0xff));
    let signed = build.cast(CastKind::Arithmetic, wide, SCHAR);
    assert_eq!(integer(&build.0, signed), Some(-1));
    let half = build.real(0.5, Type::DOUBLE);
    let as_bool = build.cast(CastKind::ToBool, half, Type::BOOL);
    assert_eq!(integer(&build.0, as_bool), Some(1));
    let as_int = build.cast(CastKind::Arithmetic, half, Type::INT);
    assert_eq!(integer(&build.0, as_int), Some(0));
    let negative = build.real(-1.9, Type::DOUBLE);
    let truncated = build.cast(CastKind::Arithmetic, negative, Type::INT);
    assert_eq!(integer(&build.0, truncated), Some(-1));
    let huge = build.real(4e9, Type::DOUBLE);
    let overflows = build.cast(CastKind::Arithmetic, huge, Type::INT);
    assert_eq!(integer(&build.0, overflows), None);
    let fits = build.cast(CastKind::Arithmetic, huge, Type::UINT);
    assert_eq!(integer(&build.0, fits), Some(4_000_000_000));
    let odd = build.int((1 << 24) + 1, Type::INT);
    let rounded = build.cast(CastKind::Arithmetic, odd, Type::FLOAT);
    assert_eq!(float(&build.0, rounded), Some(16_777_216.0));
}

#[test]
fn float_arithmetic_rounds_in_its_own_format() {
    let mut build = Build::default();
    let (a, b) = (build.real(0.1, Type::FLOAT), build.real(0.2, Type::FLOAT));
    let single = build.binary(BinaryOp::Add, a, b, Type::FLOAT);
    assert_eq!(float(&build.0, single), Some(f64::from(0.1f32 + 0.2f32)));
    let (a, b) = (build.real(0.1, Type::DOUBLE), build.real(0.2, Type::DOUBLE));
    let double = build.binary(BinaryOp::Add, a, b, Type::DOUBLE);
    assert_eq!(float(&build.0, double), Some(0.1 + 0.2));
    let quad = build.real(1.0, Type::builtin(BuiltinType::LongDouble));
    assert_eq!(float(&build.0, quad), None);
    let less = build.binary(BinaryOp::Lt, a, b, Type::INT);
    assert_eq!(integer(&build.0, less), Some(1));
}

#[test]
fn an_operand_that_is_not_evaluated_may_be_anything() {
    let mut build = Build::default();
    let (zero, one) = (build.int(0, Type::INT), build.int(1, Type::INT));
    let bad = build.binary(BinaryOp::Div, one, zero, Type::INT);
    let and = build.binary(BinaryOp::And, zero, bad, Type::INT);
    let or = build.binary(BinaryOp::Or, one, bad, Type::INT);
    let choice = build.add(ExprKind::Conditional { cond: one, then: Some(one), otherwise: bad }, Type::INT);
    let elvis = build.add(ExprKind::Conditional { cond: one, then: None, otherwise: bad }, Type::INT);
    let evaluated = build.binary(BinaryOp::And, one, bad, Type::INT);
    let not = build.unary(UnaryOp::Not, zero, Type::INT);
    assert_eq!(integer(&build.0, and), Some(0));
    assert_eq!(integer(&build.0, or), Some(1));
    assert_eq!(integer(&build.0, choice), Some(1));
    assert_eq!(integer(&build.0, elvis), Some(1));
    assert_eq!(integer(&build.0, evaluated), None);
    assert_eq!(integer(&build.0, not), Some(1));
}

#[test]
fn a_chain_of_any_length_is_evaluated() {
    let mut build = Build::default();
    let mut sum = build.int(0, Type::INT);
    for _ in 0..1_000_000 {
        let one = build.int(1, Type::INT);
        sum = build.binary(BinaryOp::Add, sum, one, Type::INT);
    }
    assert_eq!(integer(&build.0, sum), Some(1_000_000));
}

#[test]
fn offsets_from_a_null_pointer_are_constants() {
    // (unsigned long)&((struct { char c; long l[4]; } *)0)->l[2]
    let mut build = Build::default();
    let array = build.0.types.array_of(Type::LONG, 4);
    let field = |ty| crate::Field {
        name: None,
        ty,
        bits: None,
        bit_offset: 0,
        attrs: Vec::new(),
        align: None,
        span: Span::BUILTIN,
    };
    let record = build.0.records.alloc(crate::Record {
        kind: crate::RecordKind::Struct,
        tag: None,
        invented_tag: false,
        fields: Some(vec![field(Type::CHAR), field(array)]),
        layout: None,
        attrs: Vec::new(),
        pack: None,
        span: Span::BUILTIN,
    });
    build.0.compute_record_layout(record, &crate::RecordRules::default());
    let ty = build.0.types.intern(crate::TypeKind::Record(record));
    let (to_record, to_long) = (build.0.types.pointer_to(ty), build.0.types.pointer_to(Type::LONG));
    let zero = build.int(0, Type::INT);
    let null = build.cast(CastKind::IntToPointer, zero, to_record);
    let member = build.add(ExprKind::Member { base: null, record, field: 1, arrow: true }, array);
    let decayed = build.cast(CastKind::ArrayDecay, member, to_long);
    let two = build.int(2, Type::INT);
    let element = build.add(ExprKind::Index { base: decayed, index: two }, Type::LONG);
    let pointer = build.add(ExprKind::AddrOf(element), to_long);
    let offset = build.cast(CastKind::PointerToInt, pointer, Type::ULONG);
    assert_eq!(integer(&build.0, offset), Some(24));
    assert_eq!(integer(&build.0, pointer), None, "a pointer is not an integer");
}
