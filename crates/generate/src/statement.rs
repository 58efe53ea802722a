//! Blocks and the statements that do not jump: declarations, assignments, calls, `if`, the trail.
//!
//! ```text
//! g4.m2 += (unsigned)(x3 << 2);
//! x7 = f5(&g4, x3);
//! trail("g4.m2", (wide)g4.m2);
//! ```
//!
//! Invariant: a statement writes one object, once, and its operands are pure.

use crate::access::{Place, Scalar};
use crate::code::{Code, Prec};
use crate::generator::Generator;
use crate::int_type::Int;
use crate::types::Type;

/// No more statements are written once a call of the function could run so many.
const BODY_COST_LIMIT: u64 = 8_000;

impl Generator {
    /// `{ .. }` with its own locals; `depth` more blocks may nest inside.
    pub(crate) fn block(&mut self, depth: usize) {
        self.out.push_str("{\n");
        self.body.indent += 1;
        self.scope.enter();
        self.block_contents(depth);
        self.scope.leave();
        self.body.indent -= 1;
        self.line("}");
    }

    /// Locals and statements of the present block.
    pub(crate) fn block_contents(&mut self, depth: usize) {
        for _ in 0..self.rng.between(1, 3) {
            self.local();
        }
        for _ in 0..self.rng.between(1, self.options.block_statements) {
            self.statement(depth);
        }
    }

    /// One statement.
    pub(crate) fn statement(&mut self, depth: usize) {
        self.body.cost += self.body.repeats;
        if depth == 0 || self.body.cost > BODY_COST_LIMIT {
            return self.simple_statement();
        }
        match self.rng.below(14) {
            0 | 1 => self.if_statement(depth),
            2 | 3 => self.counted_loop(depth),
            4 => self.while_loop(depth),
            5 => self.switch_statement(depth),
            6 => self.skip_forward(depth),
            7 => self.jump_back(depth),
            8 => {
                self.line_start();
                self.block(depth - 1);
            }
            _ => self.simple_statement(),
        }
    }

    fn simple_statement(&mut self) {
        match self.rng.below(12) {
            0 if self.body.loops > 0 => self.leave_loop(),
            1 => self.call_statement(),
            2 => self.copy_object(),
            3 => self.retarget(),
            4 => self.trail_something(),
            _ => self.assignment(),
        }
    }

    /// Indentation for text that continues on the line.
    pub(crate) fn line_start(&mut self) {
        for _ in 0..self.body.indent {
            self.out.push_str("  ");
        }
    }

    fn if_statement(&mut self, depth: usize) {
        let condition = self.condition(self.options.expression_depth);
        self.line_start();
        self.out.push_str(&format!("if ({}) ", condition.text));
        self.block(depth - 1);
        if self.rng.chance(50) {
            self.line_start();
            self.out.push_str("else ");
            self.block(depth - 1);
        }
    }

    fn assignment(&mut self) {
        let Some(place) = self.writable_place() else { return self.line(";") };
        match place.scalar {
            Scalar::Int(ty) => self.int_assignment(&place, ty, ty.width),
            Scalar::Bits(ty, width) => self.int_assignment(&place, ty, width),
            Scalar::Real(ty) => {
                let value = self.storable_real(ty, self.options.expression_depth);
                self.line(&format!("{} = {};", place.code.text, value.at(Prec::Assign)));
            }
            Scalar::Enum(index) => {
                let value = self.initialiser(&Type::Enum(index), true);
                self.line(&format!("{} = {value};", place.code.text));
            }
        }
    }

    fn int_assignment(&mut self, place: &Place, ty: Int, width: u32) {
        let target = &place.code.text;
        match self.rng.below(6) {
            // Narrow and unsigned counters may go round; an `int` must not.
            0 if !ty.signed || width < 32 => {
                let operand = place.code.at(Prec::Unary);
                let text = match self.rng.below(4) {
                    0 => format!("++{operand};"),
                    1 => format!("--{operand};"),
                    2 => format!("{}++;", place.code.at(Prec::Postfix)),
                    _ => format!("{}--;", place.code.at(Prec::Postfix)),
                };
                self.line(&text);
            }
            1 | 2 => {
                let value = self.int_expr(self.options.expression_depth - 1);
                let sign = self.rng.pick(&["+=", "-=", "*=", "&=", "|=", "^="]);
                // Adding or multiplying with an unsigned operand at least as wide cannot overflow.
                let unsigned = self.spell_int(if ty.rank > Int::I32.rank { ty.unsigned() } else { Int::U32 });
                let plain = matches!(sign, "&=" | "|=" | "^=");
                let value = if plain {
                    value.code.at(Prec::Assign)
                } else {
                    format!("({unsigned}){}", value.code.at(Prec::Unary))
                };
                self.line(&format!("{target} {sign} {value};"));
            }
            3 => {
                let text = match self.rng.below(3) {
                    0 => format!("{target} >>= {};", self.rng.below(8.min(width as usize))),
                    1 => format!("{target} /= {};", self.rng.between(2, 9)),
                    _ => format!("{target} %= {};", self.rng.between(2, 99)),
                };
                self.line(&text);
            }
            _ => {
                let value = self.int_expr(self.options.expression_depth);
                self.line(&format!("{target} = {};", value.code.at(Prec::Assign)));
            }
        }
    }

    /// A call that may write, its result stored or left in the trail.
    fn call_statement(&mut self) {
        let pure = self.body.pure;
        let Some(function) = self.affordable(|f| f.pure || !pure) else { return self.assignment() };
        let call = self.call(&function, 2);
        if pure || self.rng.chance(30) {
            self.line(&format!("(void){};", call.text));
        } else {
            self.trail_value("call", &call, &function.result);
        }
    }

    /// `a = b;` for whole structs and unions.
    fn copy_object(&mut self) {
        if self.records.is_empty() {
            return self.assignment();
        }
        let ty = Type::Record(self.rng.below(self.records.len()));
        match (self.object_of(&ty, false), self.object_of(&ty, true)) {
            (Some(to), Some(from)) => self.line(&format!("{} = {};", to.text, from.text)),
            _ => self.assignment(),
        }
    }

    /// Makes a pointer point to another object that lives at least as long as it.
    fn retarget(&mut self) {
        let found = self
            .scope
            .visible()
            .iter()
            .filter(|v| v.retargetable && self.may_write(v))
            .cloned()
            .collect::<Vec<_>>();
        let Some(pointer) = found.get(self.rng.below(found.len())) else { return self.assignment() };
        let wanted = match &pointer.ty {
            Type::Pointer(target) => (**target).clone(),
            Type::Slice(element, length) => Type::Array(element.clone(), *length),
            _ => return self.assignment(),
        };
        let fits = |v: &&crate::scope::Variable| {
            v.ty == wanted && v.addressable && v.depth <= pointer.depth && self.may_write(v)
        };
        let targets: Vec<String> = self.scope.visible().iter().filter(fits).map(|v| v.name.clone()).collect();
        let Some(target) = targets.get(self.rng.below(targets.len())) else { return self.assignment() };
        let address = if matches!(pointer.ty, Type::Slice(..)) { "" } else { "&" };
        self.line(&format!("{} = {address}{target};", pointer.name));
    }

    fn trail_something(&mut self) {
        if self.body.pure {
            return self.assignment();
        }
        if let Some(place) = self.writable_place() {
            self.trail_place("value", &place);
        }
    }

    /// Leaves the value of an expression in the trail: a scalar, or a scalar inside it.
    pub(crate) fn trail_value(&mut self, label: &str, code: &Code, ty: &Type) {
        let place = self.descend(code.clone(), ty, 0);
        self.trail_place(label, &place);
    }

    fn trail_place(&mut self, label: &str, place: &Place) {
        let label = if self.rng.chance(10) { format!("TEXT_OF({label})") } else { format!("\"{label}\"") };
        let text = match place.scalar {
            Scalar::Real(_) => format!("trail_real({label}, {});", place.code.at(Prec::Assign)),
            _ => format!("trail({label}, (wide){});", place.code.at(Prec::Unary)),
        };
        self.line(&text);
    }

    /// Leaves every scalar inside an object in the trail.
    pub(crate) fn trail_all(&mut self, label: &str, code: &Code, ty: &Type) {
        match ty {
            Type::Array(element, length) => {
                for index in 0..*length {
                    let inner = Code::new(format!("{}[{index}]", code.text), Prec::Postfix);
                    self.trail_all(&format!("{label}[{index}]"), &inner, element);
                }
            }
            Type::Record(index) => {
                for field in self.records[*index].fields.clone() {
                    let inner = Code::new(format!("{}.{}", code.text, field.name), Prec::Postfix);
                    self.trail_all(&format!("{label}.{}", field.name), &inner, &field.ty);
                }
            }
            // What a global points to is a global itself.
            Type::Pointer(_) | Type::Slice(..) => {}
            Type::Int(_) | Type::Real(_) | Type::Enum(_) => self.trail_value(label, code, ty),
        }
    }
}
