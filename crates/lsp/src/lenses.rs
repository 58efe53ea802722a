//! What can be done with a kernel, written above it: `show CUDA | profile`.

use hir::DirectiveKind;
use lsp_types::{CodeLens, Command};
use serde_json::{Value, json};
use source::Span;

use crate::analysis::{Checked, View};
use crate::commands;
use crate::worker::{Answer, write};

/// The lenses of a text.
pub(crate) fn answer(checked: &mut Checked) -> Answer {
    let view = checked.view();
    let mut lenses = Vec::new();
    let program = &view.analysis.examined.program;
    for (_, directive) in program.directives.iter() {
        if let DirectiveKind::Kernel(clauses) = &directive.kind {
            let name = view.analysis.session.sources.text(clauses.name).into_owned();
            lenses.extend(lens(&view, directive.span, "show CUDA", commands::SHOW_CUDA, &name));
            lenses.extend(lens(&view, directive.span, "profile", commands::PROFILE, &name));
        }
    }
    for kernel in analyze::cuda_kernel::cuda_kernels(program) {
        let function = &program.functions[kernel];
        let name = view.analysis.session.sources.text(function.name).into_owned();
        lenses.extend(lens(&view, function.span, "profile", commands::PROFILE, &name));
    }
    write(lenses)
}

fn lens(view: &View<'_>, span: Span, title: &str, command: &str, kernel: &str) -> Option<CodeLens> {
    let range = view.own_range(view.analysis.own(span)?)?;
    let arguments: Vec<Value> = vec![json!(view.analysis.uri.as_str()), json!(kernel)];
    let command = Command::new(title.to_owned(), command.to_owned(), Some(arguments));
    Some(CodeLens { range, command: Some(command), data: None })
}
