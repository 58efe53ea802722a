//! Declaration specifiers and type names: from `const unsigned`, `struct s { … }`
//! or `typeof(x)` to a type.

use diagnostics::codes::{Code, IMPLICIT_INT, INVALID_BIT_FIELD, MISSING_TYPE};
use diagnostics::{Diagnostic, Safety};
use hir::{BuiltinType, Qualifiers, Span, Type, TypeKind, Typedef};
use syntax::ast;
use syntax::well_known::PREDEFINED_TYPES;

use crate::cuda;
use crate::options::Standard;
use crate::resolver::Resolver;
use crate::scopes::{Name, Tag};

impl Resolver<'_> {
    /// A type written alone, as in a cast.
    pub(crate) fn type_name(&mut self, id: ast::TypeNameId) -> Type {
        let ast = self.ast;
        let name = &ast.type_names[id];
        let base = self.specifiers(&name.specs);
        self.declarator(base, &name.declarator)
    }

    /// The type that specifiers name, with qualifiers and type attributes.
    pub(crate) fn specifiers(&mut self, specs: &ast::DeclSpecs) -> Type {
        let ty = self.type_specifier(&specs.ty, specs.ty_span);
        let ty = ty.qualified(specs.quals);
        if specs.attrs.is_empty() {
            return ty;
        }
        let attrs = self.attributes(&specs.attrs);
        self.with_type_attributes(ty, &attrs)
    }

    pub(crate) fn type_specifier(&mut self, spec: &ast::TypeSpec, span: Span) -> Type {
        match spec {
            ast::TypeSpec::Builtin(builtin) => Type::builtin(*builtin),
            ast::TypeSpec::Complex(part) => self.program.types.intern(TypeKind::Complex(*part)),
            ast::TypeSpec::Record(record) => self.record_specifier(record, false),
            ast::TypeSpec::Enum(spec) => self.enum_specifier(spec),
            ast::TypeSpec::Name(name) => self.named_type(*name),
            ast::TypeSpec::Template(name, args) => cuda::class_instance(self, *name, args),
            ast::TypeSpec::Member(of, name) => {
                let of = self.type_specifier(of, span);
                cuda::member_type(self, of, *name)
            }
            ast::TypeSpec::TypeofExpr(expr) => {
                let expr = self.expr(*expr);
                if self.bit_field_width(expr).is_some() {
                    let message = "`typeof` of a bit-field has no answer";
                    self.report(Diagnostic::new(&INVALID_BIT_FIELD, self.span(expr), message));
                }
                self.ty(expr)
            }
            ast::TypeSpec::TypeofType(ty) => self.type_name(*ty),
            ast::TypeSpec::Atomic(ty) => self.type_name(*ty).qualified(Qualifiers::ATOMIC),
            ast::TypeSpec::Result => {
                self.function.as_ref().map_or(Type::ERROR, |function| function.result.unqualified())
            }
            ast::TypeSpec::Auto => {
                let refused = match self.options.cuda {
                    true => {
                        Diagnostic::new(&MISSING_TYPE, span, "`auto` needs a variable with an initialiser")
                            .help("write the type that a function returns")
                    }
                    false => {
                        let message = "`__auto_type` needs a variable with an initialiser";
                        Diagnostic::new(&MISSING_TYPE, span, message)
                    }
                };
                self.report(refused);
                Type::ERROR
            }
            ast::TypeSpec::Missing => {
                if self.options.standard > Standard::C90 {
                    self.report(missing_type(self.missing_type_code(), span));
                }
                self.program.untyped.push(span);
                Type::INT
            }
            ast::TypeSpec::Error => Type::ERROR,
        }
    }

    /// What a missing type is: a warning where compilers take it for `int`.
    pub(crate) fn missing_type_code(&self) -> &'static Code {
        if self.options.declares_by_use() { &IMPLICIT_INT } else { &MISSING_TYPE }
    }

    /// A typedef name, or the bare tag of a CUDA file.
    fn named_type(&mut self, name: ast::Ident) -> Type {
        match self.scopes.name(name.symbol) {
            Some(Name::Typedef(typedef)) => return self.program.types.intern(TypeKind::Typedef(typedef)),
            Some(Name::Type(ty)) => return ty,
            Some(Name::Error) => return Type::ERROR,
            _ => {}
        }
        if self.options.cuda {
            match self.scopes.tag(name.symbol) {
                Some(Tag::Record(record)) => return self.program.types.intern(TypeKind::Record(record)),
                Some(Tag::Enum(def)) => return self.program.types.intern(TypeKind::Enum(def)),
                None => {}
            }
        }
        // The parser takes a name for a type only if it saw the typedef, or has
        // said that the type is not known.
        Type::ERROR
    }

    /// `__int128_t` and its like.
    pub(crate) fn declare_predefined_types(&mut self) {
        let meanings = [BuiltinType::Int128, BuiltinType::UInt128];
        for (name, meaning) in PREDEFINED_TYPES.into_iter().zip(meanings) {
            let symbol = self.sources.symbols.intern(name.as_bytes());
            let ty = Type::builtin(meaning);
            let typedef = Typedef { name: symbol, ty, attrs: Vec::new(), align: None, span: Span::BUILTIN };
            let typedef = self.program.typedefs.alloc(typedef);
            self.program.types.define_typedef(typedef, ty);
            self.scopes.declare(symbol, Name::Typedef(typedef));
        }
    }
}

fn missing_type(code: &'static Code, span: Span) -> Diagnostic {
    let is_taken = *code == IMPLICIT_INT;
    let diagnostic = Diagnostic::new(code, span, "this declaration has no type").note(match is_taken {
        true => "compilers take it for `int`; later ones refuse it",
        false => "C90 took it for `int`; later standards do not",
    });
    if span.is_from_macro() {
        return diagnostic.help("write the type, for instance `int`");
    }
    let safety = if is_taken { Safety::Safe } else { Safety::Unsafe };
    diagnostic.fix("write `int`", span.start(), "int ", safety)
}
