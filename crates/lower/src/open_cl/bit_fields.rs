//! Bit-fields, which OpenCL C has not: words that hold them, and shifts.
//!
//! ```text
//! struct { unsigned ready : 1; int bias : 4; } s;     struct { uint bits_0; } s;
//! s.bias                                              (int)(s.bits_0 << 27) >> 28
//! s.ready = x;                                        s.bits_0 = s.bits_0 & ~1u | ((uint)x & 1u) << 0;
//! ```
//! The words lie where the host's compiler has put the bits, so that both sides have one layout.
//!
//! Invariant: members keep their numbers. The first bit-field of a word becomes that word; the others have no name, and the
//! printer leaves them out.

use std::collections::HashMap;

use hir::copy::{self, Rewrite};
use hir::{
    BinaryOp, Builder, BuiltinType, CastKind, ExprId, ExprKind, FunctionId, IncDec, Init, InitEntry, Program,
    RecordId, RecordKind, StmtId, StmtKind, Type, UnaryOp, VarId,
};

use super::Refusal;

/// Where a bit-field is.
#[derive(Clone, Copy)]
struct Place {
    /// The member that holds it.
    word: u32,
    /// The type of that.
    unit: Type,
    /// Its lowest bit there.
    first: u32,
    /// How many bits it has.
    width: u32,
    /// Can it be negative?
    is_signed: bool,
    /// Is it 1 for whatever is not 0?
    is_truth: bool,
}

type Places = HashMap<(RecordId, u32), Place>;

/// Rewrites functions and the tables that they may read. What cannot be said stays, and is refused with the types.
pub(super) fn unpack(b: &mut Builder<'_>, functions: &[FunctionId]) -> Result<(), Refusal> {
    let places = places(b);
    if places.is_empty() {
        return Ok(());
    }
    let mut unpacking = Unpacking { b, places, refused: None };
    for function in functions {
        if let Some(body) = unpacking.b.program.functions[*function].body {
            unpacking.declarations(body);
            let body = copy::stmt(&mut unpacking, body);
            unpacking.b.program.functions[*function].body = Some(body);
        }
    }
    let program = &unpacking.b.program;
    let is_of_file = |var: &VarId| program.vars[*var].owner.is_none();
    let tables: Vec<VarId> = program.vars.iter().map(|(var, _)| var).filter(is_of_file).collect();
    tables.into_iter().for_each(|table| unpacking.variable(table));
    match unpacking.refused {
        Some(refused) => Err(refused),
        None => Ok(()),
    }
}

/// Gives structs their words, and finds every bit-field in one.
fn places(b: &mut Builder<'_>) -> Places {
    let records: Vec<RecordId> = b.program.records.iter().map(|(record, _)| record).collect();
    let mut places = HashMap::new();
    for record in records {
        let units = [
            (32, Type::UINT),
            (16, Type::builtin(BuiltinType::UShort)),
            (8, Type::builtin(BuiltinType::UChar)),
        ];
        let Some(found) = units.into_iter().find_map(|unit| in_words(b.program, record, unit)) else {
            continue;
        };
        for (field, place) in &found {
            let name = b.symbol(&format!("bits_{}", place.word));
            let Some(member) =
                b.program.records[record].fields.as_mut().and_then(|fields| fields.get_mut(*field as usize))
            else {
                continue;
            };
            member.attrs.clear();
            match *field == place.word {
                true => (member.name, member.ty, member.bits) = (Some(name), place.unit, None),
                false => member.name = None,
            }
        }
        places.extend(found.into_iter().map(|(field, place)| ((record, field), place)));
    }
    places
}

/// The bit-fields of a struct in words of this size, if no other member is in one and each is in one.
fn in_words(program: &Program, record: RecordId, (size, unit): (u64, Type)) -> Option<Vec<(u32, Place)>> {
    let declared = &program.records[record];
    let fields = declared.fields.as_deref()?;
    if declared.kind != RecordKind::Struct || !fields.iter().any(|field| field.bits.is_some()) {
        return None;
    }
    let end = declared.layout?.size * 8;
    let others: Vec<(u64, u64)> = fields
        .iter()
        .filter(|field| field.bits.is_none())
        .map(|field| Some((field.bit_offset, field.bit_offset + program.size_of(field.ty)? * 8)))
        .collect::<Option<_>>()?;
    let mut words: HashMap<u64, u32> = HashMap::new();
    let mut found = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        let Some(width) = field.bits else { continue };
        let start = field.bit_offset / size * size;
        let is_inside = field.bit_offset + u64::from(width) <= start + size && start + size <= end;
        let is_alone = others.iter().all(|(low, high)| *high <= start || start + size <= *low);
        if width == 0 || field.name.is_none() {
            // It is there for the places of the others.
            continue;
        }
        if !is_inside || !is_alone {
            return None;
        }
        let at = u32::try_from(at).ok()?;
        let word = *words.entry(start).or_insert(at);
        let first = u32::try_from(field.bit_offset - start).ok()?;
        let is_truth = program.types.as_builtin(field.ty) == Some(BuiltinType::Bool);
        let is_signed =
            hir::const_eval::integer_format(program, field.ty).is_some_and(|format| format.signed);
        found.push((at, Place { word, unit, first, width, is_signed, is_truth }));
    }
    Some(found)
}

struct Unpacking<'a, 'b> {
    b: &'a mut Builder<'b>,
    places: Places,
    refused: Option<Refusal>,
}

impl<'b> Rewrite<'b> for Unpacking<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        if self.place(expr).is_some() {
            return Some(self.value(expr));
        }
        let target = match self.b.program.exprs[expr].kind {
            ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => lhs,
            ExprKind::IncDec { operand, .. } => operand,
            _ => return None,
        };
        if self.place(target).is_some() {
            self.refuse(expr, "a bit-field that is set inside an expression is not translated to OpenCL C");
        }
        None
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        let StmtKind::Expr(expr) = self.b.program.stmts[stmt].kind else { return None };
        let kind = self.b.program.exprs[expr].kind.clone();
        let (target, value) = match kind {
            ExprKind::Assign { lhs, rhs } => (lhs, self.place(lhs).map(|_| self.written(rhs))?),
            ExprKind::AssignOp { op, lhs, rhs, compute } => {
                self.place(lhs)?;
                let old = self.value(lhs);
                let old = self.b.cast(old, compute);
                let rhs = copy::expr(self, rhs);
                (lhs, self.b.expr(ExprKind::Binary { op, lhs: old, rhs }, compute))
            }
            ExprKind::IncDec { op, operand, .. } => {
                self.place(operand)?;
                let (old, one) = (self.value(operand), self.b.int(1));
                let op = if op == IncDec::Inc { BinaryOp::Add } else { BinaryOp::Sub };
                (operand, self.b.binary(op, old, one))
            }
            _ => return None,
        };
        let stored = self.stored(target, value)?;
        Some(self.b.stmt(StmtKind::Expr(stored)))
    }
}

impl Unpacking<'_, '_> {
    fn place(&self, expr: ExprId) -> Option<Place> {
        match self.b.program.exprs[expr].kind {
            ExprKind::Member { record, field, .. } => self.places.get(&(record, field)).copied(),
            _ => None,
        }
    }

    fn refuse(&mut self, expr: ExprId, message: &str) {
        let help = "use another type in the kernel, or `--target cuda` or `cpu`";
        let span = self.b.program.exprs[expr].span;
        self.refused.get_or_insert_with(|| Refusal::new(span, message.to_owned(), help));
    }

    /// The word around a bit-field.
    fn word(&mut self, member: ExprId, place: Place) -> ExprId {
        let ExprKind::Member { base, record, arrow, .. } = self.b.program.exprs[member].kind else {
            return member;
        };
        let base = copy::expr(self, base);
        let kind = ExprKind::Member { base, record, field: place.word, arrow };
        self.b.expr(kind, place.unit)
    }

    /// What a bit-field holds, as C computes with it: an `int` unless it needs all bits of an `unsigned`.
    fn value(&mut self, member: ExprId) -> ExprId {
        let Some(place) = self.place(member) else { return member };
        let word = self.word(member, place);
        let word = match place.unit == Type::UINT {
            true => word,
            false => self.b.cast(word, Type::UINT),
        };
        if place.is_signed {
            let up = self.shifted(BinaryOp::Shl, word, 32 - place.first - place.width);
            let up = self.b.cast(up, Type::INT);
            return self.shifted(BinaryOp::Shr, up, 32 - place.width);
        }
        let down = self.shifted(BinaryOp::Shr, word, place.first);
        if place.width == 32 {
            return down;
        }
        let mask = self.bits(place.width);
        let value = self.b.binary(BinaryOp::BitAnd, down, mask);
        self.b.cast(value, Type::INT)
    }

    /// `word = word & ~mask | (value & bits) << first`
    fn stored(&mut self, member: ExprId, value: ExprId) -> Option<ExprId> {
        let place = self.place(member)?;
        if self.b.program.acts(member) {
            self.refuse(
                member,
                "a bit-field of what an expression with an effect finds is not translated to OpenCL C",
            );
        }
        let (target, old) = (self.word(member, place), self.word(member, place));
        let value = self.in_place(value, place);
        let mask = self.unsigned((u64::from(u32::MAX) >> (32 - place.width)) << place.first);
        let others = self.b.expr(ExprKind::Unary { op: UnaryOp::BitNot, operand: mask }, Type::UINT);
        let kept = self.b.binary(BinaryOp::BitAnd, old, others);
        let rhs = self.b.binary(BinaryOp::BitOr, kept, value);
        Some(self.b.expr(ExprKind::Assign { lhs: target, rhs }, place.unit))
    }

    /// `(value & bits) << first`
    fn in_place(&mut self, value: ExprId, place: Place) -> ExprId {
        let value = match place.is_truth {
            true => {
                let zero = self.b.int(0);
                self.b.binary(BinaryOp::Ne, value, zero)
            }
            false => value,
        };
        let value = self.b.cast(value, Type::UINT);
        let bits = self.bits(place.width);
        let value = self.b.binary(BinaryOp::BitAnd, value, bits);
        self.shifted(BinaryOp::Shl, value, place.first)
    }

    /// A value that is stored, with its conversion written out.
    fn written(&mut self, value: ExprId) -> ExprId {
        let value = copy::expr(self, value);
        let original = self.b.program.exprs[value].clone();
        match original.kind {
            ExprKind::Cast { kind: CastKind::ToBool, implicit: true, operand } => operand,
            ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand } => {
                self.b.cast(operand, original.ty.unqualified())
            }
            _ => value,
        }
    }

    fn shifted(&mut self, op: BinaryOp, value: ExprId, count: u32) -> ExprId {
        if count == 0 {
            return value;
        }
        let count = self.b.int(i64::from(count));
        self.b.binary(op, value, count)
    }

    fn bits(&mut self, width: u32) -> ExprId {
        self.unsigned(u64::from(u32::MAX) >> (32 - width))
    }

    fn unsigned(&mut self, value: u64) -> ExprId {
        let text = Some(self.b.symbol(&format!("{value}u")));
        self.b.expr(ExprKind::Int { value: i128::from(value), text }, Type::UINT)
    }

    fn declarations(&mut self, body: StmtId) {
        let declared: Vec<VarId> = self.b.program.declared_below(body).collect();
        declared.into_iter().for_each(|var| self.variable(var));
    }

    /// The first value of a variable.
    fn variable(&mut self, var: VarId) {
        if let Some(init) = self.b.program.vars[var].init.clone() {
            self.b.program.vars[var].init = Some(self.initialiser(init));
        }
    }

    fn initialiser(&mut self, init: Init) -> Init {
        let Init::List { ty, entries, span } = init else { return init };
        let record = self.b.program.types.as_record(ty);
        let mut words: Vec<(u32, ExprId)> = Vec::new();
        let mut others: Vec<InitEntry> = Vec::new();
        for entry in entries {
            let field = u32::try_from(entry.index).unwrap_or(u32::MAX);
            let place = record.and_then(|record| self.places.get(&(record, field)).copied());
            let (Some(place), Init::Expr(value)) = (place, &entry.value) else {
                let value = self.initialiser(entry.value);
                others.push(InitEntry { value, ..entry });
                continue;
            };
            let part = self.part(*value, place);
            match words.iter_mut().find(|(word, _)| *word == place.word) {
                Some((_, joined)) => *joined = self.b.binary(BinaryOp::BitOr, *joined, part),
                None => words.push((place.word, part)),
            }
        }
        let entry = |(word, value): (u32, ExprId)| {
            let index = u64::from(word);
            InitEntry { index, last: index, value: Init::Expr(value) }
        };
        others.extend(words.into_iter().map(entry));
        if record.is_some() {
            others.sort_by_key(|entry| entry.index);
        }
        Init::List { ty, entries: others, span }
    }

    /// What a first value is in the word.
    fn part(&mut self, value: ExprId, place: Place) -> ExprId {
        let all = u64::from(u32::MAX) >> (32 - place.width);
        if let Some(number) = self.b.constant(value) {
            let number = if place.is_truth { u64::from(number != 0) } else { number as u64 };
            return self.unsigned((number & all) << place.first);
        }
        let value = self.written(value);
        self.in_place(value, place)
    }
}
