//! What may be typed next in a `#pragma hicuda` line: words of the language ([`grammar`]), and
//! the names that are in scope.

pub(crate) mod grammar;

use hir::{StmtKind, TypeKind, VarStorage};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, Documentation, MarkupContent, MarkupKind,
};
use serde_json::Value;

use crate::analysis::{Checked, View};
use crate::pages;
use crate::positions;
use crate::pragma_lines::pragma_at;
use crate::worker::{Answer, read, write};
use grammar::Next;

/// What is offered at a place.
pub(crate) fn answer(checked: Option<&mut Checked>, text: &str, params: Value) -> Answer {
    let params: CompletionParams = read(params)?;
    let at = params.text_document_position.position;
    let offset = positions::offset(text.as_bytes(), at) as usize;
    let Some(line) = pragma_at(text, offset) else { return Ok(Value::Null) };
    let typed = text.get(line.body..offset).unwrap_or_default();
    // The word that is being typed is not yet there.
    let before = typed.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
    let items = match grammar::next(before) {
        Next::Words(words) => words.into_iter().filter(|word| is_new(before, word)).map(word_item).collect(),
        Next::Name if before.trim() == "kernel" => Vec::new(),
        Next::Name => checked.map_or(Vec::new(), |checked| names(&checked.view(), at, before)),
        Next::Nothing => Vec::new(),
    };
    write(items)
}

/// A clause is given once; only `reduction` may come again.
fn is_new(before: &str, word: &str) -> bool {
    let mut words = before.split(|c: char| !c.is_alphanumeric() && c != '_');
    word == "reduction" || !words.any(|other| other == word)
}

fn word_item(word: String) -> CompletionItem {
    let documentation = pages::summary(&word)
        .map(|value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value }));
    let detail = pages::forms(&word).first().map(|form| (*form).to_owned());
    CompletionItem {
        kind: Some(CompletionItemKind::KEYWORD),
        detail,
        documentation,
        label: word,
        ..CompletionItem::default()
    }
}

/// Variables in scope: arrays where data is named, loop indices where iterations are, all else
/// in expressions.
fn names(view: &View<'_>, at: lsp_types::Position, before: &str) -> Vec<CompletionItem> {
    let analysis = &*view.analysis;
    let program = &analysis.examined.program;
    let offset = view.offset_near(at);
    let owner = analysis.function_at(offset);
    let wants_array = is_data(before) && !before.contains('[');
    let wants_index = before.trim_start().starts_with("permute");
    let indices: Vec<hir::VarId> = analysis
        .statements()
        .filter(|(_, stmt)| matches!(program.stmts[*stmt].kind, StmtKind::For { .. }))
        .filter_map(|(_, stmt)| program.loop_index(stmt))
        .collect();
    let mut items: Vec<CompletionItem> = Vec::new();
    for (id, var) in program.vars.iter() {
        let is_file_scope =
            matches!(var.storage, VarStorage::Global | VarStorage::Internal | VarStorage::Extern);
        let is_visible = match var.owner {
            Some(function) => Some(function) == owner,
            None => {
                is_file_scope && analysis.written(var.span).is_some_and(|range| is_users(analysis, range))
            }
        };
        let is_array =
            matches!(program.types.stripped(var.ty), TypeKind::Array { .. } | TypeKind::Pointer(_));
        let is_index = indices.contains(&id);
        if !is_visible || wants_array && !is_array || wants_index && !is_index {
            continue;
        }
        let Some(label) = analysis.variable_name(id) else { continue };
        if items.iter().any(|item| item.label == label) {
            continue;
        }
        let detail = if is_array {
            "array"
        } else if is_index {
            "loop index"
        } else {
            "variable"
        };
        items.push(CompletionItem {
            kind: Some(CompletionItemKind::VARIABLE),
            detail: Some(detail.to_owned()),
            label,
            ..CompletionItem::default()
        });
    }
    items
}

fn is_data(before: &str) -> bool {
    let first = before.split_whitespace().next().unwrap_or_default();
    ["global", "constant", "texture", "shared", "shape"].contains(&first)
}

fn is_users(analysis: &crate::analysis::Analysis, range: source::FileRange) -> bool {
    analysis.session.sources.map.file(range.file).kind == source::FileKind::User
}
