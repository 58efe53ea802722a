//! Declarations in words: `int *(*f[3])(void)` is
//! "f: array of 3 of pointer to function (void) returning pointer to int".

use super::Dumper;
use crate::ast::{
    ArraySizeSpec, CudaSpecs, DeclSpecs, Declarator, DeclaratorPart, EnumSpec, FieldDecl, MethodDef, Params,
    Qualifiers, RecordKind, RecordSpec, TemplateArg, TypeNameId, TypeSpec,
};

impl<'a> Dumper<'a> {
    /// `name: type`, or the type alone.
    pub(super) fn declared_text(&self, specs: &'a DeclSpecs, declarator: &'a Declarator) -> String {
        let mut text = String::new();
        if let Some(name) = declarator.name {
            text.push_str(&self.text(name.symbol));
            text.push_str(": ");
        }
        self.type_into(specs, declarator, &mut text);
        if declarator.asm_label.is_some() {
            text.push_str(" asm");
        }
        for attribute in &declarator.attrs {
            text.push_str(&format!(" [{}]", self.text(attribute.name)));
        }
        text
    }

    pub(super) fn type_name_text(&self, id: TypeNameId) -> String {
        let name = &self.unit.type_names[id];
        let mut text = String::new();
        self.type_into(&name.specs, &name.declarator, &mut text);
        text
    }

    fn type_into(&self, specs: &'a DeclSpecs, declarator: &'a Declarator, text: &mut String) {
        for part in &declarator.parts {
            match part {
                DeclaratorPart::Pointer { quals, .. } => {
                    text.push_str(&format!("{}pointer to ", qualifier_words(*quals)));
                }
                DeclaratorPart::Reference => text.push_str("reference to "),
                DeclaratorPart::Array { size, quals, is_static, .. } => {
                    text.push_str(if *is_static { "array of at least " } else { "array of " });
                    text.push_str(&qualifier_words(*quals));
                    match size {
                        ArraySizeSpec::Unspecified => {}
                        ArraySizeSpec::Star => text.push_str("* of "),
                        ArraySizeSpec::Expr(size) => text.push_str(&format!("{} of ", self.expr_text(*size))),
                    }
                }
                DeclaratorPart::Function { params, .. } => {
                    text.push_str(&format!("function ({}) returning ", self.params_text(params)));
                }
            }
        }
        text.push_str(&self.base_text(&specs.ty, specs.quals));
    }

    fn params_text(&self, params: &'a Params) -> String {
        match params {
            Params::Unspecified => String::new(),
            Params::Prototype { params, variadic } => {
                let mut texts: Vec<String> = params
                    .iter()
                    .map(|param| {
                        let default =
                            param.default.map_or(String::new(), |d| format!(" = {}", self.expr_text(d)));
                        self.declared_text(&param.specs, &param.declarator) + &default
                    })
                    .collect();
                if *variadic {
                    texts.push("...".into());
                }
                if texts.is_empty() { "void".into() } else { texts.join(", ") }
            }
            Params::OldStyle(names) => {
                let names: Vec<_> = names.iter().map(|n| self.text(n.symbol)).collect();
                format!("names {}", names.join(", "))
            }
        }
    }

    pub(super) fn base_text(&self, ty: &TypeSpec, quals: Qualifiers) -> String {
        let base = match ty {
            TypeSpec::Builtin(builtin) => builtin.text().into(),
            TypeSpec::Complex(builtin) => format!("_Complex {}", builtin.text()),
            TypeSpec::Record(record) => self.record_name(record),
            TypeSpec::Enum(spec) => {
                format!("enum {}", spec.tag.map_or("{…}".into(), |tag| self.text(tag.symbol)))
            }
            TypeSpec::Name(name) => self.text(name.symbol).into_owned(),
            TypeSpec::Template(name, args) => {
                let text = |arg: &TemplateArg| match arg {
                    TemplateArg::Type(ty) => self.type_name_text(*ty),
                    TemplateArg::Template(name) => self.text(name.symbol).into_owned(),
                    TemplateArg::Value(value) => self.expr_text(*value),
                };
                let args: Vec<String> = args.iter().map(text).collect();
                format!("{}<{}>", self.text(name.symbol), args.join(", "))
            }
            TypeSpec::Member(of, name) => {
                format!("{}::{}", self.base_text(of, Qualifiers::NONE), self.text(name.symbol))
            }
            TypeSpec::TypeofExpr(expr) => format!("typeof({})", self.expr_text(*expr)),
            TypeSpec::TypeofType(ty) => format!("typeof({})", self.type_name_text(*ty)),
            TypeSpec::Atomic(ty) => format!("_Atomic({})", self.type_name_text(*ty)),
            TypeSpec::Auto => "__auto_type".into(),
            TypeSpec::Result => "the function's result".into(),
            TypeSpec::Missing => "(implicit int)".into(),
            TypeSpec::Error => "(error)".into(),
        };
        qualifier_words(quals) + &base
    }

    fn record_name(&self, record: &RecordSpec) -> String {
        let keyword = match record.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        format!("{keyword} {}", record.tag.map_or("{…}".into(), |tag| self.text(tag.symbol)))
    }

    /// The members or enumerators, if the specifier defines any.
    pub(super) fn tag_body(&mut self, ty: &'a TypeSpec) {
        match ty {
            TypeSpec::Record(record) => self.record_body(record),
            TypeSpec::Enum(spec) => self.enum_body(spec),
            _ => {}
        }
    }

    fn record_body(&mut self, record: &'a RecordSpec) {
        let Some(fields) = &record.fields else { return };
        let heading = self.record_name(record);
        self.line(&heading);
        self.inside(|d| fields.iter().for_each(|field| d.field(field)));
    }

    fn field(&mut self, field: &'a FieldDecl) {
        match field {
            FieldDecl::Fields { specs, declarators, .. } => {
                self.tag_body(&specs.ty);
                if declarators.is_empty() {
                    let text = format!("anonymous {}", self.base_text(&specs.ty, specs.quals));
                    self.line(&text);
                }
                for field in declarators {
                    let bits = field.bits.map_or(String::new(), |b| format!(" : {}", self.expr_text(b)));
                    let text = format!("field {}{bits}", self.declared_text(specs, &field.declarator));
                    self.line(&text);
                }
            }
            FieldDecl::StaticAssert(id) => self.decl(&self.unit.decls[*id]),
            FieldDecl::Pragma(text, _) => {
                let text = format!("pragma {}", self.text(*text));
                self.line(&text);
            }
            FieldDecl::Method(method) => self.method("", method),
            FieldDecl::MethodTemplate(template) => self.method("template of a ", &template.method),
        }
    }

    fn method(&mut self, kind: &str, method: &MethodDef) {
        let def = &method.function;
        let what = if method.is_constructor { "constructor" } else { "method" };
        let text = format!("{kind}{what} {}", self.declared_text(&def.specs, &def.declarator));
        self.line(&text);
    }

    fn enum_body(&mut self, spec: &'a EnumSpec) {
        let Some(enumerators) = &spec.enumerators else { return };
        let tag = spec.tag.map_or("{…}".into(), |tag| self.text(tag.symbol));
        self.line(&format!("enum {tag}"));
        self.inside(|d| {
            for enumerator in enumerators {
                let value = enumerator.value.map_or(String::new(), |v| format!(" = {}", d.expr_text(v)));
                let text = format!("{}{value}", d.text(enumerator.name.symbol));
                d.line(&text);
            }
        });
    }
}

fn qualifier_words(quals: Qualifiers) -> String {
    let words = [
        (Qualifiers::CONST, "const "),
        (Qualifiers::VOLATILE, "volatile "),
        (Qualifiers::RESTRICT, "restrict "),
        (Qualifiers::ATOMIC, "_Atomic "),
    ];
    words.iter().filter(|(bit, _)| quals.has(*bit)).map(|(_, word)| *word).collect()
}

pub(super) fn cuda_words(specs: CudaSpecs) -> impl Iterator<Item = &'static str> {
    let words = [
        (CudaSpecs::EXTERN_C, "extern \"C\""),
        (CudaSpecs::GLOBAL, "__global__"),
        (CudaSpecs::DEVICE, "__device__"),
        (CudaSpecs::HOST, "__host__"),
        (CudaSpecs::SHARED, "__shared__"),
        (CudaSpecs::CONSTANT, "__constant__"),
        (CudaSpecs::MANAGED, "__managed__"),
        (CudaSpecs::FORCE_INLINE, "__forceinline__"),
        (CudaSpecs::NO_INLINE, "__noinline__"),
    ];
    words.into_iter().filter(move |(bit, _)| specs.has(*bit)).map(|(_, word)| word)
}
