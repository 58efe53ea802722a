//! The conversions C makes without being asked (C17 6.3, 6.5.16.1).
//!
//! ```c
//! char c; float f;   c + f     // (float)c + f
//! ```
//! Every conversion becomes an implicit `Cast` node, so that later phases see
//! operands of one type; an expression that has its type already is returned
//! as it is.

use diagnostics::Diagnostic;
use diagnostics::codes::{
    CAST_MISSING, CONSTANT_OUT_OF_RANGE, DISCARDED_QUALIFIER, INCOMPATIBLE_POINTERS, INCOMPATIBLE_TYPES,
    POINTER_FROM_INTEGER,
};
use hir::{
    ArrayLen, BuiltinType, CastKind, ExprId, ExprKind, FunctionId, RecordId, Span, Type, TypeKind,
    const_eval, usual_conversions,
};
use syntax::ast;

use crate::cuda;
use crate::open_cl;
use crate::resolver::Resolver;
use crate::type_text::type_text;

/// Why a value is converted; messages name it.
#[derive(Clone, Debug)]
pub(crate) enum Purpose {
    /// `lhs = value`
    Assign,
    /// `T x = value`
    Init,
    /// `return value` from a function declared there.
    Return(Span),
    /// An argument.
    Argument {
        /// Counted from one.
        number: usize,
        /// The function, if it is known.
        callee: Option<FunctionId>,
    },
}

impl Resolver<'_> {
    /// An expression as a value: arrays and functions become pointers.
    pub(crate) fn rvalue(&mut self, expr: ast::ExprId) -> ExprId {
        let expr = self.expr(expr);
        self.decay(expr)
    }

    /// Turns an array into a pointer to its first element and a function into
    /// a pointer to it.
    pub(crate) fn decay(&mut self, expr: ExprId) -> ExprId {
        let ty = self.ty(expr);
        let span = self.span(expr);
        let (target, kind) = match self.kind(ty) {
            TypeKind::Array(..) => match self.program.types.element(ty) {
                Some(element) => (element, CastKind::ArrayDecay),
                None => return expr,
            },
            TypeKind::Function(_) => (ty, CastKind::FunctionDecay),
            _ => return expr,
        };
        let pointer = self.program.types.pointer_to(target);
        self.make(ExprKind::Cast { kind, implicit: true, operand: expr }, pointer, span)
    }

    /// The type of an expression's value: that of the object without its
    /// qualifiers, by the name the user gave it where possible.
    pub(crate) fn value_type(&self, ty: Type) -> Type {
        let stripped = self.program.types.strip(ty);
        if stripped.quals == hir::Qualifiers::NONE {
            return ty;
        }
        let without = ty.unqualified();
        if self.program.types.strip(without).quals == hir::Qualifiers::NONE {
            without
        } else {
            stripped.unqualified()
        }
    }

    /// Converts a (decayed) value implicitly; nothing is checked.
    pub(crate) fn convert(&mut self, expr: ExprId, to: Type) -> ExprId {
        let types = &self.program.types;
        let (from, to_stripped) = (types.strip(self.ty(expr)), types.strip(to));
        let (from_kind, to_kind) = (types.kind(from), types.kind(to_stripped));
        if from.id == to_stripped.id
            || matches!((from_kind, to_kind), (TypeKind::Error, _) | (_, TypeKind::Error))
        {
            return expr;
        }
        let kind = self.cast_kind(from, to_stripped);
        let span = self.span(expr);
        let to = self.value_type(to);
        self.make(ExprKind::Cast { kind, implicit: true, operand: expr }, to, span)
    }

    /// What a conversion between two types does to the value.
    pub(crate) fn cast_kind(&self, from: Type, to: Type) -> CastKind {
        let types = &self.program.types;
        let is_bool = types.as_builtin(to) == Some(BuiltinType::Bool);
        match (types.is_pointer(from), types.is_pointer(to)) {
            _ if types.is_void(to) => CastKind::ToVoid,
            _ if is_bool => CastKind::ToBool,
            (true, true) => CastKind::Pointer,
            (true, false) => CastKind::PointerToInt,
            (false, true) => CastKind::IntToPointer,
            (false, false) if types.is_arithmetic(from) => CastKind::Arithmetic,
            (false, false) => CastKind::Same,
        }
    }

    /// The builtin type that an arithmetic type is represented by: itself, or
    /// the integer behind an enum, or the part of a complex type.
    pub(crate) fn arithmetic_type(&self, ty: Type) -> Option<BuiltinType> {
        match self.kind(ty) {
            TypeKind::Complex(builtin) => Some(*builtin),
            _ => usual_conversions::number(self.program, ty),
        }
    }

    /// The width of the bit-field an expression names.
    pub(crate) fn bit_field_width(&self, expr: ExprId) -> Option<u32> {
        match self.program.exprs[expr].kind {
            ExprKind::Member { record, field, .. } => {
                self.program.records[record].fields.as_ref()?.get(field as usize)?.bits
            }
            _ => None,
        }
    }

    /// The type of an integer value after the integer promotions; other types
    /// stay as they are.
    pub(crate) fn promoted_type(&self, expr: ExprId) -> Type {
        let ty = self.ty(expr);
        if !self.program.types.is_integer(ty) {
            return self.value_type(ty);
        }
        let Some(builtin) = self.arithmetic_type(ty) else { return ty };
        if builtin <= BuiltinType::UShort {
            return Type::INT;
        }
        match self.bit_field_width(expr) {
            Some(bits) if bits < 32 || (bits == 32 && is_signed(builtin)) => Type::INT,
            Some(32) => Type::UINT,
            _ if matches!(self.kind(ty), TypeKind::Enum(_)) => Type::builtin(builtin),
            _ => self.value_type(ty),
        }
    }

    /// Applies the integer promotions.
    pub(crate) fn promote(&mut self, expr: ExprId) -> ExprId {
        let ty = self.promoted_type(expr);
        self.convert(expr, ty)
    }

    /// Applies the default argument promotions: also `float` to `double`.
    pub(crate) fn promote_argument(&mut self, expr: ExprId) -> ExprId {
        match self.program.types.as_builtin(self.ty(expr)) {
            Some(BuiltinType::Float) => self.convert(expr, Type::DOUBLE),
            _ => self.promote(expr),
        }
    }

    /// The common type of two arithmetic operands (C17 6.3.1.8).
    pub(crate) fn common_type(&mut self, a: ExprId, b: ExprId) -> Option<Type> {
        let (ta, tb) = (self.promoted_type(a), self.promoted_type(b));
        let (ra, rb) = (self.arithmetic_type(ta)?, self.arithmetic_type(tb)?);
        let common = usual_conversions::common(ra, rb);
        let complex = |ty| matches!(self.kind(ty), TypeKind::Complex(_));
        if complex(ta) || complex(tb) {
            return Some(self.program.types.intern(TypeKind::Complex(common)));
        }
        // The user's name for the type is worth keeping where it is the answer.
        let named = [ta, tb].into_iter().find(|&ty| self.program.types.as_builtin(ty) == Some(common));
        Some(named.unwrap_or(Type::builtin(common)))
    }

    /// Is it a null pointer constant: an integer constant 0, or that cast to
    /// `void *`?
    pub(crate) fn is_null_constant(&self, expr: ExprId) -> bool {
        let node = &self.program.exprs[expr];
        if self.program.types.is_integer(node.ty) {
            return const_eval::integer(self.program, expr) == Some(0);
        }
        match node.kind {
            ExprKind::Cast { kind: CastKind::IntToPointer, operand, .. } => {
                let plain_void = self.program.types.pointee(node.ty).map(|to| self.program.types.strip(to));
                plain_void == Some(Type::VOID) && const_eval::integer(self.program, operand) == Some(0)
            }
            _ => false,
        }
    }

    /// Converts a (decayed) value as by assignment to an object of type `to`,
    /// and says what a C compiler would say about it.
    pub(crate) fn assign_convert(&mut self, expr: ExprId, to: Type, purpose: &Purpose) -> ExprId {
        let from = self.ty(expr);
        if !matches!(purpose, Purpose::Return(_)) && !self.owners.is_empty() {
            cuda::refuse_shared_copy(self, expr);
        }
        let types = &self.program.types;
        if types.strip(from).id == types.strip(to).id || types.is_error(from) || types.is_error(to) {
            return expr;
        }
        if self.options.open_cl
            && let Some(vector) = open_cl::spread(self, expr, to)
        {
            return vector;
        }
        let types = &self.program.types;
        let (from_pointer, to_pointer) = (types.pointee(from), types.pointee(to));
        if types.is_arithmetic(from) && types.is_arithmetic(to) {
            if self.is_cpp(expr) && self.lacks_enum(expr, to) {
                self.report(cast_missing(self, expr, to));
            }
            let converted = self.convert(expr, to);
            self.check_constant_fits(expr, converted);
            return converted;
        }
        match (from_pointer, to_pointer) {
            (Some(_), Some(target)) if self.ast.has_classes && cuda::is_base_of(self, expr, target) => {
                let base = cuda::as_base(self, expr, target).unwrap_or(expr);
                return self.convert(base, to);
            }
            (Some(source), Some(target)) => {
                self.check_pointers(expr, source, target, to, purpose);
                return self.convert(expr, to);
            }
            (Some(_), None) if types.as_builtin(to) == Some(BuiltinType::Bool) => {
                return self.convert(expr, to);
            }
            (Some(_), None) if types.is_integer(to) => {
                self.report(self.cast_or(expr, to, pointer_and_integer(self, expr, to, purpose)));
                return self.convert(expr, to);
            }
            (None, Some(_)) if types.is_integer(from) => {
                if !self.is_null_constant(expr) {
                    self.report(self.cast_or(expr, to, pointer_and_integer(self, expr, to, purpose)));
                }
                return self.convert(expr, to);
            }
            _ => {}
        }
        if self.vectors_of_one_size(from, to) || self.compatible_unqualified(from, to) {
            return self.convert(expr, to);
        }
        if self.ast.has_classes
            && let Some(part) = cuda::base_part(self, expr, to).or_else(|| cuda::converted(self, expr, to))
        {
            return part;
        }
        if let Some(record) = self.program.types.as_record(to)
            && let Some(wrapped) = self.as_transparent_union(expr, record, to)
        {
            return wrapped;
        }
        self.report(not_convertible(self, expr, to, purpose));
        self.error_expr(self.span(expr))
    }

    /// Warns when an integer constant loses bits, as gcc does: not about
    /// `unsigned u = -1` or `char c = 255`, where only their reading changes.
    fn check_constant_fits(&mut self, before: ExprId, after: ExprId) {
        let ty = self.ty(after);
        let types = &self.program.types;
        if !types.is_integer(self.ty(before)) || types.as_builtin(ty) == Some(BuiltinType::Bool) {
            return;
        }
        let Some(value) = const_eval::integer(self.program, before) else { return };
        let Some(bits) = self.program.size_of(ty).map(|bytes| 8 * bytes as u32).filter(|&bits| bits <= 64)
        else {
            return;
        };
        let half = 1i128 << (bits - 1);
        let Some(stored) = const_eval::integer(self.program, after) else { return };
        if stored != value && !(-half..2 * half).contains(&value) {
            let text = type_text(self.program, self.sources, ty);
            let message = format!("{value} does not fit `{text}` and becomes {stored}");
            self.report(Diagnostic::new(&CONSTANT_OUT_OF_RANGE, self.span(before), message));
        }
    }

    fn vectors_of_one_size(&self, a: Type, b: Type) -> bool {
        matches!((self.kind(a), self.kind(b)), (TypeKind::Vector(..), TypeKind::Vector(..)))
            && self.program.size_of(a) == self.program.size_of(b)
    }

    /// Warns about a conversion between pointers that is not allowed silently.
    fn check_pointers(&mut self, expr: ExprId, source: Type, target: Type, to: Type, purpose: &Purpose) {
        if self.is_null_constant(expr) {
            return;
        }
        let types = &self.program.types;
        if self.is_cpp(expr) && types.is_void(source) && !types.is_void(target) {
            self.report(cast_missing(self, expr, to));
            return;
        }
        let through_void = types.is_void(source) || types.is_void(target);
        if !through_void
            && !self.compatible_unqualified(source, target)
            && !self.differ_in_sign(source, target)
            && !self.adds_qualifiers_to_elements(source, target)
        {
            self.report(self.cast_or(expr, to, incompatible_pointers(self, expr, to, purpose)));
        } else if !self.keeps_qualifiers(source, target) {
            self.report(self.cast_or(expr, to, discarded_qualifier(self, expr, to, purpose)));
        } else if !through_void && self.is_cpp(expr) && self.is_of_other_sign(source, target) {
            self.report(cast_missing(self, expr, to));
        }
    }

    /// Does it stand where the rules of C++ hold, and nobody else has looked?
    fn is_cpp(&self, expr: ExprId) -> bool {
        let is_cuda = self.options.cuda && !self.options.open_cl && !self.program.host_is_unread;
        is_cuda && !self.in_system_header(self.span(expr))
    }

    /// What C warns of, C++ refuses.
    fn cast_or(&self, expr: ExprId, to: Type, in_c: Diagnostic) -> Diagnostic {
        if self.is_cpp(expr) { cast_missing(self, expr, to) } else { in_c }
    }

    /// `int *` for `unsigned int *`; enums and plain `char` are left to C's rule.
    fn is_of_other_sign(&self, a: Type, b: Type) -> bool {
        let builtin = |ty| self.program.types.as_builtin(ty);
        matches!((builtin(a), builtin(b)), (Some(a), Some(b)) if a != b)
    }

    /// Is a number to become an enum that it is no value of?
    fn lacks_enum(&self, expr: ExprId, to: Type) -> bool {
        let TypeKind::Enum(wanted) = *self.kind(to) else { return false };
        if matches!(*self.kind(self.ty(expr)), TypeKind::Enum(found) if found == wanted) {
            return false;
        }
        match self.program.exprs[expr].kind {
            ExprKind::Enumerator(id) => {
                let list = self.program.enums[wanted].enumerators.as_ref();
                !list.is_some_and(|list| list.contains(&id))
            }
            ExprKind::Conditional { then: Some(then), otherwise, .. } => {
                self.lacks_enum(then, to) || self.lacks_enum(otherwise, to)
            }
            ExprKind::Cast { implicit: true, operand, .. } => self.lacks_enum(operand, to),
            ExprKind::Binary { op: hir::BinaryOp::Comma, rhs, .. } => self.lacks_enum(rhs, to),
            _ => true,
        }
    }

    /// `char *` and `unsigned char *`: gcc says nothing unless asked.
    pub(crate) fn differ_in_sign(&self, a: Type, b: Type) -> bool {
        let unsigned = |ty| match self.kind(ty) {
            TypeKind::Builtin(_) | TypeKind::Enum(_) if self.program.types.is_integer(ty) => {
                self.arithmetic_type(ty).map(to_unsigned)
            }
            _ => None,
        };
        matches!((unsigned(a), unsigned(b)), (Some(a), Some(b)) if a == b)
    }

    /// `float (*)[4]` for `const float (*)[4]`: C23 allows it, and gcc does so in
    /// every mode.
    fn adds_qualifiers_to_elements(&self, source: Type, target: Type) -> bool {
        let types = &self.program.types;
        let (mut from, mut to) = (types.strip(source), types.strip(target));
        while let (TypeKind::Array(_, m), TypeKind::Array(_, n)) = (types.kind(from), types.kind(to)) {
            if matches!((m, n), (ArrayLen::Fixed(m), ArrayLen::Fixed(n)) if m != n) {
                return false;
            }
            let (Some(a), Some(b)) = (types.element(from), types.element(to)) else { return false };
            (from, to) = (types.strip(a), types.strip(b));
        }
        types.is_array(source) && self.compatible_unqualified(from, to)
    }

    /// A parameter whose type is a transparent union takes what any member takes.
    fn as_transparent_union(&mut self, expr: ExprId, record: RecordId, to: Type) -> Option<ExprId> {
        let definition = &self.program.records[record];
        let is_transparent =
            definition.attrs.iter().any(|a| self.sources.symbols.bytes(a.name) == b"transparent_union");
        if !is_transparent {
            return None;
        }
        let null = self.is_null_constant(expr);
        let from = self.ty(expr);
        let members: Vec<Type> = definition.fields.as_ref()?.iter().map(|f| f.ty).collect();
        let member = members.into_iter().find(|&member| {
            let pointees = (self.program.types.pointee(from), self.program.types.pointee(member));
            match pointees {
                (_, Some(_)) if null => true,
                (Some(a), Some(b)) => {
                    self.program.types.is_void(a)
                        || self.program.types.is_void(b)
                        || self.compatible_unqualified(a, b)
                }
                _ => self.compatible_unqualified(from, member),
            }
        })?;
        let operand = self.convert(expr, member);
        let span = self.span(expr);
        Some(self.make(ExprKind::Cast { kind: CastKind::ToUnion, implicit: true, operand }, to, span))
    }
}

/// Is it a signed integer type? `char` counts as signed here, as the machines'
/// difference never survives promotion.
pub(crate) fn is_signed(builtin: BuiltinType) -> bool {
    use BuiltinType as B;
    matches!(builtin, B::Char | B::SChar | B::Short | B::Int | B::Long | B::LongLong | B::Int128)
}

/// The unsigned type of the same width; other types stay.
pub(crate) fn to_unsigned(builtin: BuiltinType) -> BuiltinType {
    use BuiltinType as B;
    match builtin {
        B::Char | B::SChar => B::UChar,
        B::Short => B::UShort,
        B::Int => B::UInt,
        B::Long => B::ULong,
        B::LongLong => B::ULongLong,
        B::Int128 => B::UInt128,
        other => other,
    }
}

/// C++ wants a cast where C does not.
fn cast_missing(resolver: &Resolver<'_>, expr: ExprId, to: Type) -> Diagnostic {
    let text = type_text(resolver.program, resolver.sources, to);
    let from = type_text(resolver.program, resolver.sources, resolver.value_type(resolver.ty(expr)));
    let message = format!("`{from}` becomes `{text}` only by a cast");
    Diagnostic::new(&CAST_MISSING, resolver.span(expr), message)
        .note("CUDA files are C++, which does not convert it by itself")
        .help(format!("write `({text})` before it"))
}

/// `in the assignment`, `for argument 2 of `f``.
fn purpose_text(resolver: &Resolver<'_>, purpose: &Purpose) -> String {
    match purpose {
        Purpose::Assign => "in this assignment".to_string(),
        Purpose::Init => "in this initialiser".to_string(),
        Purpose::Return(_) => "in this `return`".to_string(),
        Purpose::Argument { number, callee: Some(callee) } => {
            let name = resolver.text(resolver.program.functions[*callee].name);
            format!("for argument {number} of `{name}`")
        }
        Purpose::Argument { number, callee: None } => format!("for argument {number}"),
    }
}

/// Shows the declaration a conversion is owed to.
fn with_declaration(resolver: &Resolver<'_>, diagnostic: Diagnostic, purpose: &Purpose) -> Diagnostic {
    let at = match purpose {
        Purpose::Argument { callee: Some(callee), .. } => resolver.program.functions[*callee].span,
        Purpose::Return(at) => *at,
        Purpose::Argument { callee: None, .. } | Purpose::Assign | Purpose::Init => return diagnostic,
    };
    if at.is_builtin() { diagnostic } else { diagnostic.related(at, "declared here") }
}

/// The two types of a failed conversion in words.
fn from_to(resolver: &Resolver<'_>, expr: ExprId, to: Type) -> (String, String) {
    let text = |ty| type_text(resolver.program, resolver.sources, ty);
    (text(resolver.ty(expr)), text(resolver.value_type(to)))
}

fn pointer_and_integer(resolver: &Resolver<'_>, expr: ExprId, to: Type, purpose: &Purpose) -> Diagnostic {
    let (from, to) = from_to(resolver, expr, to);
    let message = format!("`{from}` becomes `{to}` without a cast {}", purpose_text(resolver, purpose));
    with_declaration(resolver, Diagnostic::new(&POINTER_FROM_INTEGER, resolver.span(expr), message), purpose)
}

fn incompatible_pointers(resolver: &Resolver<'_>, expr: ExprId, to: Type, purpose: &Purpose) -> Diagnostic {
    let (from, to) = from_to(resolver, expr, to);
    let message =
        format!("`{from}` becomes `{to}`, a pointer to another type, {}", purpose_text(resolver, purpose));
    with_declaration(resolver, Diagnostic::new(&INCOMPATIBLE_POINTERS, resolver.span(expr), message), purpose)
}

fn discarded_qualifier(resolver: &Resolver<'_>, expr: ExprId, to: Type, purpose: &Purpose) -> Diagnostic {
    let (from, to) = from_to(resolver, expr, to);
    let message =
        format!("`{from}` becomes `{to}` and loses its qualifier {}", purpose_text(resolver, purpose));
    with_declaration(resolver, Diagnostic::new(&DISCARDED_QUALIFIER, resolver.span(expr), message), purpose)
}

fn not_convertible(resolver: &Resolver<'_>, expr: ExprId, to: Type, purpose: &Purpose) -> Diagnostic {
    let span = resolver.span(expr);
    let (from, to_text) = from_to(resolver, expr, to);
    let purpose_words = purpose_text(resolver, purpose);
    if resolver.program.types.is_void(resolver.ty(expr)) {
        let message = format!("this has no value, but `{to_text}` is needed {purpose_words}");
        return with_declaration(
            resolver,
            Diagnostic::new(&INCOMPATIBLE_TYPES, span, message).label("`void`"),
            purpose,
        );
    }
    let message = format!("`{from}` cannot become `{to_text}` {purpose_words}");
    with_declaration(resolver, Diagnostic::new(&INCOMPATIBLE_TYPES, span, message), purpose)
}
