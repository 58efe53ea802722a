//! Functions, tables of functions, and `main`.
//!
//! ```text
//! static int f3(unsigned char a1, const int *a2, struct s4 a3)   pure: may stand in expressions
//! static void f5(struct s4 *a1, long a2)                         writes: called as a statement
//! ```
//!
//! Invariant: a function calls earlier ones only, and its [`Function::cost`] bounds the statements
//! one call runs, so every program ends soon.

use crate::code::{Code, Prec, Real};
use crate::generator::{Body, Generator};
use crate::int_type::Int;
use crate::scope::Variable;
use crate::types::Type;

/// A function that later ones can call.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) callee: Callee,
    pub(crate) parameters: Vec<Type>,
    pub(crate) result: Type,
    pub(crate) pure: bool,
    pub(crate) cost: u64,
}

/// How a call names the function.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    Name(String),
    /// Any of so many functions, through a table of pointers.
    Table(String, usize),
}

impl Generator {
    /// A function of a random kind, or a family of three behind a table of pointers.
    pub(crate) fn function(&mut self) {
        match self.rng.below(10) {
            0 => self.family(),
            1..=4 => {
                let (parameters, result) = (self.parameter_types(true), self.result_type());
                self.define(parameters, result, true);
            }
            _ => {
                let (parameters, result) = (self.parameter_types(false), self.result_type());
                self.define(parameters, result, false);
            }
        }
    }

    fn family(&mut self) {
        let parameters = vec![Type::Int(Int::I32), Type::Int(Int::U64)];
        let mut names = Vec::new();
        let mut cost = 1;
        for _ in 0..3 {
            self.define(parameters.clone(), Type::Int(Int::I64), true);
            if let Some(Function { callee: Callee::Name(name), cost: own, .. }) = self.functions.last() {
                names.push(name.clone());
                cost = cost.max(*own);
            }
        }
        let table = self.name("table");
        self.out.push_str(&format!(
            "static long (*const {table}[])(int, unsigned long) = {{ {} }};\n\n",
            names.join(", ")
        ));
        let callee = Callee::Table(table, names.len());
        self.functions.push(Function { callee, parameters, result: Type::Int(Int::I64), pure: true, cost });
    }

    fn parameter_types(&mut self, pure: bool) -> Vec<Type> {
        let mut types = Vec::new();
        for _ in 0..self.rng.between(1, 4) {
            let ty = match self.value_type(1) {
                Type::Array(element, length) => Type::Slice(element, length),
                Type::Record(index) if self.rng.chance(if pure { 30 } else { 60 }) => {
                    Type::Pointer(Box::new(Type::Record(index)))
                }
                other => other,
            };
            types.push(ty);
        }
        types
    }

    fn result_type(&mut self) -> Type {
        match self.rng.below(10) {
            0 => Type::Real(self.rng.pick(&[Real::Single, Real::Double])),
            1 | 2 if !self.records.is_empty() => Type::Record(self.rng.below(self.records.len())),
            _ => Type::Int(self.rng.pick(&Int::ALL)),
        }
    }

    /// Writes a function and makes it known to the later ones.
    fn define(&mut self, parameters: Vec<Type>, result: Type, pure: bool) {
        let name = self.name("f");
        let inline = if self.rng.chance(15) { "inline " } else { "" };
        self.scope.enter();
        let list: Vec<String> = parameters.iter().map(|ty| self.parameter(ty, pure)).collect();
        let head = self.declaration(&result, &format!("{name}({})", list.join(", ")));
        self.line(&format!("static {inline}{head} {{"));
        self.body = Body { pure, indent: 1, repeats: 1, cost: 1, loops: 0 };
        self.block_contents(self.options.block_depth);
        let value = self.returned(&result);
        self.line(&format!("return {value};"));
        self.body.indent = 0;
        self.line("}\n");
        self.scope.leave();
        let cost = self.body.cost;
        self.functions.push(Function { callee: Callee::Name(name), parameters, result, pure, cost });
    }

    /// Declares one parameter; a pure function's pointers are to const.
    fn parameter(&mut self, ty: &Type, pure: bool) -> String {
        let name = self.name("a");
        let pointer = matches!(ty, Type::Pointer(_) | Type::Slice(..));
        let constant = if pointer && pure { "const " } else { "" };
        let text = match ty {
            Type::Slice(element, length) if self.rng.chance(50) => {
                let array = Type::Array(element.clone(), *length);
                self.declaration(&array, &name)
            }
            _ => self.declaration(ty, &name),
        };
        let depth = self.scope.depth();
        let writable = !(pointer && pure);
        self.scope.add(Variable {
            name,
            ty: ty.clone(),
            writable,
            retargetable: false,
            addressable: !pointer,
            depth,
        });
        format!("{constant}{text}")
    }

    fn returned(&mut self, result: &Type) -> String {
        match result {
            Type::Record(_) => match self.object_of(result, true) {
                Some(object) => object.text,
                None => {
                    let (name, values) = (self.declaration(result, ""), self.initialiser(result, false));
                    format!("({}){values}", name.trim_end())
                }
            },
            other => self.initialiser(other, false),
        }
    }

    /// What `main` runs: calls everything, then leaves every global in the trail.
    pub(crate) fn entry(&mut self, name: &str) {
        self.line(&format!("static void {name}(void) {{"));
        self.body = Body { pure: false, indent: 1, repeats: 1, cost: 1, loops: 0 };
        self.scope.enter();
        for function in self.functions.clone() {
            for _ in 0..2 {
                let call = self.call(&function, 2);
                self.trail_value("call", &call, &function.result);
            }
        }
        let globals: Vec<Variable> = self.scope.visible().to_vec();
        for variable in globals {
            let code = Code::new(variable.name.clone(), Prec::Postfix);
            self.trail_all(&variable.name, &code, &variable.ty);
        }
        self.scope.leave();
        self.line("printf(\"%d values, checksum %llx\\n\", trail_lines, checksum);");
        self.body.indent = 0;
        self.line("}\n");
    }
}
