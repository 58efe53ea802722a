//! Enums: values, and the integer type that holds them.

use diagnostics::Diagnostic;
use diagnostics::codes::{NOT_CONSTANT, PARAMETER_DECLARED_AGAIN, REDEFINITION};
use hir::{BuiltinType, EnumDef, EnumId, Enumerator, Id, Item, Span, Type, TypeKind, VarStorage, const_eval};
use syntax::ast;

use crate::records::wrong_tag;
use crate::resolver::Resolver;
use crate::scopes::{Name, Tag};

impl Resolver<'_> {
    /// `enum tag`, `enum tag { … }`, `enum { … }`
    pub(crate) fn enum_specifier(&mut self, spec: &ast::EnumSpec) -> Type {
        let def = match &spec.enumerators {
            None => match self.enum_reference(spec) {
                Some(def) => def,
                None => return Type::ERROR,
            },
            Some(list) => {
                let def = self.enum_to_define(spec);
                self.define_enum(def, list, spec);
                self.pending.push(Item::Enum(def));
                def
            }
        };
        self.program.types.intern(TypeKind::Enum(def))
    }

    fn enum_reference(&mut self, spec: &ast::EnumSpec) -> Option<EnumId> {
        let tag = spec.tag?;
        match self.scopes.tag(tag.symbol) {
            Some(Tag::Enum(def)) => Some(def),
            Some(other) => {
                self.report(wrong_tag(self, tag, other));
                None
            }
            // GNU C: an enum may be mentioned before it is defined.
            None => Some(self.new_enum(spec)),
        }
    }

    fn enum_to_define(&mut self, spec: &ast::EnumSpec) -> EnumId {
        let Some(tag) = spec.tag else { return self.new_enum(spec) };
        match self.scopes.tag_in_this_scope(tag.symbol) {
            Some(Tag::Enum(def)) if self.program.enums[def].enumerators.is_none() => return def,
            Some(Tag::Enum(def)) => {
                let message = format!("`enum {}` is defined twice", self.text(tag.symbol));
                let first = self.program.enums[def].span;
                self.report(
                    Diagnostic::new(&REDEFINITION, tag.span, message).related(first, "first defined here"),
                );
            }
            Some(other) => self.report(wrong_tag(self, tag, other)),
            None => {}
        }
        self.new_enum(spec)
    }

    fn new_enum(&mut self, spec: &ast::EnumSpec) -> EnumId {
        let (tag, invented_tag) = match spec.tag {
            Some(tag) => (tag.symbol, false),
            None => (self.invented_tag(), true),
        };
        let def = self.program.enums.alloc(EnumDef {
            tag: Some(tag),
            invented_tag,
            enumerators: None,
            underlying: Type::UINT,
            attrs: Vec::new(),
            span: spec.tag.map_or(spec.span, |tag| tag.span),
        });
        if !invented_tag {
            self.scopes.declare_tag(tag, Tag::Enum(def));
        }
        def
    }

    fn define_enum(&mut self, def: EnumId, list: &[ast::EnumeratorDecl], spec: &ast::EnumSpec) {
        let mut ids: Vec<Id<Enumerator>> = Vec::with_capacity(list.len());
        let mut next = 0i128;
        for declared in list {
            let value = match declared.value {
                Some(value) => self.enumerator_value(value).unwrap_or(next),
                None => next,
            };
            next = value.saturating_add(1);
            let name = declared.name;
            let ty = smallest_type(value, value, BuiltinType::Int);
            let id = self.program.enumerators.alloc(Enumerator {
                name: name.symbol,
                value,
                ty,
                span: name.span,
                owner: def,
            });
            ids.push(id);
            self.check_not_declared_here(name.symbol, name.span);
            self.scopes.declare(name.symbol, Name::Enumerator(id));
        }
        let attrs = self.attributes(&spec.attrs);
        let values = ids.iter().map(|&id| self.program.enumerators[id].value);
        let (low, high) = values.fold((0, 0), |(low, high), v| (v.min(low), v.max(high)));
        let first = if attrs.packed { BuiltinType::SChar } else { BuiltinType::Int };
        let underlying =
            if low < 0 { smallest_type(low, high, first) } else { smallest_unsigned(high, attrs.packed) };
        // Once complete, the constants are `int`s if all of them fit, else of
        // the type that holds them all.
        let fits_int = low >= i128::from(i32::MIN) && high <= i128::from(i32::MAX);
        for &id in &ids {
            self.program.enumerators[id].ty = if fits_int { Type::INT } else { underlying };
        }
        let definition = &mut self.program.enums[def];
        definition.underlying = underlying;
        definition.attrs = attrs.texts;
        definition.enumerators = Some(ids);
    }

    fn enumerator_value(&mut self, value: ast::ExprId) -> Option<i128> {
        let value = self.rvalue(value);
        if self.is_error(value) {
            return None;
        }
        let number = const_eval::integer(self.program, value);
        if number.is_none() {
            let message = "the value of an enumerator must be an integer constant";
            self.report(Diagnostic::new(&NOT_CONSTANT, self.span(value), message));
        }
        number
    }

    /// Reports a name that this scope has already.
    pub(crate) fn check_not_declared_here(&mut self, name: hir::Symbol, span: Span) {
        let first = match self.scopes.name_in_this_scope(name) {
            None | Some(Name::Error) => return,
            Some(other) => self.place_of(other),
        };
        let message = format!("`{}` is declared twice in this scope", self.text(name));
        // The C++ compiler gets bodies of kernels in a scope of their own, and would not object.
        let is_param = matches!(self.scopes.name_in_this_scope(name), Some(Name::Var(var))
            if self.program.vars[var].storage == VarStorage::Param);
        let code = if is_param && self.options.cuda { &PARAMETER_DECLARED_AGAIN } else { &REDEFINITION };
        let diagnostic = Diagnostic::new(code, span, message);
        self.report(if first.is_builtin() {
            diagnostic
        } else {
            diagnostic.related(first, "first declared here")
        });
    }

    /// Where a name was declared.
    pub(crate) fn place_of(&self, name: Name) -> Span {
        match name {
            Name::Var(var) => self.program.vars[var].span,
            Name::Function(function) => self.program.functions[function].span,
            Name::Enumerator(enumerator) => self.program.enumerators[enumerator].span,
            Name::Typedef(typedef) => self.program.typedefs[typedef].span,
            Name::Template(template) => self.templates[template].span,
            Name::Type(_) | Name::ClassTemplate(_) | Name::Number(..) | Name::Member | Name::Error => {
                Span::BUILTIN
            }
        }
    }
}

/// The first signed type, from `first` on, that holds both values.
fn smallest_type(low: i128, high: i128, first: BuiltinType) -> Type {
    use BuiltinType as B;
    let holds = |bits: u32| low >= -(1i128 << (bits - 1)) && high < 1i128 << (bits - 1);
    let candidates = [(B::SChar, 8), (B::Short, 16), (B::Int, 32), (B::Long, 64)];
    let found = candidates.into_iter().find(|&(b, bits)| b >= first && holds(bits));
    Type::builtin(found.map_or(if low < 0 { B::Int128 } else { B::ULong }, |(b, _)| b))
}

fn smallest_unsigned(high: i128, packed: bool) -> Type {
    use BuiltinType as B;
    Type::builtin(match high {
        ..=0xff if packed => B::UChar,
        ..=0xffff if packed => B::UShort,
        ..=0xffff_ffff => B::UInt,
        _ => B::ULong,
    })
}
