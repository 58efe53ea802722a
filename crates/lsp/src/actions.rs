//! Fixes and rewrites, offered where the cursor is.
//!
//! Every fix of `check --fix` and those that need judgement; all safe ones of the file at once;
//! in a CUDA kernel what `coalesce` would make of it, and for a loop of the host what `annotate`
//! would write, computed when somebody picks it.

use std::collections::HashMap;
use std::path::Path;

use diagnostics::located::Located;
use diagnostics::{Fix, Safety};
use driver::{AnnotateSettings, CoalesceSettings, Goal, fixes};
use hir::{FunctionId, StmtKind};
use lsp_types::{
    AnnotatedTextEdit, ChangeAnnotation, CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams,
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, Position, Range, TextDocumentEdit,
    TextEdit, Uri, WorkspaceEdit,
};
use serde_json::{Value, json};
use source::Edit;

use crate::analysis::{Analysis, Asked};
use crate::findings;
use crate::positions;
use crate::uris;
use crate::worker::{Answer, Failure, read, write};

/// The kind of a kernel's rewrite, so that an editor can ask for it alone.
const COALESCE: &str = "refactor.rewrite.coalesce";
/// The same of directives for a loop.
const ANNOTATE: &str = "refactor.rewrite.annotate";

/// The actions for a range.
pub(crate) fn answer(analysis: &Analysis, params: Value) -> Answer {
    let params: CodeActionParams = read(params)?;
    let is_wanted = |kind: &CodeActionKind| match &params.context.only {
        Some(only) => only.iter().any(|wanted| kind.as_str().starts_with(wanted.as_str())),
        None => true,
    };
    let mut actions = of_fixes(analysis, params.range);
    actions.extend(all_fixes(analysis));
    actions.extend(coalesce(analysis, params.range.start));
    actions.extend(annotate(analysis, params.range.start));
    actions.retain(|action| action.kind.as_ref().is_some_and(is_wanted));
    write(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect::<Vec<_>>())
}

/// The actions in C without directives, which is not analysed: on the line of a `for`.
pub(crate) fn of_plain_text(uri: &Uri, text: &str, params: Value) -> Answer {
    let params: CodeActionParams = read(params)?;
    let at = params.range.start;
    let line = text.lines().nth(at.line as usize).unwrap_or_default().trim_start();
    let is_loop = line.strip_prefix("for").is_some_and(|rest| rest.trim_start().starts_with('('));
    let wanted =
        params.context.only.is_none_or(|only| only.iter().any(|kind| ANNOTATE.starts_with(kind.as_str())));
    let actions: Vec<CodeAction> = (is_loop && wanted).then(|| put_on_gpu(uri, at)).into_iter().collect();
    write(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect::<Vec<_>>())
}

/// The fix of each diagnostic that the range touches.
fn of_fixes(analysis: &Analysis, asked: Range) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for found in analysis.session.sink.diagnostics() {
        let Some(fix) = &found.fix else { continue };
        let located = Located::new(found, &analysis.session.sources);
        let is_here = located.primary.as_ref().is_some_and(|place| analysis.is_own(place.range.file));
        let Some(diagnostic) = findings::diagnostic(analysis, &located).filter(|_| is_here) else { continue };
        if !touches_lines(diagnostic.range, asked) {
            continue;
        }
        let Some(edit) = edit_of(analysis, fix) else { continue };
        actions.push(CodeAction {
            title: fix.message.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic]),
            edit: Some(edit),
            is_preferred: Some(fix.safety == Safety::Safe),
            ..CodeAction::default()
        });
    }
    actions.dedup_by(|a, b| a.title == b.title && a.edit == b.edit);
    actions
}

/// Whole lines: the cursor need not stand on the very word.
fn touches_lines(a: Range, b: Range) -> bool {
    a.start.line <= b.end.line && b.start.line <= a.end.line
}

/// A fix whose edits are all of the user's text.
fn edit_of(analysis: &Analysis, fix: &Fix) -> Option<WorkspaceEdit> {
    let mut changes: Vec<(Uri, TextEdit)> = Vec::new();
    for (range, replacement) in fix.placed(&analysis.session.sources)? {
        let edit = TextEdit::new(analysis.range(range), replacement.to_owned());
        changes.push((analysis.uri(range.file)?, edit));
    }
    Some(workspace_edit(changes))
}

/// Addresses have cells inside, which never change.
#[allow(clippy::mutable_key_type)]
fn workspace_edit(edits: Vec<(Uri, TextEdit)>) -> WorkspaceEdit {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for (uri, edit) in edits {
        changes.entry(uri).or_default().push(edit);
    }
    WorkspaceEdit::new(changes)
}

/// What `check --fix` does to the file in one round.
fn all_fixes(analysis: &Analysis) -> Option<CodeAction> {
    let fixed = fixes::apply(analysis.session.sink.diagnostics(), &analysis.session.sources);
    let fixed = fixed.into_iter().find(|fixed| analysis.is_own(fixed.file))?;
    let edits = text_edits(&analysis.text, &fixed.edits);
    let edits = edits.into_iter().map(|edit| (analysis.uri.clone(), edit)).collect();
    Some(CodeAction {
        title: format!("apply all safe fixes of this file ({})", fixed.fixes),
        kind: Some(CodeActionKind::SOURCE_FIX_ALL),
        edit: Some(workspace_edit(edits)),
        ..CodeAction::default()
    })
}

fn text_edits(text: &str, edits: &[Edit]) -> Vec<TextEdit> {
    let starts = positions::line_starts(text.as_bytes());
    let place = |offset: usize| positions::position(text.as_bytes(), &starts, offset as u32);
    let edit = |edit: &Edit| {
        let range = Range::new(place(edit.start), place(edit.end));
        TextEdit::new(range, String::from_utf8_lossy(&edit.text).into_owned())
    };
    edits.iter().map(edit).collect()
}

/// The CUDA kernel around the cursor; its rewrite is computed when it is asked for.
fn coalesce(analysis: &Analysis, at: Position) -> Option<CodeAction> {
    let offset = positions::offset(analysis.text.as_bytes(), at);
    let program = &analysis.examined.program;
    let around = |function: &FunctionId| {
        let span = program.functions[*function].def_span.and_then(|span| analysis.own(span));
        span.is_some_and(|(start, end)| start <= offset && offset <= end)
    };
    let kernels = analyze::cuda_kernel::cuda_kernels(program);
    let kernel = kernels.into_iter().find(around)?;
    let name = analysis.session.sources.text(program.functions[kernel].name).into_owned();
    Some(CodeAction {
        title: format!("coalesce the accesses of `{name}`"),
        kind: Some(CodeActionKind::from(COALESCE)),
        data: Some(json!({ "uri": analysis.uri.as_str(), "kernel": name })),
        ..CodeAction::default()
    })
}

/// What `annotate` writes for the outermost loop around a place, computed when it is asked for.
fn put_on_gpu(uri: &Uri, at: Position) -> CodeAction {
    CodeAction {
        title: String::from("put this loop on the GPU"),
        kind: Some(CodeActionKind::from(ANNOTATE)),
        data: Some(json!({ "uri": uri.as_str(), "line": at.line + 1 })),
        ..CodeAction::default()
    }
}

/// The same where a loop is around the place, in C and outside of kernels.
fn annotate(analysis: &Analysis, at: Position) -> Option<CodeAction> {
    let offset = positions::offset(analysis.text.as_bytes(), at);
    let program = &analysis.examined.program;
    let around = |wanted: fn(&StmtKind) -> bool| {
        analysis.statements().any(|(_, stmt)| {
            let stmt = &program.stmts[stmt];
            wanted(&stmt.kind) && analysis.holds(stmt.span, offset)
        })
    };
    let is_in_loop = around(|kind| matches!(kind, StmtKind::For { .. }));
    let is_in_kernel = around(|kind| matches!(kind, StmtKind::Kernel { .. }));
    let has_cuda = !analyze::cuda_kernel::cuda_kernels(program).is_empty();
    (is_in_loop && !is_in_kernel && !has_cuda && analysis.is_whole).then(|| put_on_gpu(&analysis.uri, at))
}

/// Computes the change of an action. The rewrite of a kernel is shown before it is made, if the editor
/// can do that.
pub(crate) fn resolve(asked: Asked<'_>, params: Value, previews: bool) -> Answer {
    let kernel = params.pointer("/data/kernel").and_then(Value::as_str).unwrap_or_default().to_owned();
    let line = params.pointer("/data/line").and_then(Value::as_u64);
    let mut action: CodeAction = read(params)?;
    let edit = match line {
        Some(line) => annotated(asked, u32::try_from(line).unwrap_or(0))?,
        None => coalesced(asked, &kernel)?,
    };
    let is_shown = previews && line.is_none();
    action.edit = Some(if is_shown { to_confirm(edit, &action.title) } else { edit });
    write(action)
}

/// The same edit as one that somebody looks at and confirms.
#[allow(clippy::mutable_key_type)]
fn to_confirm(edit: WorkspaceEdit, title: &str) -> WorkspaceEdit {
    let id = String::from("warploom");
    let annotation =
        ChangeAnnotation { label: title.to_owned(), needs_confirmation: Some(true), description: None };
    let annotated = |text_edit| AnnotatedTextEdit { text_edit, annotation_id: id.clone() };
    let documents = edit.changes.unwrap_or_default().into_iter().map(|(uri, edits)| TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
        edits: edits.into_iter().map(|edit| OneOf::Right(annotated(edit))).collect(),
    });
    WorkspaceEdit {
        changes: None,
        document_changes: Some(DocumentChanges::Edits(documents.collect())),
        change_annotations: Some(HashMap::from([(id.clone(), annotation)])),
    }
}

/// The kernel with better accesses.
fn coalesced(asked: Asked<'_>, kernel: &str) -> Result<WorkspaceEdit, Failure> {
    let (text, uri) = (asked.document.text.clone(), asked.document.uri.clone());
    let (mut session, inputs, name) = asked.load();
    let settings = CoalesceSettings { gpu: gpu::TARGET, reassociate: false, long_rows: false };
    let compiled = driver::compile(&mut session, &inputs, Goal::Coalesce(settings));
    let compiled = compiled.map_err(|internal| Failure::new(internal.to_string()))?;
    let of_text = |file: &source::FileId| session.sources.map.file(*file).name == name;
    let rewritten = compiled.rewritten.into_iter().filter(|(file, _)| of_text(file)).flat_map(|(_, all)| all);
    let edits: Vec<Edit> = rewritten.filter(|one| one.kernel == kernel).flat_map(|one| one.edits).collect();
    if edits.is_empty() {
        return Err(Failure::new(why_not(&session, kernel)));
    }
    Ok(workspace_edit(text_edits(&text, &edits).into_iter().map(|edit| (uri.clone(), edit)).collect()))
}

/// The program with directives for the outermost loop around a line, whether or not it pays.
fn annotated(asked: Asked<'_>, line: u32) -> Result<WorkspaceEdit, Failure> {
    let own = asked.document.uri.clone();
    let (mut session, inputs, name) = asked.load();
    let line = Some((name.clone(), line));
    session.options.annotate = AnnotateSettings { force: true, comments: true, line, ..Default::default() };
    let compiled = driver::compile(&mut session, &inputs, Goal::Annotate);
    let compiled = compiled.map_err(|internal| Failure::new(internal.to_string()))?;
    let annotated = compiled.annotated.ok_or_else(|| Failure::new("the program has errors"))?;
    let mut edits = Vec::new();
    for file in &annotated.files {
        let source = session.sources.map.file(file.file);
        let uri =
            if source.name == name { Some(own.clone()) } else { uris::of_path(Path::new(&source.name)) };
        let text = String::from_utf8_lossy(&source.bytes);
        let of_file = text_edits(&text, &file.edits);
        edits.extend(
            uri.into_iter().flat_map(|uri| of_file.iter().map(move |edit| (uri.clone(), edit.clone()))),
        );
    }
    match edits.is_empty() {
        true => Err(Failure::new(::annotate::report::text(&annotated.plan))),
        false => Ok(workspace_edit(edits)),
    }
}

/// What `coalesce` said about leaving a kernel as it is.
fn why_not(session: &driver::Session, kernel: &str) -> String {
    let said = session.sink.diagnostics().iter().map(|found| found.message.as_str());
    let about = said.clone().find(|message| message.contains(&format!("`{kernel}`")));
    about.or(said.clone().next_back()).unwrap_or("its accesses are as good as they get").to_owned()
}
