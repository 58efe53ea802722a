//! Types and declarations.
//!
//! C declares a name by showing its use: `float (*rows)[8]` says that
//! `(*rows)[i]` is a `float`. So a declaration is printed from the inside out:
//! begin with the name, and for each step of the type wrap what is there, until
//! a type that has a name of its own is left over for the front.

use hir::{ArrayLen, BuiltinType, ExprId, FunctionType, Qualifiers, RecordKind, Type, TypeKind, VarId};

use crate::Printer;

/// How the parameter list of the outermost function is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lengths {
    /// Lengths of variable-length arrays as expressions.
    Written,
    /// As `[*]`: in a prototype the names they use are not printed.
    Star,
}

impl<'a> Printer<'a> {
    /// A type on its own, as in a cast: `const float *`.
    pub fn type_text(&mut self, ty: Type) -> String {
        self.declaration(ty, "")
    }

    /// The declaration of `name` with a type, without storage class, attributes
    /// and semicolon. An empty name gives the type alone.
    pub fn declaration(&mut self, ty: Type, name: &str) -> String {
        let (base, declarator) = self.declaration_parts(ty, name);
        join(&base, &declarator)
    }

    /// The two halves of a declaration: what several names of one declaration
    /// share (`const float`), and what is around each (`*rows[8]`).
    pub(crate) fn declaration_parts(&mut self, ty: Type, name: &str) -> (String, String) {
        self.wrap(ty, name.to_owned(), Lengths::Written)
    }

    /// The heading of a function: `float *row(float *a, int i)`.
    pub fn function_heading(&mut self, ty: &FunctionType, name: &str, params: &[VarId]) -> String {
        let list = self.named_params(ty, params);
        let (base, declarator) = self.wrap(ty.result, format!("{name}({list})"), Lengths::Written);
        join(&base, &declarator)
    }

    /// The heading of an old-style definition: `int f(a, b)`.
    pub(crate) fn old_style_heading(&mut self, ty: &FunctionType, name: &str, params: &[VarId]) -> String {
        let names: Vec<String> = params.iter().map(|&param| self.var_name(param)).collect();
        let (base, declarator) =
            self.wrap(ty.result, format!("{name}({})", names.join(", ")), Lengths::Written);
        join(&base, &declarator)
    }

    /// A prototype of a function type. Its parameters have no names: one could
    /// hide a type that a later parameter is declared with.
    pub(crate) fn prototype(&mut self, ty: &FunctionType, name: &str) -> String {
        let list = self.unnamed_params(ty);
        let (base, declarator) = self.wrap(ty.result, format!("{name}({list})"), Lengths::Star);
        join(&base, &declarator)
    }

    fn wrap(&mut self, ty: Type, name: String, lengths: Lengths) -> (String, String) {
        let program = self.program;
        let (mut ty, mut declarator) = (ty, name);
        loop {
            match program.types.kind(ty) {
                TypeKind::Pointer(target) => {
                    let quals = self.qualifiers(ty.quals);
                    let gap = if quals.is_empty() || declarator.is_empty() { "" } else { " " };
                    declarator = format!("*{quals}{gap}{declarator}");
                    ty = *target;
                    if matches!(program.types.kind(ty), TypeKind::Array(..) | TypeKind::Function(_)) {
                        declarator = format!("({declarator})");
                    }
                }
                TypeKind::Array(_, ArrayLen::Variable(_)) if self.lengths.contains_key(&ty.id) => {
                    let object = self.lengths.get(&ty.id).cloned().unwrap_or_default();
                    let quals = self.qualifiers(ty.quals);
                    let gap = if quals.is_empty() { "" } else { " " };
                    return (format!("{quals}{gap}__typeof__({object})"), declarator);
                }
                TypeKind::Array(element, len) => {
                    let len = self.length(*len, lengths);
                    declarator = format!("{declarator}[{len}]");
                    ty = element.qualified(ty.quals);
                }
                TypeKind::Function(function) => {
                    let list = self.unnamed_params(function);
                    declarator = format!("{declarator}({list})");
                    ty = function.result;
                }
                TypeKind::Builtin(_)
                | TypeKind::Complex(_)
                | TypeKind::Record(_)
                | TypeKind::Enum(_)
                | TypeKind::Typedef(_)
                | TypeKind::Vector(..)
                | TypeKind::Error => return (self.specifier(ty), declarator),
            }
        }
    }

    /// Remembers that `name` has this type. The lengths of a variable-length
    /// array are computed where it is declared; what has the same type later
    /// must not compute them again, so it is declared `__typeof__(name)`.
    pub(crate) fn remember_lengths(&mut self, ty: Type, name: &str) {
        let (mut ty, mut object) = (ty, name.to_owned());
        loop {
            ty = match self.program.types.kind(ty) {
                TypeKind::Pointer(target) => {
                    object = format!("*{object}");
                    *target
                }
                TypeKind::Array(element, len) => {
                    if matches!(len, ArrayLen::Variable(_)) {
                        self.lengths.entry(ty.id).or_insert_with(|| object.clone());
                    }
                    object = if object.starts_with('*') {
                        format!("({object})[0]")
                    } else {
                        format!("{object}[0]")
                    };
                    *element
                }
                _ => return,
            };
        }
    }

    fn length(&mut self, len: ArrayLen, lengths: Lengths) -> String {
        match len {
            ArrayLen::Fixed(n) => n.to_string(),
            ArrayLen::Variable(_) if lengths == Lengths::Star => "*".to_owned(),
            ArrayLen::Variable(len) => self.length_expr(len),
            ArrayLen::Unknown => String::new(),
            ArrayLen::Star => "*".to_owned(),
        }
    }

    fn length_expr(&mut self, len: ExprId) -> String {
        self.captured(|p| p.argument(len))
    }

    fn unnamed_params(&mut self, ty: &FunctionType) -> String {
        let mut params: Vec<String> = Vec::new();
        for &param in &ty.params {
            let (base, declarator) = self.wrap(param, String::new(), Lengths::Star);
            params.push(join(&base, &declarator));
        }
        self.param_list(ty, params)
    }

    fn named_params(&mut self, ty: &FunctionType, vars: &[VarId]) -> String {
        let mut params = Vec::new();
        for &var in vars {
            let name = self.var_name(var);
            let param = &self.program.vars[var];
            let register = if param.register && self.is_c() { "register " } else { "" };
            // Qualifiers of the parameter stand inside the brackets of an array
            // (`a[const n]`), which a pointer says more plainly.
            let written = param.written.filter(|_| param.ty.quals == Qualifiers::NONE);
            // Only C knows lengths that are computed; the first of an array means nothing in C either.
            let written = written.filter(|ty| self.is_c() || !self.program.types.has_computed_length(*ty));
            let text = self.declaration(written.unwrap_or(param.ty), &name);
            params.push(format!("{register}{text}"));
        }
        self.param_list(ty, params)
    }

    fn param_list(&self, ty: &FunctionType, mut params: Vec<String>) -> String {
        if ty.variadic {
            params.push("...".to_owned());
        }
        if params.is_empty() && ty.prototype && !self.is_cuda() {
            return "void".to_owned();
        }
        params.join(", ")
    }

    /// A type with a name of its own, and its qualifiers.
    fn specifier(&mut self, ty: Type) -> String {
        let program = self.program;
        let name = match program.types.kind(ty) {
            TypeKind::Builtin(builtin) => self.builtin(*builtin).to_owned(),
            TypeKind::Complex(part) => format!("_Complex {}", self.builtin(*part)),
            TypeKind::Typedef(typedef) => self.typedef_name(*typedef).into_owned(),
            TypeKind::Record(record) => self.record_name(*record),
            TypeKind::Enum(def) => self.enum_name(*def),
            TypeKind::Vector(lane, lanes) => {
                let bytes = program.size_of(*lane).unwrap_or(1) * u64::from(*lanes);
                let lane = self.type_text(*lane);
                format!("{lane} __attribute__((vector_size({bytes})))")
            }
            TypeKind::Pointer(_) | TypeKind::Array(..) | TypeKind::Function(_) => self.type_text(ty),
            TypeKind::Error => "int".to_owned(),
        };
        let quals = self.qualifiers(ty.quals);
        if quals.is_empty() { name } else { format!("{quals} {name}") }
    }

    pub(crate) fn record_name(&self, record: hir::RecordId) -> String {
        let definition = &self.program.records[record];
        let word = record_keyword(definition.kind);
        let tag = definition.tag.map_or("anonymous".into(), |tag| self.tag(tag, definition.span));
        format!("{word} {tag}")
    }

    pub(crate) fn enum_name(&self, id: hir::EnumId) -> String {
        let definition = &self.program.enums[id];
        let tag = definition.tag.map_or("anonymous".into(), |tag| self.tag(tag, definition.span));
        format!("enum {tag}")
    }

    fn qualifiers(&self, quals: Qualifiers) -> String {
        let restrict = if self.is_cuda() { "__restrict__" } else { "restrict" };
        let words = [
            (Qualifiers::ATOMIC, "_Atomic"),
            (Qualifiers::CONST, "const"),
            (Qualifiers::VOLATILE, "volatile"),
            (Qualifiers::RESTRICT, restrict),
        ];
        let words =
            words.iter().chain(self.is_open_cl().then_some(&crate::open_cl::SPACES).into_iter().flatten());
        let set: Vec<&str> = words.filter(|(q, _)| quals.has(*q)).map(|(_, word)| *word).collect();
        set.join(" ")
    }

    fn builtin(&self, builtin: BuiltinType) -> &'static str {
        match builtin {
            _ if self.is_open_cl() => crate::open_cl::builtin(builtin),
            BuiltinType::Bool if self.is_cuda() => "bool",
            BuiltinType::Float128 if self.is_cuda() => "__float128",
            _ => builtin.text(),
        }
    }
}

/// `struct` or `union`.
pub(crate) fn record_keyword(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    }
}

/// Specifiers and declarator with a space where one is needed: `float *p`,
/// `int[3]`.
pub(crate) fn join(base: &str, declarator: &str) -> String {
    if declarator.is_empty() || declarator.starts_with('[') {
        format!("{base}{declarator}")
    } else {
        format!("{base} {declarator}")
    }
}

#[cfg(test)]
#[path = "types_tests.rs"]
mod types_tests;
