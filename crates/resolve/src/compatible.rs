//! Compatible types (C17 6.2.7), and the composite of two that are.
//!
//! `int f()` and `int f(int)` are compatible; their composite is the latter.
//! Interning makes equal types equal ids, so the walk is needed only where
//! names, unknown lengths or missing prototypes hide the equality.

use hir::{ArrayLen, BuiltinType, FunctionType, Qualifiers, Type, TypeKind};

use crate::resolver::Resolver;

impl Resolver<'_> {
    /// Are these types compatible, qualifiers included?
    pub(crate) fn compatible(&self, a: Type, b: Type) -> bool {
        let (a, b) = (self.program.types.strip(a), self.program.types.strip(b));
        if a == b {
            return true;
        }
        if self.program.types.is_array(a) && self.program.types.is_array(b) {
            return self.compatible_arrays(a, b);
        }
        a.quals == b.quals && self.compatible_unqualified(a, b)
    }

    /// Are these types compatible once their outermost qualifiers are dropped?
    pub(crate) fn compatible_unqualified(&self, a: Type, b: Type) -> bool {
        let types = &self.program.types;
        let (a, b) = (types.strip(a), types.strip(b));
        if a.id == b.id {
            return true;
        }
        match (types.kind(a), types.kind(b)) {
            (TypeKind::Error, _) | (_, TypeKind::Error) => true,
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => self.compatible(*a, *b),
            (TypeKind::Array(..), TypeKind::Array(..)) => {
                self.compatible_arrays(a.unqualified(), b.unqualified())
            }
            (TypeKind::Function(a), TypeKind::Function(b)) => self.compatible_functions(a, b),
            (TypeKind::Vector(a, m), TypeKind::Vector(b, n)) => m == n && self.compatible_unqualified(*a, *b),
            // An enum is compatible with the integer type that represents it.
            (TypeKind::Enum(def), TypeKind::Builtin(_)) => {
                types.strip(self.program.enums[*def].underlying).id == b.id
            }
            (TypeKind::Builtin(_), TypeKind::Enum(def)) => {
                types.strip(self.program.enums[*def].underlying).id == a.id
            }
            _ => false,
        }
    }

    fn compatible_arrays(&self, a: Type, b: Type) -> bool {
        let types = &self.program.types;
        let (TypeKind::Array(_, m), TypeKind::Array(_, n)) = (types.kind(a), types.kind(b)) else {
            return false;
        };
        let lengths_agree = match (m, n) {
            (ArrayLen::Fixed(m), ArrayLen::Fixed(n)) => m == n,
            _ => true,
        };
        match (types.element(a), types.element(b)) {
            (Some(a), Some(b)) => lengths_agree && self.compatible(a, b),
            _ => false,
        }
    }

    fn compatible_functions(&self, a: &FunctionType, b: &FunctionType) -> bool {
        if !self.compatible_unqualified(a.result, b.result) {
            return false;
        }
        match (a.prototype, b.prototype) {
            (true, true) => {
                let mut pairs = a.params.iter().zip(&b.params);
                a.params.len() == b.params.len()
                    && a.variadic == b.variadic
                    && pairs.all(|(&a, &b)| self.compatible_unqualified(a, b))
            }
            (true, false) => self.survives_promotion(a),
            (false, true) => self.survives_promotion(b),
            (false, false) => true,
        }
    }

    /// Can callers that only apply the default promotions call it?
    fn survives_promotion(&self, function: &FunctionType) -> bool {
        let promoted = |&param: &Type| match self.program.types.as_builtin(param) {
            Some(builtin) => !matches!(
                builtin,
                BuiltinType::Bool
                    | BuiltinType::Char
                    | BuiltinType::SChar
                    | BuiltinType::UChar
                    | BuiltinType::Short
                    | BuiltinType::UShort
                    | BuiltinType::Float
            ),
            None => true,
        };
        !function.variadic && function.params.iter().all(promoted)
    }

    /// The type that knows what either of two compatible types knows.
    pub(crate) fn composite(&mut self, a: Type, b: Type) -> Type {
        if a == b {
            return a;
        }
        let (kind_a, kind_b) = (self.kind(a).clone(), self.kind(b).clone());
        match (kind_a, kind_b) {
            (TypeKind::Array(_, ArrayLen::Unknown | ArrayLen::Star), TypeKind::Array(_, len)) => {
                self.composite_array(a, b, len)
            }
            (TypeKind::Array(_, len @ ArrayLen::Fixed(_)), TypeKind::Array(..)) => {
                self.composite_array(a, b, len)
            }
            (TypeKind::Array(..), TypeKind::Array(_, len @ ArrayLen::Fixed(_))) => {
                self.composite_array(a, b, len)
            }
            (TypeKind::Pointer(to_a), TypeKind::Pointer(to_b)) => {
                let target = self.composite(to_a, to_b);
                if target == to_a {
                    return a;
                }
                self.program.types.pointer_to(target).qualified(a.quals)
            }
            (TypeKind::Function(fa), TypeKind::Function(fb)) => self.composite_function(a, fa, b, fb),
            (TypeKind::Error, _) => b,
            _ => a,
        }
    }

    fn composite_array(&mut self, a: Type, b: Type, len: ArrayLen) -> Type {
        let types = &self.program.types;
        let (Some(element_a), Some(element_b)) = (types.element(a), types.element(b)) else { return a };
        let element = self.composite(element_a, element_b);
        if element == element_a && matches!(self.kind(a), TypeKind::Array(_, have) if *have == len) {
            return a;
        }
        self.program.types.intern(TypeKind::Array(element, len))
    }

    fn composite_function(&mut self, a: Type, fa: FunctionType, b: Type, fb: FunctionType) -> Type {
        match (fa.prototype, fb.prototype) {
            (false, true) => return b,
            (_, false) => return a,
            (true, true) => {}
        }
        let result = self.composite(fa.result, fb.result);
        let pairs: Vec<(Type, Type)> = fa.params.iter().copied().zip(fb.params.iter().copied()).collect();
        let params: Vec<Type> = pairs.into_iter().map(|(a, b)| self.composite(a, b)).collect();
        if result == fa.result && params == fa.params {
            return a;
        }
        let merged = FunctionType { result, params, variadic: fa.variadic, prototype: true };
        self.program.types.intern(TypeKind::Function(merged))
    }

    /// Is every qualifier of `from` also one of `to`?
    pub(crate) fn keeps_qualifiers(&self, from: Type, to: Type) -> bool {
        let meaningful = Qualifiers::CONST.with(Qualifiers::VOLATILE);
        let of = |ty: Type| -> Qualifiers {
            let mut inner = self.program.types.strip(ty);
            while let Some(element) = self.program.types.element(inner) {
                inner = self.program.types.strip(element);
            }
            Qualifiers(inner.quals.0 & meaningful.0)
        };
        of(to).has(of(from))
    }
}
