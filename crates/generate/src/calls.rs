//! Calls: which functions may be called here, and arguments that suit their parameters.
//!
//! ```text
//! f3(a + 1, (struct s2){ 4, .m1 = 5 }, g7, &g4[1])
//! table9[(unsigned)x % 3u](a, b)
//! ```
//!
//! Invariant: inside an expression only pure functions are called, so that the order in which a
//! compiler evaluates operands cannot be seen.

use crate::code::{Code, IntExpr, Prec};
use crate::function::{Callee, Function};
use crate::generator::Generator;
use crate::types::Type;

/// One call may add at most so many statements to the run of the function it stands in.
const CALL_COST_LIMIT: u64 = 20_000;

impl Generator {
    /// An integer from a pure function, or something simpler where none can be called.
    pub(crate) fn int_call(&mut self, depth: usize) -> IntExpr {
        let Some(function) = self.affordable(|f| f.pure && !matches!(f.result, Type::Real(_))) else {
            return self.int_expr(0);
        };
        let code = self.call(&function, depth - 1);
        match &function.result {
            Type::Int(ty) => IntExpr::of_type(code, *ty),
            other => {
                let place = self.descend(code, other, 0);
                match place.scalar {
                    crate::access::Scalar::Int(ty) => IntExpr::of_type(place.code, ty),
                    _ => IntExpr::truth(Code::new(
                        format!("{} > 0", place.code.at(Prec::Relate)),
                        Prec::Relate,
                    )),
                }
            }
        }
    }

    /// A function that satisfies `wanted` and whose run the present place can afford.
    pub(crate) fn affordable(&mut self, wanted: impl Fn(&Function) -> bool) -> Option<Function> {
        let repeats = self.body.repeats;
        let spent = self.body.cost;
        let fits = |f: &&Function| wanted(f) && f.cost * repeats + spent <= CALL_COST_LIMIT;
        let choices: Vec<Function> = self.functions.iter().filter(fits).cloned().collect();
        let index = self.rng.below(choices.len());
        choices.get(index).cloned()
    }

    /// A call of `function`, with arguments at most `depth` operators deep.
    pub(crate) fn call(&mut self, function: &Function, depth: usize) -> Code {
        self.body.cost += function.cost * self.body.repeats;
        let arguments: Vec<String> = function
            .parameters
            .iter()
            .map(|ty| self.argument(ty, function.pure, depth).at(Prec::Assign))
            .collect();
        let callee = match &function.callee {
            Callee::Name(name) => name.clone(),
            Callee::Table(name, length) => {
                let index = self.index(*length, 1);
                format!("{name}[{}]", index.text)
            }
        };
        Code::new(format!("{callee}({})", arguments.join(", ")), Prec::Postfix)
    }

    /// An argument for a parameter of type `ty`; a pure function only reads through it.
    fn argument(&mut self, ty: &Type, reads_only: bool, depth: usize) -> Code {
        match ty {
            Type::Int(_) => self.int_expr(depth).code,
            Type::Real(ty) => self.storable_real(*ty, depth),
            Type::Enum(_) => Code::new(self.initialiser(ty, true), Prec::Postfix),
            Type::Slice(element, length) => {
                let array = Type::Array(element.clone(), *length);
                match self.object_of(&array, reads_only) {
                    Some(object) => object,
                    None => self.compound_literal(&array),
                }
            }
            Type::Pointer(target) => {
                let object = match self.object_of(target, reads_only) {
                    Some(object) => object,
                    None => self.compound_literal(target),
                };
                Code::new(format!("&{}", object.at(Prec::Unary)), Prec::Unary)
            }
            Type::Record(_) | Type::Array(..) => match self.object_of(ty, true) {
                Some(object) => object,
                None => self.compound_literal(ty),
            },
        }
    }

    /// A whole visible object of type `ty` whose address may be taken; unless it is only read, one
    /// that may be written.
    pub(crate) fn object_of(&mut self, ty: &Type, reads_only: bool) -> Option<Code> {
        let mut choices = Vec::new();
        for variable in self.scope.visible() {
            if !variable.addressable || !(reads_only || self.may_write(variable)) {
                continue;
            }
            match &variable.ty {
                own if own == ty => choices.push((variable.name.clone(), None)),
                Type::Array(element, length) if **element == *ty => {
                    choices.push((variable.name.clone(), Some(*length)))
                }
                _ => {}
            }
        }
        let index = self.rng.below(choices.len());
        let (name, length) = choices.get(index)?;
        Some(match length {
            None => Code::new(name.clone(), Prec::Postfix),
            Some(length) => {
                let index = self.index(*length, 1);
                Code::new(format!("{name}[{}]", index.text), Prec::Postfix)
            }
        })
    }

    /// `(type){ .. }` of constants: with calls inside, calls and literals could nest without end.
    fn compound_literal(&mut self, ty: &Type) -> Code {
        let (name, values) = (self.declaration(ty, ""), self.initialiser(ty, true));
        Code::new(format!("({}){values}", name.trim_end()), Prec::Postfix)
    }
}
