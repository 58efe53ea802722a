//! Names that stand against C++: those that it or CUDA has, and types that are others there.

use emit::reserved::{self, CXX_KEYWORDS};
use hir::{Item, Program, RecordId, Span, Symbol, TypeKind, TypedefId, VarId};
use source::{FileId, Sources};

use super::Obstacle;

/// What a file and the headers it includes declare and C++ cannot have so.
pub(super) fn obstacles(program: &Program, sources: &Sources, file: FileId) -> Vec<Obstacle> {
    let units = program.units.iter().filter(|unit| unit.file == Some(file));
    let items: Vec<&Item> = units.flat_map(|unit| &unit.items).collect();
    let mut found = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let names = names_of(program, item);
        let own: Vec<&(Symbol, Span)> =
            names.iter().filter(|(_, span)| reserved::is_of_program(sources, *span)).collect();
        for (name, span) in &own {
            let name = sources.text(*name);
            if reserved::is_of_cuda(&name) {
                found.push(Obstacle { span: *span, what: format!("`{name}`, which CUDA has, too,") });
            } else if CXX_KEYWORDS.contains(&&*name) {
                found.push(Obstacle { span: *span, what: format!("`{name}`") });
            }
        }
        let Some((name, span)) = own.first() else { continue };
        let what = match item {
            Item::Var { var, is_extern: false, .. }
                if items[..at].iter().any(|before| declares(before, *var)) =>
            {
                format!("`{}`, which is declared several times,", sources.text(*name))
            }
            Item::Record { record, defines: true } if program.is_empty_record(*record) => {
                "a struct of nothing".into()
            }
            Item::Record { record, defines: true }
                if items[..at].iter().any(|inner| is_inside(program, sources, inner, *record)) =>
            {
                "a type that is declared inside another".into()
            }
            Item::Typedef(id) if is_tag_of_another(program, *id) => {
                format!("`{}`, which is a tag and a typedef,", sources.text(*name))
            }
            _ => continue,
        };
        found.push(Obstacle { span: *span, what });
    }
    found
}

/// Does the item declare this variable, and not only say that it is elsewhere? C++ takes that for its definition.
fn declares(item: &Item, wanted: VarId) -> bool {
    matches!(item, Item::Var { var, is_extern: false, .. } if *var == wanted)
}

/// The names that an item declares.
fn names_of(program: &Program, item: &Item) -> Vec<(Symbol, Span)> {
    let only = |name: Option<Symbol>, span: Span| name.map(|name| (name, span)).into_iter().collect();
    match item {
        Item::Record { record, .. } => only(program.records[*record].tag, program.records[*record].span),
        Item::Enum(id) => {
            let def = &program.enums[*id];
            let enumerators = def.enumerators.iter().flatten().map(|id| &program.enumerators[*id]);
            let tag = def.tag.map(|tag| (tag, def.span));
            tag.into_iter().chain(enumerators.map(|enumerator| (enumerator.name, enumerator.span))).collect()
        }
        Item::Typedef(id) => only(Some(program.typedefs[*id].name), program.typedefs[*id].span),
        Item::Var { var, .. } => only(program.vars[*var].name, program.vars[*var].span),
        Item::Function(id) | Item::Prototype { function: id, .. } => {
            only(Some(program.functions[*id].name), program.functions[*id].span)
        }
        Item::StaticAssert(_) | Item::Asm(_) | Item::Pragma(_) | Item::Directive(_) => Vec::new(),
    }
}

/// Is the item a tag or an enum between the braces of the record? It comes before, its text after. In C++ its names belong to
/// what is around it.
fn is_inside(program: &Program, sources: &Sources, inner: &Item, outer: RecordId) -> bool {
    let outer = program.records[outer].span;
    let inner = match inner {
        Item::Record { record, .. } if !program.records[*record].invented_tag => {
            program.records[*record].span
        }
        Item::Enum(id) => program.enums[*id].span,
        _ => return false,
    };
    let file = |span: Span| sources.map.file_at(span.lo);
    inner.lo > outer.lo && file(inner) == file(outer)
}

fn is_tag_of_another(program: &Program, id: TypedefId) -> bool {
    let typedef = &program.typedefs[id];
    let own = match program.types.stripped(typedef.ty) {
        TypeKind::Record(record) => program.records[*record].tag,
        TypeKind::Enum(id) => program.enums[*id].tag,
        _ => None,
    };
    let tags = program.records.iter().map(|(_, record)| record.tag);
    let mut tags = tags.chain(program.enums.iter().map(|(_, def)| def.tag));
    own != Some(typedef.name) && tags.any(|tag| tag == Some(typedef.name))
}
