//! What a class has besides data and functions: a scope with types and constants, and bases.
//!
//! ```c++
//! struct counted { int n; __device__ int twice() const { return 2 * n; } };
//! struct scan : counted {                        // struct scan { struct counted; float sum; };
//!     typedef float value;                       // scan::value
//!     static constexpr int lanes = 32;           // scan::lanes
//!     value sum;
//! };
//! s.twice()                                      // counted_twice(&s.counted)
//! ```
//! A base is a member without a name that comes first, so that its members are found as those of
//! an anonymous struct are; one without data takes no room and is no member.
//!
//! Invariant: the names that a class declares are seen in its functions, whenever these are read,
//! and elsewhere only behind `::`.

use diagnostics::Diagnostic;
use diagnostics::codes::{NO_SUCH_MEMBER, UNSUPPORTED_SYNTAX};
use hir::{
    CudaSpecs, ExprId, ExprKind, Field, Init, InitEntry, Item, RecordId, Span, Symbol, Type, TypeKind, Var,
    VarStorage, const_eval,
};
use syntax::ast;

use super::define_methods;
use super::methods::{begins_as_it_is, constructed, has_constructors, innermost, report_not_run};
use crate::attributes::Attributes;
use crate::conversions::Purpose;
use crate::resolver::Resolver;
use crate::scopes::{Name, Tag};
use crate::type_text::type_text;

/// The scope of a class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Class {
    /// What names mean in it, beyond the file's.
    names: Vec<(Symbol, Name)>,
    tags: Vec<(Symbol, Tag)>,
    bases: Vec<Base>,
    /// Members that begin with a value.
    beginnings: Vec<(u32, ast::Initializer)>,
}

/// A base class.
#[derive(Clone, Copy, Debug)]
struct Base {
    record: RecordId,
    /// The member that it is; none where it has no data.
    field: Option<u32>,
}

/// Does a class need a scope of its own?
pub(crate) fn has_scope(resolver: &Resolver<'_>, spec: &ast::RecordSpec) -> bool {
    let declares = |field: &ast::FieldDecl| match field {
        ast::FieldDecl::Fields { specs, declarators, .. } => {
            let defines = match &specs.ty {
                ast::TypeSpec::Record(inner) => inner.tag.is_some() && inner.fields.is_some(),
                ast::TypeSpec::Enum(inner) => inner.enumerators.is_some(),
                _ => false,
            };
            defines
                || matches!(specs.storage, ast::Storage::Typedef | ast::Storage::Static)
                || declarators.iter().any(|declared| declared.init.is_some())
        }
        ast::FieldDecl::Method(method) => method.is_static,
        ast::FieldDecl::MethodTemplate(_) => true,
        ast::FieldDecl::StaticAssert(_) | ast::FieldDecl::Pragma(..) => false,
    };
    resolver.ast.has_classes && (!spec.bases.is_empty() || spec.fields.iter().flatten().any(declares))
}

/// A class with its scope.
pub(crate) fn define_class(
    resolver: &mut Resolver<'_>,
    record: RecordId,
    spec: &ast::RecordSpec,
    attrs: Attributes,
) {
    let fields = spec.fields.as_deref().unwrap_or_default();
    resolver.scopes.open();
    resolver.classes.insert(record, Class::default());
    resolver.define_record(record, spec, attrs);
    resolver.pending.push(Item::Record { record, defines: true });
    let (names, tags) = resolver.scopes.in_force();
    let class = resolver.classes.entry(record).or_default();
    (class.names, class.tags) = (names, tags);
    define_methods(resolver, record, fields);
    resolver.scopes.close();
}

/// Opens a scope in which names mean what they mean in a class.
pub(super) fn enter(resolver: &mut Resolver<'_>, record: RecordId) {
    resolver.scopes.open();
    let Class { names, tags, .. } = resolver.classes.get(&record).cloned().unwrap_or_default();
    names.into_iter().for_each(|(name, means)| resolver.scopes.declare(name, means));
    tags.into_iter().for_each(|(tag, means)| resolver.scopes.declare_tag(tag, means));
}

/// A base, as the first members.
pub(crate) fn base(resolver: &mut Resolver<'_>, record: RecordId, ty: Type, span: Span) -> Option<Field> {
    let Some(base) = resolver.program.types.as_record(ty) else {
        if !resolver.program.types.is_error(ty) {
            let message = "a base must be a class";
            resolver.report(Diagnostic::new(&UNSUPPORTED_SYNTAX, span, message));
        }
        return None;
    };
    let is_empty = resolver.program.records[base].fields.as_ref().is_some_and(Vec::is_empty);
    let inherited = resolver.classes.get(&base).cloned().unwrap_or_default();
    // What the base declares is seen here, too.
    inherited.names.iter().for_each(|&(name, means)| resolver.scopes.declare(name, means));
    inherited.tags.iter().for_each(|&(tag, means)| resolver.scopes.declare_tag(tag, means));
    let class = resolver.classes.entry(record).or_default();
    let number = class.bases.iter().filter(|base| base.field.is_some()).count() as u32;
    class.bases.push(Base { record: base, field: (!is_empty).then_some(number) });
    (!is_empty).then(|| Field {
        name: None,
        ty: ty.unqualified(),
        bits: None,
        bit_offset: 0,
        align: None,
        attrs: Vec::new(),
        span,
    })
}

/// A type that a class declares, in it or in a base.
pub(crate) fn member_type(resolver: &mut Resolver<'_>, of: Type, name: ast::Ident) -> Type {
    if resolver.program.types.is_error(of) {
        return Type::ERROR;
    }
    let record = resolver.program.types.as_record(of);
    match record.and_then(|record| type_in(resolver, record, name.symbol)) {
        Some(ty) => ty,
        None => {
            let (of, name_text) =
                (type_text(resolver.program, resolver.sources, of), resolver.text(name.symbol));
            let message = format!("`{of}` has no type `{name_text}`");
            resolver.report(Diagnostic::new(&NO_SUCH_MEMBER, name.span, message));
            Type::ERROR
        }
    }
}

fn type_in(resolver: &mut Resolver<'_>, record: RecordId, name: Symbol) -> Option<Type> {
    let class = resolver.classes.get(&record)?;
    let named = class.names.iter().find(|(known, _)| *known == name).map(|(_, means)| *means);
    let tag = class.tags.iter().find(|(known, _)| *known == name).map(|(_, tag)| *tag);
    match (named, tag) {
        (Some(Name::Type(ty)), _) => Some(ty),
        (_, Some(Tag::Record(inner))) => Some(resolver.program.types.intern(TypeKind::Record(inner))),
        (_, Some(Tag::Enum(inner))) => Some(resolver.program.types.intern(TypeKind::Enum(inner))),
        _ => None,
    }
}

/// `type::name` that is not called.
pub(crate) fn value_of_type(
    resolver: &mut Resolver<'_>,
    ty: ast::TypeNameId,
    name: ast::Ident,
    span: Span,
) -> ExprId {
    let of = resolver.type_name(ty);
    if resolver.program.types.is_error(of) {
        return resolver.error_expr(span);
    }
    if let TypeKind::Enum(def) = *resolver.program.types.stripped(of) {
        let mut known = resolver.program.enums[def].enumerators.iter().flatten().copied();
        let found = known.find(|&known| resolver.program.enumerators[known].name == name.symbol);
        return match found {
            Some(enumerator) => {
                let ty = resolver.program.enumerators[enumerator].ty;
                resolver.make(ExprKind::Enumerator(enumerator), ty, span)
            }
            None => resolver.name_expr(name.symbol, span),
        };
    }
    let class = resolver.program.types.as_record(of).and_then(|record| resolver.classes.get(&record));
    let means = class.and_then(|class| class.names.iter().find(|(known, _)| *known == name.symbol).copied());
    match means {
        Some((_, Name::Number(value, ty))) => {
            resolver.make(ExprKind::Int { value, text: None }, ty.unqualified(), span)
        }
        Some((_, Name::Enumerator(enumerator))) => {
            let ty = resolver.program.enumerators[enumerator].ty;
            resolver.make(ExprKind::Enumerator(enumerator), ty, span)
        }
        Some((_, Name::Var(var))) => {
            let ty = resolver.program.vars[var].ty;
            resolver.make(ExprKind::Var(var), ty, span)
        }
        _ => {
            let (of, name_text) =
                (type_text(resolver.program, resolver.sources, of), resolver.text(name.symbol));
            let message = format!("`{of}` has no static member `{name_text}`");
            resolver.report(Diagnostic::new(&NO_SUCH_MEMBER, name.span, message));
            resolver.error_expr(span)
        }
    }
}

/// `typedef … value;` and `using value = …;` in a class.
pub(crate) fn member_typedefs(
    resolver: &mut Resolver<'_>,
    specs: &ast::DeclSpecs,
    declarators: &[ast::FieldDeclarator],
) {
    let base = resolver.specifiers(specs);
    for declared in declarators {
        let ty = resolver.declarator(base, &declared.declarator);
        if let Some(name) = declared.declarator.name {
            resolver.scopes.declare(name.symbol, Name::Type(ty));
        }
    }
}

/// `static constexpr int lanes = 32;` in a class: a number, or a variable that nobody changes.
pub(crate) fn static_members(
    resolver: &mut Resolver<'_>,
    record: RecordId,
    specs: &ast::DeclSpecs,
    declarators: &[ast::FieldDeclarator],
) {
    let base = resolver.specifiers(specs);
    for declared in declarators {
        let Some(name) = declared.declarator.name else { continue };
        let ty = resolver.declarator(base, &declared.declarator);
        let Some(init) = &declared.init else {
            let message = "static members without a value are not supported in CUDA C input";
            let help = "give it a value here, or write a variable of the device beside the struct";
            resolver.report(Diagnostic::new(&UNSUPPORTED_SYNTAX, name.span, message).help(help));
            resolver.scopes.declare(name.symbol, Name::Error);
            continue;
        };
        if let ast::Initializer::Expr(value) = init
            && resolver.program.types.is_scalar(ty)
        {
            let value = resolver.rvalue(*value);
            let value = resolver.assign_convert(value, ty.unqualified(), &Purpose::Init);
            if let Some(number) = const_eval::integer(resolver.program, value) {
                resolver.scopes.declare(name.symbol, Name::Number(number, ty.unqualified()));
                continue;
            }
        }
        let tag = resolver.program.records[record].tag.map(|tag| resolver.text(tag)).unwrap_or_default();
        let text = resolver.text(name.symbol);
        let symbol = super::overload_sets::free_name(resolver, format!("{tag}_{text}"));
        let var = Var {
            storage: VarStorage::Internal,
            cuda: CudaSpecs::DEVICE,
            ..resolver.plain_var(Some(symbol), ty, name.span)
        };
        let var = resolver.program.vars.alloc(var);
        resolver.initialize(var, &ast::DeclInit::Equals(init.clone()), name.span);
        let ty = resolver.program.vars[var].ty;
        resolver.pending.push(Item::Var { var, with_init: true, is_extern: false, ty });
        resolver.scopes.declare(name.symbol, Name::Var(var));
    }
}

/// `struct storage { … };` in a class: in C its name is the file's.
pub(crate) fn rename_inner(resolver: &mut Resolver<'_>, record: RecordId, inner: RecordId) {
    let text = |resolver: &Resolver<'_>, record: RecordId| {
        resolver.program.records[record].tag.map(|tag| resolver.text(tag)).unwrap_or_default()
    };
    let name = format!("{}_{}", text(resolver, record), text(resolver, inner));
    let symbol = super::overload_sets::free_name(resolver, name);
    resolver.program.records[inner].tag = Some(symbol);
}

/// `int n = 4;` in a class: constructors begin with it.
pub(crate) fn note_beginning(
    resolver: &mut Resolver<'_>,
    record: RecordId,
    field: usize,
    init: &ast::Initializer,
) {
    resolver.classes.entry(record).or_default().beginnings.push((field as u32, init.clone()));
}

/// A class, and the bases on the way to one that has what is looked for.
pub(super) type Way = (RecordId, Vec<RecordId>);

/// The class among a class and its bases for which the question has an answer.
pub(super) fn find_way(
    resolver: &Resolver<'_>,
    record: RecordId,
    is_it: &dyn Fn(RecordId) -> bool,
) -> Option<Way> {
    if is_it(record) {
        return Some((record, Vec::new()));
    }
    let bases = resolver.classes.get(&record).map(|class| class.bases.as_slice()).unwrap_or_default();
    bases.iter().find_map(|base| {
        let (found, mut way) = find_way(resolver, base.record, is_it)?;
        way.insert(0, base.record);
        Some((found, way))
    })
}

/// The address of a base of an object, of the object's address.
pub(super) fn upcast(
    resolver: &mut Resolver<'_>,
    object: ExprId,
    from: RecordId,
    way: &[RecordId],
) -> ExprId {
    let (mut object, mut from) = (object, from);
    for &base in way {
        let span = resolver.span(object);
        let bases = resolver.classes.get(&from).map(|class| class.bases.clone()).unwrap_or_default();
        let field = bases.iter().find(|known| known.record == base).and_then(|known| known.field);
        let quals = resolver
            .program
            .types
            .pointee(resolver.ty(object))
            .map(|to| resolver.program.types.strip(to).quals);
        let ty = resolver.program.types.intern(TypeKind::Record(base)).qualified(quals.unwrap_or_default());
        let pointer = resolver.program.types.pointer_to(ty);
        object = match field {
            Some(field) => {
                let place = resolver.access(object, true, from, &[field], span);
                resolver.make(ExprKind::AddrOf(place), pointer, span)
            }
            None => resolver.cast_value(object, pointer, span),
        };
        from = base;
    }
    object
}

/// The address of the base that a reference or a pointer to it means; `None` where it is no base.
pub(crate) fn as_base(resolver: &mut Resolver<'_>, object: ExprId, target: Type) -> Option<ExprId> {
    let from = resolver.program.types.pointee(resolver.ty(object))?;
    let from = resolver.program.types.as_record(from)?;
    let target = resolver.program.types.as_record(target)?;
    if from == target {
        return None;
    }
    let (_, way) = find_way(resolver, from, &|record| record == target)?;
    Some(upcast(resolver, object, from, &way))
}

/// Is a class derived from another one?
pub(super) fn is_derived(resolver: &Resolver<'_>, from: Type, target: Type) -> bool {
    let types = &resolver.program.types;
    match (types.as_record(from), types.as_record(target)) {
        (Some(from), Some(target)) if from != target => {
            find_way(resolver, from, &|record| record == target).is_some()
        }
        _ => false,
    }
}

/// The base that a constructor's initialiser names, with its member.
pub(super) fn named_base(
    resolver: &Resolver<'_>,
    record: RecordId,
    name: Symbol,
) -> Option<(RecordId, Option<u32>)> {
    let class = resolver.classes.get(&record)?;
    let is_it = |base: &&Base| {
        let is_tag = resolver.program.records[base.record].tag == Some(name);
        let of_template = resolver.class_arguments.get(&base.record);
        is_tag || of_template.is_some_and(|(template, _)| *template == name)
    };
    class.bases.iter().find(is_it).map(|base| (base.record, base.field))
}

/// Do members begin with something, beside what constructors do?
pub(super) fn has_beginnings(resolver: &Resolver<'_>, record: RecordId) -> bool {
    resolver.classes.get(&record).is_some_and(|class| !class.beginnings.is_empty())
        || !constructed_fields(resolver, record).is_empty()
}

/// The members with a constructor that does something.
fn constructed_fields(resolver: &Resolver<'_>, record: RecordId) -> Vec<u32> {
    let fields = resolver.program.records[record].fields.as_deref().unwrap_or_default();
    let runs = |(_, field): &(usize, &Field)| !begins_as_it_is(resolver, innermost(resolver, field.ty));
    fields.iter().enumerate().filter(runs).map(|(at, _)| at as u32).collect()
}

/// The members that begin with a value, and that value.
pub(super) fn beginnings(
    resolver: &mut Resolver<'_>,
    record: RecordId,
    mentioned: &[u32],
) -> Vec<(u32, Init)> {
    let told = resolver.classes.get(&record).map(|class| class.beginnings.clone()).unwrap_or_default();
    enter(resolver, record);
    let mut made = Vec::new();
    let fields = resolver.program.records[record].fields.clone().unwrap_or_default();
    for (field, init) in told.iter().filter(|(field, _)| !mentioned.contains(field)) {
        let Some(declared) = fields.get(*field as usize) else { continue };
        let (value, _) = resolver.initializer(init, declared.ty.unqualified(), false);
        made.push((*field, value));
    }
    for field in constructed_fields(resolver, record) {
        if mentioned.contains(&field) || told.iter().any(|(known, _)| *known == field) {
            continue;
        }
        let Field { ty, span, .. } = fields[field as usize];
        let element = innermost(resolver, ty);
        let Some(inner) = resolver.program.types.as_record(element) else { continue };
        if element != ty {
            report_not_run(resolver, element, "an array", span);
        } else if has_constructors(resolver, ty) {
            made.extend(constructed(resolver, ty, &[], span).map(|value| (field, Init::Expr(value))));
        } else {
            made.push((field, begun(resolver, inner, ty.unqualified(), span)));
        }
    }
    resolver.scopes.close();
    made.sort_by_key(|(field, _)| *field);
    made
}

/// An object whose members begin with their values.
pub(super) fn begun(resolver: &mut Resolver<'_>, record: RecordId, ty: Type, span: Span) -> Init {
    let entries = beginnings(resolver, record, &[]).into_iter().map(|(field, value)| {
        let index = u64::from(field);
        InitEntry { index, last: index, value }
    });
    Init::List { ty, entries: entries.collect(), span }
}

/// A class and its bases.
pub(super) fn with_bases(resolver: &Resolver<'_>, record: RecordId) -> Vec<RecordId> {
    let bases = resolver.classes.get(&record).map(|class| class.bases.as_slice()).unwrap_or_default();
    let inherited = bases.iter().flat_map(|base| with_bases(resolver, base.record));
    std::iter::once(record).chain(inherited).collect()
}

/// The address of the base `target` of an object, of the object's address.
pub(super) fn as_base_of(resolver: &mut Resolver<'_>, object: ExprId, target: RecordId) -> Option<ExprId> {
    let target = resolver.program.types.intern(TypeKind::Record(target));
    as_base(resolver, object, target)
}

/// Is what a pointer points to derived from what another one would?
pub(crate) fn is_base_of(resolver: &Resolver<'_>, pointer: ExprId, target: Type) -> bool {
    let from = resolver.program.types.pointee(resolver.ty(pointer));
    from.is_some_and(|from| is_derived(resolver, from, target))
}

/// The base of an object, copied.
pub(crate) fn base_part(resolver: &mut Resolver<'_>, object: ExprId, to: Type) -> Option<ExprId> {
    if !is_derived(resolver, resolver.ty(object), to) {
        return None;
    }
    let span = resolver.span(object);
    let pointer = super::methods::address(resolver, object);
    let base = as_base(resolver, pointer, to)?;
    Some(resolver.make(ExprKind::Deref(base), to.unqualified(), span))
}

/// The address of the base `holder` of an object, or of the object itself.
pub(super) fn upcast_to(
    resolver: &mut Resolver<'_>,
    object: ExprId,
    record: RecordId,
    holder: RecordId,
) -> ExprId {
    match find_way(resolver, record, &|record| record == holder) {
        Some((_, way)) => upcast(resolver, object, record, &way),
        None => object,
    }
}
