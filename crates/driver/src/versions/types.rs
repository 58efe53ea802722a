//! Types that a kernel cannot name, written so that it can.
//!
//! ```c
//! static struct { int nx, ny; } size;             static struct size_type { int nx, ny; } size;
//! void run(…) { typedef struct { … } Cell; … }    typedef struct { … } Cell;   void run(…) { … }
//! ```
//! A kernel is a function of its own, before the one it came from: a struct without a tag
//! gets one, and what a function declares for itself moves in front of it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use analyze::Facts;
use hir::{
    EnumId, ExprKind, FunctionId, Item, Program, RecordId, StmtId, StmtKind, Type, TypeKind, TypedefId, VarId,
};
use source::{FileId, Sources, declaration_start};

use super::text::Changes;

/// Adds what the types of a program's kernels need to the changes of its files.
pub(super) fn write(
    program: &Program,
    sources: &Sources,
    facts: &[Facts],
    changes: &mut BTreeMap<FileId, Changes>,
) {
    let types = Types { program, sources };
    let mut moved = BTreeSet::new();
    for kernel in facts.iter().flat_map(|facts| &facts.kernels) {
        let mentioned = types.mentioned(kernel.body);
        for (record, var) in &mentioned.without_tag {
            let _ = types.give_tag(*record, *var, changes);
        }
        let owner = kernel.owner;
        if mentioned.has_local && moved.insert(owner) && types.move_out(owner, changes).is_none() {
            moved.remove(&owner);
        }
    }
}

struct Types<'a> {
    program: &'a Program,
    sources: &'a Sources,
}

/// What a kernel names.
#[derive(Default)]
struct Mentioned {
    /// Records of the file without a tag, and a variable of each.
    without_tag: BTreeMap<RecordId, VarId>,
    /// Something that a function declares for itself.
    has_local: bool,
}

impl Types<'_> {
    fn mentioned(&self, body: StmtId) -> Mentioned {
        let program = self.program;
        let mut vars = BTreeSet::new();
        let mut inside = Vec::new();
        let mut pending = vec![body];
        while let Some(body) = pending.pop() {
            for stmt in program.stmts_below(body) {
                if let StmtKind::Decl(items) = &program.stmts[stmt].kind {
                    inside.extend(items.iter().filter_map(Named::of));
                }
            }
            for expr in program.exprs_below(body) {
                if let ExprKind::Var(var) = program.exprs[expr].kind {
                    vars.insert(var);
                }
                pending.extend(program.instances.get(&expr).map(|instance| instance.body));
            }
        }
        let mut mentioned = Mentioned::default();
        for var in vars {
            self.look_at(program.vars[var].ty, var, &inside, &mut mentioned);
        }
        mentioned
    }

    /// `inside`: what the kernel declares itself, or a function that it calls.
    fn look_at(&self, ty: Type, var: VarId, inside: &[Named], mentioned: &mut Mentioned) {
        let named = match self.program.types.kind(ty) {
            TypeKind::Pointer(inner) | TypeKind::Array(inner, _) => {
                return self.look_at(*inner, var, inside, mentioned);
            }
            TypeKind::Record(record) => Named::Record(*record),
            TypeKind::Enum(id) => Named::Enum(*id),
            TypeKind::Typedef(id) => Named::Typedef(*id),
            _ => return,
        };
        match named {
            _ if inside.contains(&named) => {}
            _ if !self.is_of_file(&named) => mentioned.has_local = true,
            Named::Record(record) if self.program.records[record].invented_tag => {
                mentioned.without_tag.entry(record).or_insert(var);
            }
            _ => {}
        }
    }

    fn is_of_file(&self, named: &Named) -> bool {
        let mut items = self.program.units.iter().flat_map(|unit| &unit.items);
        items.any(|item| Named::of(item).is_some_and(|other| other == *named))
    }

    /// Writes a tag in front of the members.
    fn give_tag(&self, record: RecordId, var: VarId, changes: &mut BTreeMap<FileId, Changes>) -> Option<()> {
        let span = self.program.records[record].span;
        let range = self.sources.map.range(span).filter(|_| !span.is_from_macro())?;
        let is_input = self.program.units.iter().any(|unit| unit.file == Some(range.file));
        let brace = self.sources.map.text(span).iter().position(|b| *b == b'{').filter(|_| is_input)?;
        let at = range.start as usize + brace;
        let tag = self.free_tag(var)?;
        changes.entry(range.file).or_default().edit(at, at, &format!("{tag} "));
        Some(())
    }

    fn free_tag(&self, var: VarId) -> Option<String> {
        let name = self.sources.text(self.program.vars[var].name?).into_owned();
        let mut tag = format!("{name}_type");
        while self.sources.symbols.lookup(tag.as_bytes()).is_some() {
            tag.push('_');
        }
        Some(tag)
    }

    /// Moves the types that a function declares in front of it.
    fn move_out(&self, function: FunctionId, changes: &mut BTreeMap<FileId, Changes>) -> Option<()> {
        let declared = &self.program.functions[function];
        let definition = declared.def_span.filter(|span| !span.is_from_macro())?;
        let whole = self.sources.map.range(definition)?;
        let bytes = &self.sources.map.file(whole.file).bytes;
        let mut front = String::new();
        let mut edits = Vec::new();
        for stmt in self.program.stmts_below(declared.body?) {
            let StmtKind::Decl(items) = &self.program.stmts[stmt].kind else { continue };
            if !items.iter().any(|item| Named::of(item).is_some()) {
                continue;
            }
            let span = self.program.stmts[stmt].span;
            let range = self.sources.map.range(span).filter(|_| !span.is_from_macro())?;
            if items.iter().all(|item| Named::of(item).is_some()) {
                let text = bytes.get(range.start as usize..range.end as usize)?;
                front.push_str(&format!("{}\n\n", String::from_utf8_lossy(text)));
                let line = source::whole_line(bytes, range.start as usize..range.end as usize);
                edits.push((line.start, line.end, String::new()));
            } else {
                let (text, words, end) =
                    self.definition_in(bytes, range.start as usize..range.end as usize, items)?;
                front.push_str(&format!("{text};\n\n"));
                edits.push((range.start as usize, end, words));
            }
        }
        if edits.is_empty() {
            return None;
        }
        let own = changes.entry(whole.file).or_default();
        let at = declaration_start(bytes, whole.start as usize);
        own.edit(at, at, &front);
        edits.into_iter().for_each(|(start, end, text)| own.edit(start, end, &text));
        Some(())
    }

    /// `struct { … } x, y;`: the struct with a tag, what is left of it, and where it ends.
    fn definition_in(
        &self,
        bytes: &[u8],
        range: Range<usize>,
        items: &[Item],
    ) -> Option<(String, String, usize)> {
        let text = bytes.get(range.clone())?;
        let open = text.iter().position(|b| *b == b'{')?;
        let mut depth = 0usize;
        let close = (open..text.len()).find(|at| {
            match text[*at] {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        let head = String::from_utf8_lossy(&text[..open]).trim().to_string();
        let body = String::from_utf8_lossy(&text[open..=close]);
        let is_tagged = !matches!(head.as_str(), "struct" | "union" | "enum");
        let var = items.iter().find_map(|item| match item {
            Item::Var { var, .. } => Some(*var),
            _ => None,
        });
        let words = if is_tagged { head } else { format!("{head} {}", self.free_tag(var?)?) };
        Some((format!("{words} {body}"), words, range.start + close + 1))
    }
}

/// A type that a declaration gives a name.
#[derive(PartialEq, Eq)]
enum Named {
    Record(RecordId),
    Enum(EnumId),
    Typedef(TypedefId),
}

impl Named {
    fn of(item: &Item) -> Option<Named> {
        match item {
            Item::Record { record, .. } => Some(Named::Record(*record)),
            Item::Enum(id) => Some(Named::Enum(*id)),
            Item::Typedef(id) => Some(Named::Typedef(*id)),
            _ => None,
        }
    }
}
